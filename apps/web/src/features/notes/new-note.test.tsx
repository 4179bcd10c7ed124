import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { auth } from '@incisive/contract/auth';
import { edNotes } from '@incisive/contract/ed-notes';
import type { NoteDetail } from '@incisive/contract/notes';
import { opNotes } from '@incisive/contract/op-notes';
import type { Role } from '@incisive/contract/roles';
import { tenants } from '@incisive/contract/tenants';
import { afterEach, expect, test } from 'vitest';
import { clearToasts } from '../../components/feedback/toasts.tsx';
import { Refusal } from '../../testing/fake-server.ts';
import { profileOf, renderApp, serverFor } from '../../testing/render-app.tsx';

afterEach(() => {
  act(clearToasts);
});

const id = '22222222-2222-4222-8222-222222222222';
const made = { id } as NoteDetail;
const serving = (role: Role = 'DataEntry') =>
  serverFor(profileOf(role))
    .on(opNotes.newDrafts, () => ({ drafts: [] }))
    .on(edNotes.newDrafts, () => ({ drafts: [] }))
    .on(opNotes.getDraft, () => ({ draft: null }))
    .on(opNotes.putDraft, ({ body }) => ({ text: body.text, updated_at: '2026-01-01T00:00:00Z', base_updated_at: null }))
    .on(opNotes.removeDraft, () => undefined)
    .on(opNotes.get, () => new Refusal('not-found'))
    .on(edNotes.get, () => new Refusal('not-found'));
const field = () => screen.findByLabelText<HTMLTextAreaElement>('Please enter OpNote:');
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' });

test('Submit waits for a character that is not blank; the text is trimmed; the note opens', async () => {
  let body: unknown;
  serving().on(opNotes.create, (request) => {
    body = request.body;
    return made;
  });
  const { user, router } = renderApp('/opnotes/new');
  const text = await field();
  expect(submit().disabled).toBe(true);
  await user.type(text, '   ');
  expect(submit().disabled).toBe(true);
  await user.type(text, 'Carpal tunnel release.  ');
  await user.click(submit());
  await waitFor(() => expect(router.state.location.pathname).toBe(`/opnotes/${id}`));
  expect(body).toEqual({ text: 'Carpal tunnel release.', tenant: null, duplicates: 'refuse' });
});

test('REL-17 a failure keeps the text, says the notice in a toast and the detail on the page; a repeat has the same key', async () => {
  const keys: (string | null)[] = [];
  serving().on(opNotes.create, ({ headers }) => {
    keys.push(headers.get('idempotency-key'));
    return keys.length === 1 ? new Refusal('storage-full') : made;
  });
  const { user, router } = renderApp('/opnotes/new');
  const text = await field();
  await user.type(text, 'A note');
  await user.click(submit());
  await screen.findByText('Something went wrong. Please try again later.');
  await screen.findByText(/out of space/);
  expect(text.value).toBe('A note');
  await user.click(submit());
  await waitFor(() => expect(router.state.location.pathname).toBe(`/opnotes/${id}`));
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

test('U4: a session that ended meanwhile is told by the sign-in card alone', async () => {
  serving()
    .on(auth.refresh, () => new Refusal('unauthenticated'))
    .on(opNotes.create, () => new Refusal('unauthenticated'));
  const { user } = renderApp('/opnotes/new');
  await user.type(await field(), 'A note');
  await user.click(submit());
  await screen.findByText('Your session has ended. Sign in to pick up where you left off.');
  expect(screen.getByRole('region', { name: 'Notifications' }).textContent).toBe('');
});

test('without a line a note that was sent waits, says so, and goes out with the line', async () => {
  serving().on(opNotes.create, () => made);
  const { user, router } = renderApp('/opnotes/new');
  const text = await field();
  await user.type(text, 'A note');
  act(() => onlineManager.setOnline(false));
  await screen.findByText(/^You’re offline\. What’s on screen was loaded earlier/);
  await user.type(text, '{Control>}{Enter}{/Control}');
  await screen.findByText(/^You’re offline\. What you sent waits/);
  act(() => onlineManager.setOnline(true));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/opnotes/${id}`));
  expect(screen.queryByText(/^You’re offline/)).toBeNull();
});

test('U14: a text that was added before says so with the way to the first; the person decides, and another text is another note', async () => {
  const asked: unknown[] = [];
  const first = { id: '33333333-2222-4222-8222-222222222222', filename: null, created_at: '2026-03-04T12:00:00Z' };
  serving().on(opNotes.create, ({ body }) => {
    asked.push(body.duplicates);
    return body.duplicates === 'keep' ? made : new Refusal('same-note', { current: first });
  });
  const { user, router } = renderApp('/opnotes/new');
  const text = await field();
  await user.type(text, 'Told twice.');
  await user.click(submit());
  const link = await screen.findByRole('link', { name: '33333333' });
  expect(link.getAttribute('href')).toBe(`/opnotes/${first.id}`);
  expect(text.value).toBe('Told twice.');
  await user.type(text, ' More.');
  expect(screen.queryByRole('link', { name: '33333333' })).toBeNull();
  await user.click(submit());
  await user.click(await screen.findByRole('button', { name: 'Add it anyway' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/opnotes/${id}`));
  expect(asked).toEqual(['refuse', 'refuse', 'keep']);
});

