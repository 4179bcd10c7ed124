import { act, screen, waitFor, within } from '@testing-library/react';
import { feedbackSubjects, feedbacks } from '@incisive/contract/feedbacks';
import type { Feedback } from '@incisive/contract/feedbacks';
import { limits } from '@incisive/contract/limits';
import type { Role } from '@incisive/contract/roles';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../testing/fake-server.ts';
import { holdTimers } from '../../testing/hold-timers.ts';
import { headsIn, profileOf, renderApp, serverFor } from '../../testing/render-app.tsx';

const noteId = '3fa85f64-1111-4111-8111-111111111111';
const row = (n: number, more: Partial<Feedback> = {}): Feedback => ({
  id: `${String(n).padStart(8, '0')}-1111-4111-8111-111111111111`,
  subject: 'Technical issue',
  message: `Message ${String(n)}`,
  status: 'Pending',
  opnote_id: null,
  created_by: `writer${String(n)}`,
  created_at: '2026-03-04T12:00:00Z',
  updated_by: null,
  updated_at: '2026-03-04T12:00:00Z',
  ...more,
});
const page = (rows: Feedback[], next: string | null = null) => ({ results: rows, count: 3, next, previous: null });

function serving(role: Role, rows = [row(1), row(2, { subject: '', status: 'Done', opnote_id: noteId })]) {
  const asked: URLSearchParams[] = [];
  const server = serverFor(profileOf(role)).on(feedbacks.list, ({ query }) => {
    asked.push(query);
    return query.get('cursor')
      ? page([row(3)])
      : page(rows, rows.length > 0 ? '/api/v1/feedbacks/?cursor=abc&per_page=20' : null);
  });
  return { server, asked };
}

