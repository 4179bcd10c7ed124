import type { Claim, ClaimLine } from '../src/claim.ts';
import { packColumns, type MemoryTables } from '../src/memory-tables.ts';
import type { PtpRow } from '../src/ptp-columns.ts';
import type { AddOn, Diagnosis, FeeRow, TableKind, UnitLimit } from '../src/tables.ts';
import {
  CaseError,
  day,
  list,
  number,
  numbers,
  object,
  oneOf,
  optionalObject,
  text,
  textOr,
  texts,
  type Json,
} from './case-shape.ts';

/** A claim to check, and the rows that it brings instead of those of the files. */
export interface ClaimCase {
  id: unknown;
  claim: Claim;
  rows: Json;
}

const PERFORMERS = ['surgeon', 'assistant', 'co-surgeon', 'team'] as const;

function readLine(value: unknown, n: number, dos: string | null): ClaimLine {
  const where = `line ${n + 1}`;
  const line = object(value, where);
  const code = text(line['code'], `the code of ${where}`);
  if (code === '') throw new CaseError(`the code of ${where} is empty`);
  return {
    id: textOr(line['id'], `the id of ${where}`, `L${n + 1}`),
    code,
    units: line['units'] === undefined ? 1 : number(line['units'], `the units of ${where}`),
    modifiers: texts(line['modifiers'], `the modifiers of ${where}`),
    date: line['date'] === undefined ? dos : day(line['date'], `the date of ${where}`),
    dx: numbers(line['dx'], `the dx of ${where}`, [1]),
    evidence: new Set(texts(line['evidence'], `the evidence of ${where}`)),
  };
}

/** Reads one claim case; whatever is not said has the defaults of a surgeon's claim from a hospital. */
export function readCase(value: unknown): ClaimCase {
  const given = object(value, 'a claim case');
  const claim = object(given['claim'], 'claim');
  const profile = optionalObject(given['profile'], 'profile');
  const dos = claim['dos'] === undefined ? '2024-08-15' : day(claim['dos'], 'dos');
  const lines = list(claim['lines'], 'lines').map((line, n) => readLine(line, n, dos));
  const ids = lines.map((line) => line.id);
  const twice = ids.find((id, n) => ids.indexOf(id) !== n);
  if (twice !== undefined) throw new CaseError(`two lines have the id ${twice}`);
  return {
    id: given['id'] ?? null,
    rows: optionalObject(given['tables'], 'tables'),
    claim: {
      profile: {
        payer: textOr(profile['payer'], 'payer', 'medicare') === 'medicare' ? 'medicare' : 'other',
        bilateral: oneOf(profile['bilateral'], 'bilateral', ['one-line', 'two-lines'], 'one-line'),
        mod51: oneOf(profile['mod51'], 'mod51', ['omit', 'append'], 'omit'),
        distinctOn: oneOf(profile['distinct_on'], 'distinct_on', ['either', 'column2'], 'either'),
      },
      pos: textOr(claim['pos'], 'pos', '22'),
      performer: oneOf(claim['performer'], 'performer', PERFORMERS, 'surgeon'),
      dx: texts(claim['dx'], 'dx', ['X']),
      today: textOr(claim['today'], 'today', '2024-12-31'),
      prior: (claim['prior'] === undefined ? [] : list(claim['prior'], 'prior')).map((each) => {
        const prior = object(each, 'each of prior');
        const date = day(prior['date'], 'the date of a prior operation');
        if (date === null) throw new CaseError('a prior operation has no date');
        return {
          code: text(prior['code'], 'the code of a prior operation'),
          date,
          modifiers: texts(prior['modifiers'], 'its modifiers'),
        };
      }),
      lines,
    },
  };
}

