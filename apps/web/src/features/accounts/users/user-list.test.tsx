import { screen, waitFor, within } from '@testing-library/react';
import { accounts } from '@incisive/contract/accounts';
import { auth } from '@incisive/contract/auth';
import type { Profile } from '@incisive/contract/auth';
import type { NoteRow } from '@incisive/contract/notes';
import { opNotes } from '@incisive/contract/op-notes';
import type { Role } from '@incisive/contract/roles';
import { tenants } from '@incisive/contract/tenants';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../testing/fake-server.ts';
import { headsIn, profileOf, renderApp, serverFor } from '../../../testing/render-app.tsx';

const clinic = '22222222-2222-4222-8222-222222222222';
const idOf = (n: number): string => `${String(n).padStart(8, '0')}-2222-4222-8222-222222222222`;
const person = (n: number, more: Partial<Profile> = {}): Profile =>
  profileOf('Approver', {
    id: idOf(n),
    username: `person${n}`,
    email: `person${n}@example.org`,
    tenant: clinic,
    tenant_name: 'North Clinic',
    count_opnotes: 4,
    count_ednotes: 2,
    last_login: '2026-03-04T12:00:00Z',
    ...more,
  });
const page = <T,>(results: T[]) => ({ results, count: results.length, next: null, previous: null });

function serving(role: Role, rows: Profile[] = [person(1), person(2)], pending: Profile[] = []) {
  const asked: URLSearchParams[] = [];
  const own = profileOf(role, role === 'Admin' ? { tenant: clinic, tenant_name: 'North Clinic' } : {});
  const server = serverFor(own).on(accounts.list, ({ query }) => {
    if (query.get('status') === 'pending') return page(pending);
    asked.push(query);
    return page(rows);
  });
  return { server, asked };
}
const shared = ['Email', 'Updated', 'Phone', 'Role', 'Specialty', 'Practice', 'Last login', 'Notes'];

describe('the users list', () => {
  test.each<[Role, string[]]>([
    ['SuperAdmin', ['ID', 'Name', 'Status', 'Created', 'Tenant', ...shared]],
    ['Admin', ['ID', 'Name', 'Status', 'Created', ...shared]],
  ])('shows %s its columns', async (role, columns) => {
    serving(role);
    renderApp('/users');
    await screen.findByRole('link', { name: 'person1' });
    expect(headsIn()).toEqual(columns);
    const row = screen.getByRole('row', { name: /person1@/ });
    for (const words of ['person1@example.org', '+1 555 555 0100', 'Approver', 'Surgery', 'Clinic', '03/04/2026'])
      expect(within(row).getByText(words)).toBeTruthy();
    expect(within(row).getByRole('link', { name: '00000001' }).getAttribute('href')).toBe(`/users/${idOf(1)}`);
    expect(within(row).getByRole('link', { name: 'person1' }).getAttribute('aria-description')).toBe('Some One');
  });

  test.each<Role>(['SuperApprover', 'Coder', 'Approver', 'DataEntry'])('is Not Found for %s', async (role) => {
    const { server } = serving(role);
    renderApp('/users');
    await screen.findByRole('heading', { name: 'Not Found' });
    expect(server.calls.some((line) => line.includes('/api/v1/accounts/?'))).toBe(false);
  });

  test('leads to a person’s notes by their counts, and not for an inactive one', async () => {
    serving('Admin', [person(1), person(2, { status: 'deactivated', is_active: false })]);
    renderApp('/users');
    const op = await screen.findByRole('link', { name: '4 OpNotes of person1' });
    expect(op.getAttribute('href')).toBe('/opnotes?created_by=person1');
    expect(screen.getByRole('link', { name: '2 EdNotes of person1' }).getAttribute('href')).toBe('/ednotes?created_by=person1');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '4 OpNotes of person2' }).disabled).toBe(true);
    expect(screen.getByText('Deactivated')).toBeTruthy();
  });

  test('shows who is slowed by wrong tries', async () => {
    serving('Admin', [person(1, { locked: true })]);
    renderApp('/users');
    expect(await screen.findByText('Slowed')).toBeTruthy();
  });

  test('says so while it loads, when there is nobody, and when it fails, with Retry', async () => {
    let answer: (rows: Profile[]) => void = () => undefined;
    const { server } = serving('Admin');
    server.on(accounts.list, ({ query }) =>
      query.get('status') === 'pending' ? page([]) : new Promise((resolve) => (answer = (rows) => resolve(page(rows)))),
    );
    const { user } = renderApp('/users');
    await screen.findByRole('heading', { name: 'Users' });
    expect(await screen.findByText('Loading')).toBeTruthy();
    answer([]);
    await screen.findByText('No users yet');
    server.on(accounts.list, () => new Refusal('internal'));
    await user.click(screen.getByRole('button', { name: 'Email' }));
    await screen.findByText('Invalid token.');
    server.on(accounts.list, ({ query }) => page(query.get('status') === 'pending' ? [] : [person(7)]));
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'person7' })).toBeTruthy();
  });

  test('A11-09 what may be cut has its whole words as a title; a state is never cut', async () => {
    const long = { practice: 'Practice of the northern river side', specialty: 'Hand and upper extremity surgery' };
    serving('SuperAdmin', [person(1, { ...long, tenant_name: 'Clinic of the northern river', status: 'deactivated' })]);
    renderApp('/users');
    const row = (await screen.findByRole('link', { name: 'person1' })).closest('tr')!;
    for (const words of [long.practice, long.specialty, 'Clinic of the northern river', 'person1'])
      expect(within(row).getByTitle(words).textContent).toBe(words);
    expect(within(row).getByTitle('person1@example.org (verified)')).toBeTruthy();
    expect(within(row).getByText('Deactivated').closest('a')).toBeNull();
    expect(within(row).getByTitle('4 OpNotes of person1').textContent).toBe('Op 4');
  });

  test('the Tenant filter matches a whole name: it offers the names', async () => {
    const { server, asked } = serving('SuperAdmin');
    server.on(tenants.list, () => page([{ name: 'North Clinic' }, { name: 'South Clinic' }]) as never);
    const { user } = renderApp('/users');
    await screen.findByRole('link', { name: 'person1' });
    await user.click(screen.getByRole('button', { name: 'Filter Tenant' }));
    await user.click(await screen.findByRole('button', { name: 'South Clinic' }));
    await waitFor(() => expect(asked.at(-1)?.get('tenant')).toBe('South Clinic'));
    expect(screen.getByText('Tenant: South Clinic')).toBeTruthy();
  });

  test('sends the filter that the address holds, whole', async () => {
    const { asked } = serving('SuperAdmin');
    renderApp('/users?tenant=North%20Clinic&groups=Admin&sortBy=email&sortDir=asc');
    await screen.findByRole('link', { name: 'person1' });
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({ tenant: 'North Clinic', groups: 'Admin', ordering: 'email' });
  });
});

