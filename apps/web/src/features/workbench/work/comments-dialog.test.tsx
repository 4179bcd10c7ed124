import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aServerForEachTest, noteId, server } from '../note-server.fixture.ts';
import { renderScreen } from '../render-screen.fixture.tsx';

aServerForEachTest();
const sent = () => server.calls('POST /op-notes/:id/comments/').map(({ body }) => body);

async function open() {
  const { user } = renderScreen(`/opnotes/${noteId}`);
  await screen.findByRole('button', { name: /^Comment/ });
  await user.keyboard('{Shift>}C{/Shift}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Comments' }));
  return { user, dialog, field: await dialog.findByRole('textbox', { name: 'Comment' }) };
}

it('Shift+C opens the comments; @ offers who sees the case, Tab takes the first, Ctrl+Enter sends; the bar counts what is open', async () => {
  const { user, dialog, field } = await open();
  await dialog.findByText(/^No comments yet/);
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.type(field, 'Left or right, @co');
  await dialog.findByRole('button', { name: 'coder2' });
  await user.keyboard('{Tab}');
  expect((field as HTMLTextAreaElement).value).toBe('Left or right, @coder ');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await dialog.findByText('Left or right, @coder');
  expect(sent()).toEqual([{ text: 'Left or right, @coder ' }]);
  expect((field as HTMLTextAreaElement).value).toBe('');
  await screen.findByRole('button', { name: /Comments 1/, hidden: true });
});

it('a comment is settled and opened again', async () => {
  server.comments.push({
    id: 'c1',
    text: 'Which side?',
    code: '29827',
    words: 'Torn cuff',
    author: 'coder',
    created_at: '2026-01-03T10:00:00.000Z',
    mentioned: [],
    resolved: null,
  });
  const { user, dialog } = await open();
  const settled = await dialog.findByRole<HTMLInputElement>('checkbox', { name: 'Settled' });
  await user.click(settled);
  const again = await dialog.findByRole('checkbox', { name: /^Settled by approver/ });
  await user.click(again);
  expect((await dialog.findByRole<HTMLInputElement>('checkbox', { name: 'Settled' })).checked).toBe(false);
  expect(server.calls('POST /comments/c1/resolve/').map(({ body }) => body)).toEqual([{ resolved: true }, { resolved: false }]);
});

it('what the server refuses stands at the field, and what was written stays', async () => {
  const { user, dialog, field } = await open();
  server.refuse('POST /op-notes/:id/comments/', {
    status: 422,
    code: 'validation',
    errors: [{ path: 'text', message: 'nobody does not see this case.' }],
  });
  await user.type(field, 'Look, @nobody');
  await user.click(dialog.getByRole('button', { name: /^Comment/ }));
  await dialog.findByText('nobody does not see this case.');
  expect((field as HTMLTextAreaElement).value).toBe('Look, @nobody');
});