test('what is typed is kept on the server, never in the browser, and comes back', async () => {
  let kept = '';
  serving()
    .on(opNotes.getDraft, () => ({ draft: { text: 'From before.', updated_at: '', base_updated_at: null } }))
    .on(opNotes.putDraft, ({ body }) => {
      kept = body.text;
      return { text: body.text, updated_at: '', base_updated_at: null };
    });
  const { user } = renderApp('/opnotes/new');
  const text = await field();
  await waitFor(() => expect(text.value).toBe('From before.'));
  await user.type(text, ' And now.');
  await waitFor(() => expect(kept).toBe('From before. And now.'));
  await screen.findByText('Draft kept for 7 days');
  const stored = [localStorage, sessionStorage].flatMap((store) => Object.values(store));
  expect(stored.join(' ')).not.toContain('From before');
});

test('super-level users choose the tenant, none by default; others are not asked', async () => {
  let tenant: unknown;
  serving('Coder')
    .on(tenants.selectable, () => ({ results: [{ id: 'tenant-id', name: 'North Clinic' }] }))
    .on(opNotes.create, ({ body }) => {
      tenant = body.tenant;
      return made;
    });
  const { user } = renderApp('/opnotes/new');
  await user.type(await field(), 'A note');
  const select = screen.getByLabelText<HTMLSelectElement>('Tenant');
  expect(select.value).toBe('');
  await screen.findByRole('option', { name: 'North Clinic' });
  await user.selectOptions(select, 'North Clinic');
  await user.click(submit());
  await waitFor(() => expect(tenant).toBe('tenant-id'));
});

test('a Coder who is limited to some tenants is not offered a note without one', async () => {
  serverFor(profileOf('Coder', { only_tenants: [{ id: 'tenant-id', name: 'North Clinic' }] })).on(tenants.selectable, () => ({
    results: [{ id: 'tenant-id', name: 'North Clinic' }],
  }));
  renderApp('/opnotes/new');
  await field();
  await screen.findByRole('option', { name: 'North Clinic' });
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Choose a tenant', 'North Clinic']);
  expect(screen.queryByText(/Without a tenant/)).toBeNull();
});

test('tenant-level users are not asked', async () => {
  serving('Admin');
  renderApp('/opnotes/new');
  await field();
  expect(screen.queryByLabelText('Tenant')).toBeNull();
});

test('/ednotes/new shows Test title once a session; Agree only closes it', async () => {
  const server = serving()
    .on(edNotes.getDraft, () => ({ draft: null }))
    .on(edNotes.putDraft, () => ({ text: '', updated_at: '', base_updated_at: null }))
    .on(edNotes.removeDraft, () => undefined)
    .on(edNotes.create, () => ({ data: made }));
  const { user, router } = renderApp('/ednotes/new');
  await screen.findByText('Test title');
  expect(screen.getByText('Test text')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Agree' }));
  await waitFor(() => expect(screen.queryByText('Test title')).toBeNull());
  expect(server.calls.some((line) => line.includes('agreement'))).toBe(false);
  await user.type(await screen.findByLabelText('Please enter EdNote:'), 'Teaching note');
  await user.click(submit());
  await waitFor(() => expect(router.state.location.pathname).toBe(`/ednotes/${id}`));
  await router.navigate({ to: '/ednotes/new' });
  await screen.findByLabelText('Please enter EdNote:');
  expect(screen.queryByText('Test title')).toBeNull();
});

test('S13: a pasted text with marks that turn words around is warned of, and cleaned when told to', async () => {
  serving();
  const { user } = renderApp('/opnotes/new');
  const text = await field();
  await user.click(text);
  await user.paste('Left \u202Eeenk\u202C.');
  await screen.findByText('This text has 2 characters that cannot be seen and may turn words around: U+202E, U+202C.');
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(text.value).toBe('Left eenk.');
  expect(screen.queryByText(/cannot be seen/)).toBeNull();
});
