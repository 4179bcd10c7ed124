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

it('what was written and not sent is there again when the dialog is opened again', async () => {
  const { user, field } = await open();
  await user.type(field, 'Half a thought');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Comments' })).toBeNull());
  await user.keyboard('{Shift>}C{/Shift}');
  const again = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
  expect(again.value).toBe('Half a thought');
});

it('a comment is about the code that has the focus, or about the whole case if the person says so', async () => {
  const { user } = renderScreen(`/opnotes/${noteId}`);
  await screen.findByRole('button', { name: /^Comment/ });
  const row = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('tr[data-code="29827"]');
    expect(found).not.toBeNull();
    return found!;
  });
  row.focus();
  await user.keyboard('{Shift>}C{/Shift}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Comments' }));
  expect(await dialog.findByText('About 29827')).toBeDefined();
  await user.type(await dialog.findByRole('textbox', { name: 'Comment' }), 'Which side?');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent()).toEqual([{ text: 'Which side?', code: '29827' }]));
  await user.click(dialog.getByRole('button', { name: 'About the whole case' }));
  expect(dialog.queryByText('About 29827')).toBeNull();
});

it('a name that is chosen in the middle of a text leaves the writer behind it', async () => {
  const { user, dialog, field } = await open();
  const area = field as HTMLTextAreaElement;
  await user.type(field, 'Ask  about this');
  area.setSelectionRange(4, 4);
  await user.type(field, '@co', { initialSelectionStart: 4, initialSelectionEnd: 4 });
  await user.click(await dialog.findByRole('button', { name: 'coder2' }));
  await waitFor(() => expect([area.value, area.selectionStart]).toEqual(['Ask @coder2  about this', 12]));
});
