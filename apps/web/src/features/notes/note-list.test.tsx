import { act, screen, waitFor, within } from '@testing-library/react';
import { accounts } from '@incisive/contract/accounts';
import { edNotes } from '@incisive/contract/ed-notes';
import { limits } from '@incisive/contract/limits';
import type { NoteRow } from '@incisive/contract/notes';
import { opNotes } from '@incisive/contract/op-notes';
import type { Role } from '@incisive/contract/roles';
import { tenants } from '@incisive/contract/tenants';
import { describe, expect, test, vi } from 'vitest';
import { call } from '../../lib/api/call.ts';
import { listAddress, nextInTrail, positionInTrail } from '../../lib/note-trail.ts';
import { Refusal } from '../../testing/fake-server.ts';
import { holdTimers } from '../../testing/hold-timers.ts';
import { headsIn, profileOf, renderApp, serverFor, tenantOf } from '../../testing/render-app.tsx';

const idOf = (n: number): string => `${String(n).padStart(8, '0')}-1111-4111-8111-111111111111`;
const row = (n: number, more: Partial<NoteRow> = {}): NoteRow => ({
  id: idOf(n),
  text: `Note number ${n}`,
  text_truncated: false,
  filename: `note-${n}.txt`,
  created_by: 'dataentry',
  created_at: '2026-03-04T12:00:00Z',
  updated_by: null,
  updated_at: '2026-03-04T12:00:00Z',
  tenant: 'North Clinic',
  type: 'txt',
  cpt_codes_approved: ['29827', '29826'],
  state: 'review',
  ...more,
});
const page = (rows: NoteRow[], count = rows.length, next: string | null = null) => ({
  results: rows,
  count,
  next,
  previous: null,
});

function serving(role: Role, rows: NoteRow[] = [row(1), row(2)]) {
  const asked: URLSearchParams[] = [];
  const server = serverFor(profileOf(role)).on(opNotes.list, ({ query }) => {
    asked.push(query);
    return query.get('cursor') ? page([row(3)], 3) : page(rows, rows.length + 1, '/api/v1/op-notes/?cursor=abc&per_page=10');
  });
  return { server, asked };
}