describe('/feedbacks', () => {
  test('has every column, twenty rows a page, the note it is about, and loads more', async () => {
    const { asked } = serving('SuperAdmin');
    const { user } = renderApp('/feedbacks');
    await screen.findByText('Message 1');
    expect(headsIn()).toEqual(['Subject', 'Created By', 'Created', 'Updated By', 'Updated', 'Status', 'Message']);
    expect(asked[0]?.get('per_page')).toBe('20');
    expect(screen.getByText('No subject')).toBeDefined();
    expect(screen.getByRole('link', { name: 'OpNote 3fa85f64' }).getAttribute('href')).toBe(`/opnotes/${noteId}`);
    await user.click(screen.getByRole('button', { name: /Load more/ }));
    expect(await screen.findByText('Message 3')).toBeDefined();
  });

  test.each<[Role, boolean]>([
    ['SuperAdmin', true],
    ['SuperApprover', true],
    ['Coder', false],
    ['Admin', false],
    ['Approver', false],
    ['DataEntry', false],
  ])('%s settles and deletes: %s; everybody may add', async (role, manages) => {
    serving(role);
    renderApp('/feedbacks');
    await screen.findByText('Message 1');
    expect(screen.getByRole('link', { name: 'Add Feedback' }).getAttribute('href')).toBe('/feedbacks/new');
    for (const name of ['Done selected', 'Delete selected'])
      expect([name, screen.queryByRole('button', { name }) !== null]).toEqual([name, manages]);
    expect(screen.queryAllByRole('checkbox').length > 0).toBe(manages);
  });

  test('Done selected acts at once, Delete selected waits for the word', async () => {
    const { server } = serving('SuperApprover');
    const sent: [string, string[]][] = [];
    server.on(feedbacks.markDone, ({ body }) => {
      sent.push(['done', body.feedbacks]);
      return { count: 1 };
    });
    server.on(feedbacks.removeMany, ({ body }) => {
      sent.push(['delete', body.feedbacks]);
      return { count: 1 };
    });
    const { user } = renderApp('/feedbacks');
    const first = await screen.findByRole('checkbox', { name: /feedback of writer1/ });
    for (const name of ['Done selected', 'Delete selected'])
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
    await user.click(first);
    await user.click(screen.getByRole('button', { name: 'Done selected' }));
    expect(await screen.findByText('1 Feedbacks has been done')).toBeDefined();
    await user.click(await screen.findByRole('checkbox', { name: /feedback of writer2/ }));
    await user.click(screen.getByRole('button', { name: 'Delete selected' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByPlaceholderText('Please type "delete"'), 'delete{Enter}');
    expect(await screen.findByText('1 Feedbacks has been deleted')).toBeDefined();
    expect(sent).toEqual([
      ['done', [row(1).id]],
      ['delete', [row(2).id]],
    ]);
  });

  test('a refused act leaves the choice as it was', async () => {
    const { server } = serving('SuperAdmin');
    server.on(feedbacks.markDone, () => new Refusal('not-found', { detail: 'One of them is gone.' }));
    const { user } = renderApp('/feedbacks');
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /feedback of writer1/ });
    await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Done selected' }));
    expect(await screen.findByText('One of them is gone.')).toBeDefined();
    expect(box.checked).toBe(true);
  });

  test('is empty in its own words, and a failed load says so with Retry and the specified toast', async () => {
    const { server } = serving('DataEntry', []);
    const { router } = renderApp('/feedbacks');
    expect(await screen.findByText('No feedback yet')).toBeDefined();
    server.on(feedbacks.list, () => new Refusal('unavailable'));
    await router.navigate({ to: '/feedbacks', search: { message: 'x' } as never });
    expect(await screen.findByText('Invalid token.')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined();
  });
});

describe('/feedbacks/new', () => {
  const submit = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Submit' });

  test('offers the four subjects; a subject alone is enough, and the thanks come', async () => {
    const { server } = serving('Approver');
    const bodies: object[] = [];
    server.on(feedbacks.create, ({ body }) => {
      bodies.push(body);
      return row(9);
    });
    const { user, router } = renderApp('/feedbacks/new');
    expect((await submit()).disabled).toBe(true);
    await user.click(screen.getByRole('combobox', { name: 'Subject' }));
    const options = await screen.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual([...feedbackSubjects]);
    await user.click(options[2]!);
    expect((await submit()).disabled).toBe(false);
    await user.click(await submit());
    await waitFor(() => expect(router.state.location.pathname).toBe('/feedbacks/confirm'));
    expect(bodies).toEqual([{ subject: 'Code denial', message: '' }]);
  });

  test('carries the note that it is about, and shows it', async () => {
    const { server } = serving('DataEntry');
    const bodies: object[] = [];
    server.on(feedbacks.create, ({ body }) => {
      bodies.push(body);
      return row(9);
    });
    const { user } = renderApp(`/feedbacks/new?opnote_id=${noteId}`);
    expect((await screen.findByRole('link', { name: '3fa85f64' })).getAttribute('href')).toBe(`/opnotes/${noteId}`);
    await user.type(screen.getByLabelText('Message'), 'The payer denied it.');
    await user.click(await submit());
    await screen.findByText('Thank you for your feedback, we will respond to you within 24-48 hours');
    expect(bodies).toEqual([{ subject: '', message: 'The payer denied it.', opnote_id: noteId }]);
  });

  test('blanks alone are nothing; a failure stays here, keeps the words and says why', async () => {
    const { server } = serving('Coder');
    server.on(feedbacks.create, () => new Refusal('not-found', { detail: 'There is no such note.' }));
    const { user, router } = renderApp(`/feedbacks/new?opnote_id=${noteId}`);
    const message = await screen.findByLabelText<HTMLTextAreaElement>('Message');
    await user.type(message, '   ');
    expect((await submit()).disabled).toBe(true);
    await user.type(message, 'Words');
    await user.click(await submit());
    expect((await screen.findAllByText('There is no such note.')).length).toBe(2);
    expect(router.state.location.pathname).toBe('/feedbacks/new');
    expect(message.value).toBe('   Words');
  });
});

describe('/feedbacks/confirm', () => {
  test('thanks in the specified words, links on, and goes to a new note after five seconds', async () => {
    serving('Approver');
    expect(limits.feedbackRedirectMs).toBe(5000);
    const redirects = holdTimers(limits.feedbackRedirectMs);
    const { router } = renderApp('/feedbacks/confirm');
    await screen.findByText('Thank you for your feedback, we will respond to you within 24-48 hours');
    expect(screen.getByRole('link', { name: 'Continue to a new OpNote' }).getAttribute('href')).toBe('/opnotes/new');
    expect(router.state.location.pathname).toBe('/feedbacks/confirm');
    act(() => redirects.at(-1)?.());
    await waitFor(() => expect(router.state.location.pathname).toBe('/opnotes/new'));
  });
});