describe('people who await activation', () => {
  const waiting = person(9, { username: 'newcomer', status: 'pending', is_active: false, email_verified: false });

  test('stand first, with what they asked for; the activator confirms the role or gives another', async () => {
    const sent: unknown[] = [];
    const { server } = serving('Admin', [person(1)], [waiting]);
    server.on(accounts.activate, ({ body }) => {
      sent.push(body);
      return { count: 1 };
    });
    const { user } = renderApp('/users');
    await screen.findByRole('heading', { name: '1 person is awaiting activation' });
    expect(screen.getByText(/person9@example.org \(not verified\) asks to join North Clinic/)).toBeTruthy();
    const role = screen.getByRole('combobox', { name: 'Role of newcomer' });
    await user.click(role);
    const offered = await screen.findByRole('listbox', { name: 'Role of newcomer' });
    expect(
      within(offered)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Admin', 'Approver', 'DataEntry']);
    await user.click(screen.getByRole('option', { name: 'DataEntry' }));
    await user.click(screen.getByRole('button', { name: 'Activate newcomer' }));
    await screen.findByText('newcomer is active');
    expect(sent).toEqual([{ users: [waiting.id], groups: 'DataEntry' }]);
  });

  test('are refused only after a question', async () => {
    const sent: unknown[] = [];
    const { server } = serving('SuperAdmin', [person(1)], [waiting]);
    server.on(accounts.refuse, ({ body }) => {
      sent.push(body);
      return { count: 1 };
    });
    const { user } = renderApp('/users');
    await user.click(await screen.findByRole('button', { name: 'Refuse newcomer' }));
    await screen.findByText('The request will be deleted and the person notified by email.');
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Ok' }));
    await screen.findByText('newcomer was refused');
    expect(sent).toEqual([{ users: [waiting.id] }]);
  });
});

describe('with chosen people', () => {
  const choose = async (user: ReturnType<typeof renderApp>['user'], ...names: string[]): Promise<void> => {
    for (const name of names) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  };

  test('A12: bulk acts stand in the row of the list, disabled until somebody is chosen; then it says how many', async () => {
    serving('Admin');
    const { user } = renderApp('/users');
    const row = (await screen.findByText('None selected')).parentElement!;
    const acts = ['Alert selected', 'Delete selected'].map((name) =>
      within(row).getByRole<HTMLButtonElement>('button', { name }),
    );
    expect(acts.map((act) => act.disabled)).toEqual([true, true]);
    await choose(user, 'person1', 'person2');
    expect(within(row).getByRole('status').textContent).toBe('2 selected, clear');
    expect(acts.map((act) => act.disabled)).toEqual([false, false]);
  });

  test('Delete selected asks for the word, and says how many were deleted', async () => {
    const sent: unknown[] = [];
    const { server } = serving('Admin');
    server.on(auth.removeMany, ({ body }) => {
      sent.push(body);
      return { count: 2 };
    });
    const { user } = renderApp('/users');
    await choose(user, 'person1', 'person2');
    await user.click(screen.getByRole('button', { name: 'Delete selected' }));
    const ok = await screen.findByRole<HTMLButtonElement>('button', { name: 'Ok' });
    expect(ok.disabled).toBe(true);
    await user.type(screen.getByPlaceholderText('Please type "delete"'), 'DELETE');
    await user.click(ok);
    await screen.findByText('2 users has been deleted');
    expect(sent).toEqual([{ users: [idOf(1), idOf(2)] }]);
  });

  test('a refused deletion is said, and the dialog stays', async () => {
    const { server } = serving('Admin');
    server.on(auth.removeMany, () => new Refusal('conflict', { detail: 'You cannot delete your own account.' }));
    const { user } = renderApp('/users');
    await choose(user, 'person1');
    await user.click(screen.getByRole('button', { name: 'Delete selected' }));
    await user.type(await screen.findByPlaceholderText('Please type "delete"'), 'delete{Enter}');
    await screen.findByText('You cannot delete your own account.');
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  test('A11: Alert selected shows the notes to choose from, searches in them, and tells of both counts', async () => {
    const sent: unknown[] = [];
    const note: NoteRow = {
      id: '0000000a-1111-4111-8111-111111111111',
      text: 'A note',
      text_truncated: false,
      filename: null,
      created_by: 'person1',
      created_at: '2026-03-04T12:00:00Z',
      updated_by: null,
      updated_at: '2026-03-04T12:00:00Z',
      tenant: 'North Clinic',
      type: 'text',
      cpt_codes_approved: ['29827'],
    };
    const { server } = serving('Admin');
    server
      .on(opNotes.list, () => page([note]))
      .on(accounts.alert, ({ body }) => {
        sent.push(body);
        return { count: 1 };
      });
    const { user } = renderApp('/users');
    await choose(user, 'person2');
    await user.click(screen.getByRole('button', { name: 'Alert selected' }));
    const dialog = await screen.findByRole('dialog', { name: 'User alert' });
    await within(dialog).findByText('A note');
    expect(headsIn(within(dialog))).toEqual(['ID', 'Created', 'Created By', 'Tenant', 'CPT Codes', 'OpNotes']);
    const alert = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Alert' });
    expect(alert.disabled).toBe(true);
    await user.type(within(dialog).getByLabelText('Search in the text'), 'shoulder');
    await waitFor(() => expect(server.calls.some((line) => line.includes('text=shoulder'))).toBe(true));
    await user.click(await within(dialog).findByRole('checkbox', { name: 'Select note 0000000a' }));
    await user.click(alert);
    await screen.findByText('1 users has been alerted about 1 OpNotes');
    expect(sent).toEqual([{ op_notes: [note.id], users: [idOf(2)] }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('Invite', () => {
  test('an Admin makes a code of the own tenant, shown once', async () => {
    const sent: unknown[] = [];
    const { server } = serving('Admin');
    server
      .on(tenants.selectable, () => ({ results: [{ id: clinic, name: 'North Clinic' }] }) as never)
      .on(tenants.invite, ({ params, body }) => {
        sent.push(params['id'], body);
        return { code: 'ABCD-EFGH-JKMN-PQRS', expires_at: '2026-03-11T12:00:00Z' };
      });
    const { user } = renderApp('/users');
    await user.click(await screen.findByRole('button', { name: 'Invite' }));
    const dialog = await screen.findByRole('dialog', { name: 'Invite' });
    expect(within(dialog).queryByRole('combobox', { name: 'Tenant' })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Create code' }));
    await within(dialog).findByText('ABCD-EFGH-JKMN-PQRS');
    expect(within(dialog).getByText(/works for one sign-up until 03\/11\/2026/)).toBeTruthy();
    expect(sent).toEqual([clinic, {}]);
  });
});