describe('/opnotes', () => {
  test.each<[Role, string[]]>([
    [
      'SuperAdmin',
      ['ID', 'Created', 'Created By', 'Updated', 'Updated By', 'Tenant', 'Status', 'CPT Codes', 'Filename', 'OpNotes text'],
    ],
    ['Admin', ['ID', 'Created', 'Created By', 'Updated', 'Updated By', 'Status', 'CPT Codes', 'Filename', 'OpNotes text']],
    ['Approver', ['ID', 'Created', 'Updated', 'Updated By', 'Status', 'CPT Codes', 'Filename', 'OpNotes text']],
    ['DataEntry', ['ID', 'Created', 'Updated', 'Updated By', 'Status', 'CPT Codes', 'Filename', 'OpNotes text']],
  ])('shows %s its columns', async (role, columns) => {
    serving(role);
    renderApp('/opnotes');
    await screen.findByText('note-1.txt');
    expect(headsIn()).toEqual(columns);
    expect(screen.getByRole('link', { name: '00000001' }).getAttribute('href')).toBe(`/opnotes/${idOf(1)}`);
    expect(screen.getAllByText('03/04/2026').length).toBeGreaterThan(0);
    expect(screen.getAllByText('29827, 29826').length).toBe(2);
  });

  test('S13: what is hidden in an excerpt or a file’s name stands there by its number', async () => {
    serving('Approver', [row(1, { text: 'Left \u202Eeenk\u202C.\nPort\u200Bs placed.', filename: 'knee\u202Etxt.docx' })]);
    renderApp('/opnotes');
    const line = await screen.findByRole('row', { name: /00000001/ });
    const marks = [...line.querySelectorAll<HTMLElement>('[data-mark]')].map((mark) => mark.dataset['mark']);
    expect(marks).toEqual(['U+202E', 'U+202E', 'U+202C', 'U+200B']);
    expect(within(line).getByTitle('knee[U+202E]txt.docx').textContent).toBe('knee\u202Etxt.docx');
  });

  test('asks newest first, and what the address says', async () => {
    const { asked } = serving('SuperAdmin');
    renderApp('/opnotes?created_by=coder&tenant=North%20Clinic&sortBy=filename&sortDir=desc');
    await screen.findByText('note-1.txt');
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      created_by: 'coder',
      tenant: 'North Clinic',
      ordering: '-filename',
      per_page: '10',
    });
    expect(screen.getByText('Created By: coder')).toBeTruthy();
  });

  test('a filter by creator in a link does not make the list of a data-entry clerk fail', async () => {
    const { asked } = serving('DataEntry');
    renderApp('/opnotes?created_by=coder');
    await screen.findByText('note-1.txt');
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({ ordering: '-created_at', per_page: '10' });
  });

  test('sorts by its header, in the address too', async () => {
    serving('Approver');
    const { user, router } = renderApp('/opnotes');
    await user.click(await screen.findByRole('button', { name: 'Filename' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ sortBy: 'filename', sortDir: 'asc' }));
    await waitFor(() => {
      const sorted = screen.getAllByRole('columnheader').find((cell) => cell.getAttribute('aria-sort'));
      expect([sorted?.textContent, sorted?.getAttribute('aria-sort')]).toEqual(['Filename', 'ascending']);
    });
  });

  test('sends a text filter once, a second after the last key', async () => {
    const { asked } = serving('Approver');
    const { user, router } = renderApp('/opnotes');
    await user.click(await screen.findByRole('button', { name: 'Filter Filename' }));
    expect(limits.filterDebounceMs).toBe(1000);
    const waiting = holdTimers(limits.filterDebounceMs);
    await user.type(screen.getByLabelText('Filename contains'), 'hip');
    expect(router.state.location.search).toEqual({});
    expect(waiting).toHaveLength(1);
    act(() => waiting[0]?.());
    await waitFor(() => expect(router.state.location.search).toEqual({ filename: 'hip' }));
    await waitFor(() => expect(asked.map((query) => query.get('filename'))).toEqual([null, 'hip']));
  });

  test('does not send a range whose From is after its To', async () => {
    const { asked } = serving('Approver');
    const { user } = renderApp('/opnotes?created_at_before=2026-01-01');
    await user.click(await screen.findByRole('button', { name: 'Filter Created, active' }));
    const from = screen.getByLabelText<HTMLInputElement>('From');
    await user.type(from, '2026-02-01');
    await screen.findByText('From cannot be after To');
    await user.keyboard('{Escape}');
    expect(asked.every((query) => query.get('created_at_after') === null)).toBe(true);
    expect(asked[0]?.get('tz')).toBeTruthy();
  });

  test('offers names for Created By and Tenant', async () => {
    const { server } = serving('SuperAdmin');
    server
      .on(accounts.list, () => ({ results: [profileOf('Coder')], count: 1, next: null, previous: null }))
      .on(tenants.list, () => ({ results: [], count: 0, next: null, previous: null }));
    const { user, router } = renderApp('/opnotes');
    await user.click(await screen.findByRole('button', { name: 'Filter Created By' }));
    await user.click(await screen.findByRole('button', { name: 'coder' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ created_by: 'coder' }));
  });

  test('loads more, and the selection survives it', async () => {
    const { server } = serving('Admin');
    let deleted: string[] = [];
    server.on(opNotes.removeMany, ({ body }) => {
      deleted = body.op_notes;
      return { count: body.op_notes.length };
    });
    const { user } = renderApp('/opnotes');
    const remove = await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete selected' });
    expect(remove.disabled).toBe(true);
    await user.click(await screen.findByRole('checkbox', { name: 'Select note-2.txt' }));
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Select note-3.txt' }));
    expect(screen.getByText(/2 selected/)).toBeTruthy();
    await user.click(remove);
    await user.type(await screen.findByPlaceholderText('Please type "delete"'), 'delete{Enter}');
    await screen.findByText('2 OpNotes has been deleted');
    expect(deleted).toEqual([idOf(2), idOf(3)]);
    await waitFor(() => expect(screen.queryByText(/selected,/)).toBeNull());
    // The button is disabled now: the focus starts again at the head of the page, not at its very beginning.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  });

  test('Load more by Enter keeps the focus while rows are asked for, and goes on to the first that comes', async () => {
    const { server } = serving('Approver');
    const { user } = renderApp('/opnotes');
    await screen.findByText('note-2.txt');
    let answer: (refusal: Refusal) => void = () => undefined;
    server.on(opNotes.list, () => new Promise<Refusal>((resolve) => void (answer = resolve)));
    const more = screen.getByRole<HTMLButtonElement>('button', { name: 'Load more' });
    more.focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: 'Loading' })).toBe(more);
    // A button that is disabled loses the focus in every browser.
    expect(more.disabled).toBe(false);
    answer(new Refusal('unavailable'));
    expect(await screen.findByRole('button', { name: 'Retry' })).toBe(document.activeElement);
    server.on(opNotes.list, () => page([row(3)], 3));
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('link', { name: '00000003' })).toBe(document.activeElement);
  });

  test('only who may delete sees Delete selected', async () => {
    serving('Coder');
    renderApp('/opnotes');
    await screen.findByText('note-1.txt');
    expect(screen.queryByRole('button', { name: 'Delete selected' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Export selected' })).toBeTruthy();
  });

  test('exports what is selected as OpNotes.zip', async () => {
    const { server } = serving('Approver');
    server.on(opNotes.downloadMany, () => undefined);
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
    const { user } = renderApp('/opnotes');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }));
    await user.click(screen.getByRole('button', { name: 'Export selected' }));
    await waitFor(() => expect(names).toEqual(['OpNotes.zip']));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Export selected' })));
  });

  test('keeps the page size in the browser', async () => {
    const { asked } = serving('Approver');
    const { user } = renderApp('/opnotes');
    await screen.findByText('note-1.txt');
    await user.selectOptions(screen.getByLabelText('Rows per page'), '50');
    await waitFor(() => expect(asked.at(-1)?.get('per_page')).toBe('50'));
    expect(localStorage.getItem('pageRows')).toBe('50');
  });

  test('says what to do when there is nothing, and keeps filters in reach when they find nothing', async () => {
    const { server } = serving('Approver');
    server.on(opNotes.list, () => page([]));
    const { user, router } = renderApp('/opnotes?filename=zzz');
    await screen.findByText(/Nothing matches this filter/);
    await user.click(screen.getByRole('button', { name: 'Filter Filename, active' }));
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    await screen.findByText('No OpNotes yet');
  });

  test('a failed load says what happened, with Retry', async () => {
    const { server } = serving('Approver');
    let broken = true;
    server.on(opNotes.list, () => (broken ? new Refusal('internal') : page([row(1)])));
    const { user } = renderApp('/opnotes');
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Something went wrong. Please try again later.')).toBeTruthy();
    broken = false;
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await screen.findByText('note-1.txt');
  });
});

