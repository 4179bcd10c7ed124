import { screen, waitFor, within } from '@testing-library/react';
import { audit } from '@incisive/contract/audit';
import type { AuditRow } from '@incisive/contract/audit';
import { auditEvents } from '@incisive/contract/audit-events';
import { tenants } from '@incisive/contract/tenants';
import type { Role } from '@incisive/contract/roles';
import { expect, test, vi } from 'vitest';
import { Refusal } from '../../testing/fake-server.ts';
import { profileOf, renderApp, serverFor } from '../../testing/render-app.tsx';

const row = (n: number, more: Partial<AuditRow> = {}): AuditRow => ({
  id: String(n),
  type: 'note_read',
  action: 'R',
  recorded: '2026-03-04T12:00:00Z',
  outcome: 'success',
  agent: { who: 'admin', user_id: '8d1c2b3a-2222-4222-8222-222222222222', role: 'Admin', network: '127.0.0.1' },
  source: 'incisive-api',
  request_id: `req-${String(n)}`,
  entity: ['note:3fa85f64-1111-4111-8111-111111111111'],
  tenant: 'North Clinic',
  tenant_id: 'c0ffee00-3333-4333-8333-333333333333',
  detail: null,
  sealed: true,
  ...more,
});

function serving(
  role: Role,
  rows = [
    row(1),
    row(2, {
      type: 'authn_login_fail',
      action: 'E',
      outcome: 'failed',
      sealed: false,
      agent: { who: null, user_id: null, role: null, network: null },
      entity: [],
      tenant: null,
      tenant_id: null,
    }),
  ],
) {
  const asked: URLSearchParams[] = [];
  const server = serverFor(profileOf(role)).on(audit.list, ({ query }) => {
    asked.push(query);
    return { results: rows, count: rows.length, next: null, previous: null };
  });
  return { server, asked };
}