/** A row of the fee schedule in the column names of the extracts; what it lacks is taken from another row. */
export function feeRow(row: Readonly<Record<string, unknown>>, lacking?: FeeRow): FeeRow {
  const cell = (name: string, otherwise: string | undefined): string => {
    const said = row[name];
    return typeof said === 'number' ? String(said) : textOr(said, name, otherwise ?? '');
  };
  const value = (name: string, otherwise: number | undefined): number => Number(cell(name, String(otherwise ?? '')) || 0);
  return {
    status: cell('status', lacking?.status),
    globalDays: cell('global_days', lacking?.globalDays),
    multProc: cell('mult_proc', lacking?.multProc),
    bilatSurg: cell('bilat_surg', lacking?.bilatSurg),
    asstSurg: cell('asst_surg', lacking?.asstSurg),
    coSurg: cell('co_surg', lacking?.coSurg),
    teamSurg: cell('team_surg', lacking?.teamSurg),
    endoBase: cell('endo_base', lacking?.endoBase),
    pctcInd: cell('pctc_ind', lacking?.pctcInd),
    facilityTotal: value('facility_total_rvu', lacking?.facilityTotal),
    nonfacilityTotal: value('nonfacility_total_rvu', lacking?.nonfacilityTotal),
  };
}

export function unitLimit(limit: number, mai: number): UnitLimit {
  if (mai !== 1 && mai !== 2 && mai !== 3)
    throw new CaseError(`the adjudication indicator ${mai} of a unit limit is not 1, 2 or 3`);
  return { limit, mai };
}

/** A pair in the order of CMS's columns: column 1, column 2, in 1996, effective, deletion, indicator. */
function ptpRow(value: unknown): PtpRow {
  const [column1, column2, , from, to, indicator] = list(value, 'each of ptp').map((cell) => text(cell, 'a cell of ptp'));
  if (column1 === undefined || column2 === undefined || from === undefined || to === undefined || indicator === undefined) {
    throw new CaseError('a row of ptp has six cells: column 1, column 2, in 1996, effective, deletion, indicator');
  }
  return { column1, column2, indicator, from, to: to === '*' ? null : to };
}

const ANY_DAY = ['', '9999-12-31'] as const;

/** The tables with the rows that a case brings: pairs replace all pairs, others replace those of their code. */
export function withRows(held: MemoryTables, rows: Json): MemoryTables {
  if (Object.keys(rows).length === 0) return held;
  const fees = new Map(held.fees);
  for (const [code, row] of Object.entries(optionalObject(rows['fees'], 'fees')))
    fees.set(code, feeRow(object(row, 'a fee row'), fees.get(code)));
  const unitLimits = new Map(held.unitLimits);
  for (const [code, row] of Object.entries(optionalObject(rows['mue'], 'mue'))) {
    const [limit = Number.NaN, mai = Number.NaN] = numbers(row, 'a row of mue', []);
    unitLimits.set(code, unitLimit(limit, mai));
  }
  const addOns = new Map<string, AddOn>(held.addOns);
  for (const [code, row] of Object.entries(optionalObject(rows['addon'], 'addon'))) {
    const [type, primaries] = list(row, 'a row of addon');
    addOns.set(code, {
      type: number(type, 'the type of an add-on'),
      primaries: new Set(texts(primaries, 'the primaries of an add-on')),
    });
  }
  const diagnoses = new Map<string, Diagnosis>(held.diagnoses);
  const icd = Object.entries(optionalObject(rows['icd'], 'icd'));
  for (const [code, billable] of icd) diagnoses.set(code, { billable: billable === true, side: null });
  const covers: MemoryTables['covers'] = { ...held.covers, ...(icd.length > 0 ? { icd: ANY_DAY } : {}) };
  for (const [kind, span] of Object.entries(optionalObject(rows['covers'], 'covers'))) {
    const [from = '', to = ''] = texts(span, `covers of ${kind}`);
    covers[kind as TableKind] = [from, to];
  }
  const ptpColumns = rows['ptp'] === undefined ? held.ptpColumns : packColumns(list(rows['ptp'], 'ptp').map(ptpRow));
  return { ...held, covers, fees, unitLimits, addOns, ptpColumns, diagnoses };
}
