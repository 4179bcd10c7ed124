/** A list that is measured: what it is called, and its query beside `per_page=25`. */
export type MeasuredList = readonly [name: string, query: string];

const orderings = ['-updated_at', 'created_at', 'created_by', '-updated_by', 'filename', '-filename', 'cpt_codes_approved', 'id'];

/** What people ask of the notes of a clinic, over the notes of `seedManyNotes`. */
export const lists: readonly MeasuredList[] = [
  ['newest first', ''],
  ...orderings.map((name) => [`ordered by ${name}`, `&ordering=${name}`] as const),
  ['creator', '&created_by=user3'],
  ['updater, by file name', '&updated_by=user5&ordering=filename'],
  ['dates, one month', '&created_at_after=2025-03-01&created_at_before=2025-03-31&tz=America/New_York'],
  ['text, rare word', '&text=zymogenic'],
  ['text, absent word', '&text=qqqxyzzy'],
  ['text, in 6 %', '&text=hernia'],
  ['text, in 20 %', '&text=catheter'],
  ['text, in 87 %', '&text=patient'],
  ['text, phrase in 1.5 %', '&text=ureteral%20stent'],
  ['text, two letters', '&text=he'],
  ['text in 20 %, by file name', '&text=catheter&ordering=filename'],
  ['text in 87 %, by file name', '&text=patient&ordering=filename'],
  ['text, rare, last month', '&text=zymogenic&created_at_after=2026-10-20'],
  ['file name, rare', '&filename=report-77777'],
  ['file name, common', '&filename=.docx'],
  ['file name, absent', '&filename=nothing-like-it'],
  ['file name, common, by updated', '&filename=.docx&ordering=-updated_at'],
  ['code, exact, on 3 %', '&cpt_codes_approved=47562'],
  ['code, part', '&cpt_codes_approved=4756'],
  ['code, absent', '&cpt_codes_approved=00000'],
  ['code, exact, by file name', '&cpt_codes_approved=47562&ordering=filename'],
  ['id, part', '&id=abc1'],
  ['id, part, three letters', '&id=abc'],
  ['all together', '&created_by=user4&filename=.pdf&text=patient&cpt_codes_approved=4756&created_at_after=2025-01-01'],
  ['all together, nothing found', '&created_by=user3&filename=.pdf&text=patient&created_at_after=2025-01-01'],
];

/** What SuperAdmin alone may ask. */
export const listsOfAll: readonly MeasuredList[] = [
  ['tenant', '&tenant=second%20clinic'],
  ['tenant and text in 20 %', '&tenant=second%20clinic&text=catheter'],
  ['ordered by tenant', '&ordering=tenant'],
];
