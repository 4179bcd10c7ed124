import { screen, waitFor, within } from '@testing-library/react';
import { edNotes } from '@incisive/contract/ed-notes';
import { claimExports, exports } from '@incisive/contract/exports';
import type { NoteExport } from '@incisive/contract/exports';
import { limits } from '@incisive/contract/limits';
import type { NoteRow } from '@incisive/contract/notes';
import { opNotes } from '@incisive/contract/op-notes';
import type { Role } from '@incisive/contract/roles';
import { expect, test, vi } from 'vitest';
import { Refusal } from '../../testing/fake-server.ts';
import { profileOf, renderApp, serverFor } from '../../testing/render-app.tsx';

const idOf = (n: number): string => `${String(n).padStart(8, '0')}-1111-4111-8111-111111111111`;
const row = (n: number): NoteRow => ({
  id: idOf(n),
  text: `Note number ${n}`,
  text_truncated: false,
  filename: `note-${n}.txt`,
  created_at: '2026-03-04T12:00:00Z',
  updated_by: null,
  updated_at: '2026-03-04T12:00:00Z',
  type: 'txt',
  cpt_codes_approved: [],
});
const order = (more: Partial<NoteExport> = {}): NoteExport => ({
  id: idOf(9),
  kind: 'op',
  format: 'docx',
  state: 'running',
  done: 120,
  total: 350,
  left_out: 0,
  created_at: '2026-03-04T12:00:00Z',
  expires_at: '2026-03-05T12:00:00Z',
  ...more,
});

/** A list of `rows` notes, and the exports that the server has. */
function serving(known: { exports: NoteExport[] }, rows = 2, role: Role = 'Approver') {
  const notes = Array.from({ length: rows }, (_, n) => row(n + 1));
  const page = { results: notes, count: rows, next: null, previous: null };
  return serverFor(profileOf(role))
    .on(opNotes.list, () => page)
    .on(edNotes.list, () => page)
    .on(exports.list, () => ({ results: known.exports }));
}

function catchDownloads(): string[] {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
  return names;
}

/** Chooses all of that many notes and exports them. */
async function exportAll(count: number) {
  const known = { exports: [] as NoteExport[] };
  const asked: string[] = [];
  serving(known, count)
    .on(opNotes.downloadMany, () => undefined)
    .on(opNotes.exportMany, ({ body }) => {
      asked.push(...body.op_notes);
      known.exports = [order({ state: 'waiting', done: 0, total: count })];
      return { export_id: idOf(9) };
    });
  const names = catchDownloads();
  const { user } = renderApp('/opnotes');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }));
  await user.click(screen.getByRole('button', { name: 'Export selected' }));
  return { names, asked };
}

test('as many notes as a request may carry are exported at once', async () => {
  const { names, asked } = await exportAll(limits.directExportNotes);
  await waitFor(() => expect(names).toEqual(['OpNotes.zip']));
  expect(asked).toEqual([]);
});

test('one more makes it a background export', async () => {
  const { names, asked } = await exportAll(limits.directExportNotes + 1);
  expect(await screen.findByText('Preparing 0 of 101 notes')).toBeTruthy();
  expect([asked.length, names]).toEqual([101, []]);
});

test('one that was begun before a reload shows its progress, then its file', async () => {
  const known = { exports: [order()] };
  serving(known).on(exports.download, ({ params }) => {
    expect(params['id']).toBe(idOf(9));
    return undefined;
  });
  const names = catchDownloads();
  const { user } = renderApp('/opnotes');
  const notice = await screen.findByRole('region', { name: 'Export of 350 OpNotes' });
  expect(within(notice).getByText('Preparing 120 of 350 notes')).toBeTruthy();
  expect(within(notice).getByRole('progressbar').getAttribute('aria-valuenow')).toMatch(/^34\./);
  expect(within(notice).queryByRole('button', { name: 'Download' })).toBeNull();
  known.exports = [order({ state: 'running', done: 240 })];
  await screen.findByText('Preparing 240 of 350 notes');
  known.exports = [order({ state: 'ready', done: 350, left_out: 2 })];
  await screen.findByText('348 OpNotes are ready to download');
  expect(screen.getByText('2 were deleted in the meantime and are left out.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(names.length).toBe(1));
});

test('claims of chosen notes are exported by who may; those without a finished claim are told as left out', async () => {
  const known = { exports: [] as NoteExport[] };
  const asked: unknown[] = [];
  serving(known, 2, 'Admin').on(claimExports.begin, ({ query, body }) => {
    asked.push(query.get('format'), body.op_notes);
    known.exports = [order({ format: 'csv', state: 'ready', done: 2, total: 2, left_out: 1 })];
    return { export_id: idOf(9) };
  });
  const { user } = renderApp('/opnotes');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }));
  await user.click(screen.getByRole('button', { name: 'Export claims' }));
  expect(await screen.findByText('1 claim is ready to download (charges, .csv)')).toBeTruthy();
  expect(screen.getByText('1 without a finished claim left out.')).toBeTruthy();
  expect(asked).toEqual(['csv', [idOf(1), idOf(2)]]);
});

test('an Approver, who may not export claims, has no such button', async () => {
  serving({ exports: [] });
  renderApp('/opnotes');
  await screen.findByRole('button', { name: 'Export selected' });
  expect(screen.queryByRole('button', { name: 'Export claims' })).toBeNull();
});

test('a dropped one is gone; a failed one says what to do', async () => {
  const known = { exports: [order({ state: 'failed' }), order({ id: idOf(8), total: 200, state: 'ready' })] };
  serving(known).on(exports.remove, ({ params }) => {
    known.exports = known.exports.filter((one) => one.id !== params['id']);
    return undefined as never;
  });
  const { user } = renderApp('/opnotes');
  const failed = await screen.findByRole('region', { name: 'Export of 350 OpNotes' });
  expect(within(failed).getByText(/Select the OpNotes and export them again/)).toBeTruthy();
  expect(within(failed).queryByRole('button', { name: 'Download' })).toBeNull();
  await user.click(within(failed).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Export of 350 OpNotes' })).toBeNull());
  expect(screen.getByText('200 OpNotes are ready to download')).toBeTruthy();
});

test('a file that is past its time says so, and its notice goes', async () => {
  const known = { exports: [order({ state: 'ready' })] };
  serving(known).on(exports.download, () => {
    known.exports = [];
    return new Refusal('not-found') as never;
  });
  const { user } = renderApp('/opnotes');
  await user.click(await screen.findByRole('button', { name: 'Download' }));
  await screen.findByText(/This export is no longer available. Select the notes/);
  await waitFor(() => expect(screen.queryByText('350 OpNotes are ready to download')).toBeNull());
});

test('without an answer it says that the export goes on', async () => {
  const known = { exports: [order()] };
  const server = serving(known);
  renderApp('/opnotes');
  await screen.findByText('Preparing 120 of 350 notes');
  server.on(exports.list, () => new Refusal('unavailable'));
  expect(await screen.findByText(/The export will continue when it’s back/)).toBeTruthy();
});

test('each kind’s list shows its own', async () => {
  serving({ exports: [order({ state: 'ready' }), order({ id: idOf(8), kind: 'ed', total: 1, state: 'ready' })] });
  renderApp('/ednotes');
  await screen.findByText('1 EdNote is ready to download');
  expect(screen.queryByText(/OpNotes are ready/)).toBeNull();
});