describe('a list is true to what was done', () => {
  test('U5: codes that were approved on the note stand in the list that is opened again, not 15 s later', async () => {
    const { server } = serving('Approver');
    let codes: string[] = [];
    server
      .on(opNotes.list, () => page([row(1, { cpt_codes_approved: codes })]))
      .on(opNotes.approve, () => ({ results: [], count: 0, next: null, previous: null }))
      .on(opNotes.getDraft, () => ({ draft: null }));
    const { router } = renderApp('/opnotes');
    await screen.findByText('note-1.txt');
    await act(() => router.navigate({ to: '/opnotes/new' }));
    await act(async () => {
      codes = ['47562'];
      await call(opNotes.approve, { params: { id: idOf(1) }, body: { cpt_codes: codes } });
      await router.navigate({ to: '/opnotes' });
    });
    expect(await screen.findByText('47562')).toBeTruthy();
  });

  test('U6: the state of a note is a column, a filter by one press, and an order', async () => {
    const { asked } = serving('Approver', [
      row(1, { state: 'new' }),
      row(2, { state: 'review' }),
      row(4, { state: 'submitted' }),
    ]);
    const { user, router } = renderApp('/opnotes');
    await screen.findByText('note-1.txt');
    const words = screen
      .getAllByRole('row')
      .slice(1)
      .map((line) => /No codes yet|In review|Submitted/.exec(line.textContent)?.[0]);
    expect(words).toEqual(['No codes yet', 'In review', 'Submitted']);
    await user.click(screen.getByRole('button', { name: 'In review' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ state: 'review' }));
    await waitFor(() => expect(asked.at(-1)?.get('state')).toBe('review'));
    expect(screen.getByText('Status: In review')).toBeTruthy();
    await user.click(within(screen.getByRole('columnheader', { name: /Status/ })).getByRole('button', { name: 'Status' }));
    await waitFor(() => expect(asked.at(-1)?.get('ordering')).toBe('state'));
  });

  test('U6: J and K go through the rows and beyond those loaded, X selects, Enter opens, Esc clears', async () => {
    serving('Admin');
    const { user, router } = renderApp('/opnotes');
    await screen.findByText('note-1.txt');
    const current = () => document.activeElement?.closest('tr')?.textContent ?? '';
    // jsdom lays nothing out: every row counts as seen.
    await user.keyboard('x');
    expect(screen.queryByText(/selected,/)).toBeNull();
    await user.keyboard('j');
    expect(current()).toContain('note-1.txt');
    await user.keyboard('jx');
    expect(current()).toContain('note-2.txt');
    expect(screen.getByText(/1 selected/)).toBeTruthy();
    await user.keyboard('j');
    await waitFor(() => expect(current()).toContain('note-3.txt'));
    await user.keyboard('{Shift>}X{/Shift}');
    expect(screen.getByText(/2 selected/)).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByText(/selected,/)).toBeNull();
    await user.keyboard('k');
    await user.click(screen.getByRole('button', { name: 'Filter Filename' }));
    await user.keyboard('jx{Escape}');
    expect(screen.queryByText(/selected,/)).toBeNull();
    screen.getByRole('link', { name: '00000002' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/opnotes/${idOf(2)}`));
  });

  test('U19: bulk delete says how many', async () => {
    serving('Admin');
    const { user } = renderApp('/opnotes');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }));
    await user.click(screen.getByRole('button', { name: 'Delete selected' }));
    expect(await screen.findByText('2 OpNotes selected.')).toBeTruthy();
  });

  test('U6: where the list stood is remembered for the way back and for the note after the last row loaded', async () => {
    serving('Approver');
    renderApp('/opnotes?filename=note&sortBy=filename&sortDir=desc');
    await screen.findByText('note-1.txt');
    await waitFor(() =>
      expect(listAddress('op')).toEqual({ to: '/opnotes', search: { filename: 'note', sortBy: 'filename', sortDir: 'desc' } }),
    );
    expect(positionInTrail('op', idOf(2))).toMatchObject({ next: null, more: true });
    expect(await nextInTrail('op', idOf(2))).toBe(idOf(3));
  });
});

describe('/tenants/{id}', () => {
  const tenant = tenantOf({ count_opnotes: 3 });

  test('carries the OpNotes of its tenant: asked by id, filtered, sorted, more of them, remembered for N and P', async () => {
    const { server, asked } = serving('SuperAdmin');
    server.on(tenants.get, () => tenant);
    const { user, router } = renderApp(`/tenants/${tenant.id}?filename=note`);
    const table = await screen.findByRole('table', { name: 'OpNotes of this tenant' });
    await within(table).findByText('note-1.txt');
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      created_by__tenant: tenant.id,
      filename: 'note',
      ordering: '-created_at',
      per_page: '10',
    });
    expect(headsIn()).toEqual([
      'ID',
      'Created',
      'Created By',
      'Updated',
      'Updated By',
      'Status',
      'CPT Codes',
      'Filename',
      'OpNotes text',
    ]);
    expect(screen.getByRole('link', { name: 'Open these in OpNotes' }).getAttribute('href')).toMatch(
      /^\/opnotes\?tenant=North(%20|\+)Clinic$/,
    );
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await within(table).findByText('note-3.txt');
    expect(positionInTrail('op', idOf(3))).toMatchObject({ position: 3, total: 3, previous: idOf(2) });
    await user.click(screen.getByRole('button', { name: 'Filename' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ filename: 'note', sortBy: 'filename', sortDir: 'asc' }));
    await waitFor(() => expect(asked.at(-1)?.get('created_by__tenant')).toBe(tenant.id));
  });

  test('says that a tenant has none', async () => {
    const { server } = serving('SuperAdmin');
    server.on(tenants.get, () => tenant).on(opNotes.list, () => page([]));
    renderApp(`/tenants/${tenant.id}`);
    await screen.findByText('This tenant has no OpNotes');
    expect(screen.queryByRole('link', { name: 'Open these in OpNotes' })).toBeNull();
  });
});

describe('/ednotes', () => {
  test('a failed load has its fixed toast, and the page says what happened', async () => {
    serverFor(profileOf('Admin')).on(edNotes.list, () => new Refusal('unavailable'));
    renderApp('/ednotes');
    await screen.findByText('Invalid token.');
    expect(within(await screen.findByRole('alert')).getByText(/The server is unavailable/)).toBeTruthy();
  });

  test('has no CPT column, uploads to /opnotes/upload, and warns in its own words', async () => {
    serverFor(profileOf('Admin')).on(edNotes.list, () => page([row(1)]));
    const { user } = renderApp('/ednotes');
    await screen.findByText('note-1.txt');
    expect(headsIn()).not.toContain('CPT Codes');
    expect(screen.getByRole('link', { name: 'Upload' }).getAttribute('href')).toBe('/opnotes/upload');
    await user.click(screen.getByRole('checkbox', { name: 'Select note-1.txt' }));
    await user.click(screen.getByRole('button', { name: 'Delete selected' }));
    await screen.findByText('Warning!');
    expect(screen.getByText('Attention! Note that op notes will be deleted and cannot be restored.')).toBeTruthy();
  });
});