test.each<Role>(['SuperAdmin', 'Admin'])('%s reads who did what, when, to which object, newest first', async (role) => {
  const { asked } = serving(role);
  renderApp('/audit');
  const event = await screen.findByText('Note read');
  const words = within(event.closest('tr') as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(words.slice(1)).toEqual([
    'Note read',
    'Read',
    'Success',
    'admin8d1c2b3a',
    'Admin',
    '127.0.0.1',
    'note:3fa85f64',
    'North Clinicc0ffee00',
    '',
  ]);
  expect(screen.getByText('No one signed in')).toBeDefined();
  expect(asked[0]?.get('per_page')).toBe('25');
});

test('A12: the seal is told once, up to which row; only a row that is not sealed yet is marked', async () => {
  serving('Admin', [
    row(3, { sealed: false, recorded: '2026-03-04T12:00:09Z' }),
    row(2, { recorded: '2026-03-04T12:00:07Z' }),
    row(1, { recorded: '2026-03-04T12:00:05Z' }),
  ]);
  renderApp('/audit');
  expect(await screen.findByText(/^Sealed through 03\/04\/2026 12:00:07 PM: /)).toBeDefined();
  expect(screen.queryByRole('columnheader', { name: /Sealed/ })).toBeNull();
  const marked = screen.getAllByText('Not sealed yet').map((mark) => mark.closest('tr')?.dataset['row']);
  expect(marked).toEqual(['3']);
});

test('A12: a row opens to all that it holds, by its time or by the keyboard, and gives the focus back', async () => {
  const ids = [1, 2, 3].map((n) => `note:3fa85f64-1111-4111-8111-11111111111${String(n)}`);
  serving('SuperAdmin', [row(7, { entity: ids, detail: 'text, title', outcome: 'refused', recorded: '2026-03-04T12:00:42Z' })]);
  const { user } = renderApp('/audit');
  const time = await screen.findByRole('button', { name: '03/04/2026 12:00:42 PM' });
  await user.keyboard('j');
  expect(document.activeElement).toBe(time);
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Note read' });
  const facts = [...dialog.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(facts).toEqual([
    ['Row', '7'],
    ['Recorded', '03/04/2026 12:00:42 PM UTC'],
    ['Event', 'Note read note_read'],
    ['Action', 'Read'],
    ['Outcome', 'Refused'],
    ['Who', 'admin 8d1c2b3a-2222-4222-8222-222222222222'],
    ['Role', 'Admin'],
    ['Address', '127.0.0.1'],
    ['Tenant', 'North Clinic c0ffee00-3333-4333-8333-333333333333'],
    ['Objects', ids.join('')],
    ['Detail', 'text, title'],
    ['Recorded by', 'incisive-api'],
    ['Request', 'req-7'],
    ['Sealed', 'Yes'],
  ]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(time));
});

test('S9: a name stands beside its id and shows what is hidden in it', async () => {
  const agent = { who: 'adm\u200Bin\u202E', user_id: '77777777-2222-4222-8222-222222222222', role: 'Admin', network: null };
  serving('SuperAdmin', [row(1, { agent, tenant: 'North\u2066Clinic' })]);
  renderApp('/audit');
  expect((await screen.findByText('77777777')).title).toBe(agent.user_id);
  expect(screen.getByText('adm[U+200B]in[U+202E]')).toBeDefined();
  expect(screen.getByText('North[U+2066]Clinic')).toBeDefined();
  expect(screen.getByText('c0ffee00')).toBeDefined();
});

test.each<Role>(['SuperApprover', 'Coder', 'Approver', 'DataEntry'])('%s finds no such page', async (role) => {
  serving(role);
  renderApp('/audit');
  expect(await screen.findByRole('heading', { name: 'Not Found' })).toBeDefined();
});

test('the address filters; every event of the vocabulary is offered', async () => {
  const { asked } = serving('Admin');
  const { user } = renderApp('/audit?type=note_read&action=R&outcome=success&who=admin&recorded_after=2026-03-01');
  await screen.findByText('Note read', { selector: 'td *, td' });
  for (const words of ['Event: Note read', 'Action: Read', 'Outcome: Success']) expect(screen.getByText(words)).toBeDefined();
  expect(Object.fromEntries(asked.at(-1)!)).toMatchObject({
    type: 'note_read',
    action: 'R',
    outcome: 'success',
    who: 'admin',
    recorded_after: '2026-03-01',
  });
  await user.click(screen.getByRole('button', { name: /Filter Event/ }));
  const popover = await screen.findByRole('dialog', { name: /Event/ });
  const offered = within(popover)
    .getAllByRole('listitem')
    .map((item) => item.textContent);
  expect(within(popover).getByPlaceholderText('Note read')).toBeDefined();
  // Two events under one name could not be told apart.
  expect(new Set(offered).size).toBe(Object.keys(auditEvents).length);
  await user.click(within(popover).getByRole('button', { name: 'CPT catalog changed' }));
  await waitFor(() => expect(asked.at(-1)?.get('type')).toBe('catalogue_change'));
});

test('the filtered log downloads as CSV, without paging; a refusal is told', async () => {
  const { server } = serving('Admin');
  const asked: string[] = [];
  server.on(audit.csv, ({ query }) => {
    asked.push(query.toString());
    return undefined as never;
  });
  const names: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:csv');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const { user } = renderApp('/audit?outcome=failed');
  await screen.findByText('Note read');
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(names).toEqual(['audit.csv']));
  expect(asked[0]).toContain('outcome=failed');
  expect(asked[0]).not.toContain('per_page');
  server.on(audit.csv, () => new Refusal('rate-limited', { detail: 'Wait a minute.' }));
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  expect(await screen.findByText('Wait a minute.')).toBeDefined();
});

test('an event that this app does not know yet shows its own name', async () => {
  serving('Admin', [row(1, { type: 'constructor' }), row(2, { type: 'note_archive', outcome: 'failed' })]);
  renderApp('/audit');
  expect(await screen.findByText('note_archive')).toBeDefined();
  expect(screen.getByText('constructor')).toBeDefined();
  expect(screen.getByText('Failed')).toBeDefined();
});

test('Apply without a choice leaves the filter as it was', async () => {
  const { asked } = serving('Admin');
  const { user } = renderApp('/audit?outcome=refused');
  await user.click(await screen.findByRole('button', { name: /Filter Outcome/ }));
  await user.click(await screen.findByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('Outcome: Refused')).toBeDefined();
  expect(asked.every((query) => query.get('outcome') === 'refused')).toBe(true);
});

test('SuperAdmin filters by the whole name of a tenant, offered in a list', async () => {
  const { server, asked } = serving('SuperAdmin');
  server.on(tenants.list, () => ({ results: [{ name: 'South Clinic' }], count: 1, next: null, previous: null }) as never);
  const { user } = renderApp('/audit');
  await user.click(await screen.findByRole('button', { name: 'Filter Tenant' }));
  await user.click(await screen.findByRole('button', { name: 'South Clinic' }));
  await waitFor(() => expect(asked.at(-1)?.get('tenant')).toBe('South Clinic'));
});

test('an Admin has no filter for the one tenant', async () => {
  serving('Admin');
  renderApp('/audit');
  await screen.findByText('Note read');
  expect(screen.queryByRole('button', { name: 'Filter Tenant' })).toBeNull();
});

test('is empty and fails in its own words', async () => {
  const { server } = serving('SuperAdmin', []);
  const { router } = renderApp('/audit');
  expect(await screen.findByText('Nothing recorded yet')).toBeDefined();
  server.on(audit.list, () => new Refusal('unavailable'));
  await router.navigate({ to: '/audit', search: { who: 'x' } as never });
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined();
});
