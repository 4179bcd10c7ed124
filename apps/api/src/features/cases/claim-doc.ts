import { randomUUID } from 'node:crypto';
import type { ClaimHeader, ClaimLine, ClaimOperation, WordRange } from '@incisive/contract/cases';
import { ANATOMIC, inOrder } from '@incisive/rules';
import { AppError, fieldError } from '../../http/app-error.ts';

/** Words of the note with their place, so that they are found again when the text changes. */
export interface Words extends WordRange {
  readonly words: string;
}
export type Evidence = Readonly<Record<string, readonly Words[]>>;

export interface DocLine {
  readonly id: string;
  readonly code: string;
  readonly units: number;
  readonly modifiers: readonly string[];
  readonly side: ClaimLine['side'];
  readonly facts: Readonly<Record<string, unknown>>;
  readonly dx: readonly number[];
  readonly service_date: string | null;
  readonly origin: ClaimLine['origin'];
  readonly settled: boolean;
  readonly stale: boolean;
  readonly evidence: Evidence;
}

export interface Said {
  readonly why: string;
  readonly by: string;
  readonly at: string;
}

/** A claim as people change it: what is stored, before it is checked. */
export interface ClaimDoc {
  readonly header: ClaimHeader;
  readonly lines: readonly DocLine[];
  readonly diagnoses: readonly { readonly icd: string; readonly chosen_by: string }[];
  readonly leftOut: readonly string[];
  readonly acks: Readonly<Record<string, Said>>;
}

export const newLine = (code: string, origin: DocLine['origin'], dx: readonly number[] = []): DocLine => ({
  id: randomUUID(),
  code,
  units: 1,
  modifiers: [],
  side: null,
  facts: {},
  dx,
  service_date: null,
  origin,
  settled: false,
  stale: false,
  evidence: {},
});

/** Lines follow the approved codes: new ones are added, those of other codes go. Null when nothing is to be done. */
export function followApproved(doc: ClaimDoc, approved: readonly string[]): ClaimDoc | null {
  const kept = doc.lines.filter((line) => approved.includes(line.code));
  const leftOut = doc.leftOut.filter((code) => approved.includes(code));
  const added = approved.filter((code) => !leftOut.includes(code) && !kept.some((line) => line.code === code));
  if (added.length === 0 && kept.length === doc.lines.length && leftOut.length === doc.leftOut.length) return null;
  const dx = doc.diagnoses.length > 0 ? [1] : [];
  return { ...doc, leftOut, lines: [...kept, ...added.map((code) => newLine(code, 'approved', dx))] };
}

const lineOf = (doc: ClaimDoc, id: string): DocLine => {
  const line = doc.lines.find((one) => one.id === id);
  if (!line) throw new AppError('conflict', { detail: 'This line is no longer on the claim. Read the claim again.' });
  return line;
};
const put = (doc: ClaimDoc, line: DocLine): ClaimDoc => ({
  ...doc,
  lines: doc.lines.map((one) => (one.id === line.id ? line : one)),
});

const handSides = new Set(['LT', 'RT', '50']);
const sideOf = (modifiers: readonly string[]): DocLine['side'] => {
  if (modifiers.includes('50') || (modifiers.includes('LT') && modifiers.includes('RT'))) return 'both';
  const named = new Set(modifiers.flatMap((modifier) => ANATOMIC.get(modifier)?.side ?? []));
  return named.size === 1 ? [...named][0]! : null;
};

type Operation<D extends ClaimOperation['do']> = Extract<ClaimOperation, { do: D }>;

function changeLine(doc: ClaimDoc, operation: Operation<'line'>, text: string): ClaimDoc {
  const { units, modifiers, dx, words, service_date: date } = operation;
  const line = lineOf(doc, operation.line);
  const kept = modifiers ? inOrder([...new Set(modifiers)]) : line.modifiers;
  const chosen = Object.entries(words ?? {}).map(([name, ranges]) => [name, quoted(text, ranges)] as const);
  const evidence = Object.fromEntries(
    [...Object.entries(line.evidence), ...chosen].filter(([name]) => !/^[A-Z0-9]{2}$/.test(name) || kept.includes(name)),
  );
  return put(doc, {
    ...line,
    units: units ?? line.units,
    modifiers: kept,
    side: modifiers ? (sideOf(kept) ?? (line.modifiers.some((one) => handSides.has(one)) ? null : line.side)) : line.side,
    dx: dx ? [...dx] : line.dx,
    service_date: date === undefined ? line.service_date : date,
    settled: line.settled || units !== undefined || modifiers !== undefined,
    evidence,
  });
}

/** The words of ranges that lie in the text. */
export function quoted(text: string, ranges: readonly WordRange[]): Words[] {
  return ranges.map(({ start, end }) => {
    if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0 || end <= start || end > text.length)
      throw fieldError('words', 'These are not words of the note');
    return { start, end, words: text.slice(start, end) };
  });
}

/** Both sides become a line each; several units become lines of one. */
function split(doc: ClaimDoc, id: string): ClaimDoc {
  const line = lineOf(doc, id);
  const at = doc.lines.indexOf(line);
  const rest = line.modifiers.filter((modifier) => !handSides.has(modifier));
  const parts = line.modifiers.includes('50')
    ? (['LT', 'RT'] as const).map((modifier) => ({ modifiers: inOrder([...rest, modifier]), units: 1 }))
    : line.units > 1
      ? Array.from({ length: Math.min(line.units, 20) }, () => ({ modifiers: line.modifiers, units: 1 }))
      : null;
  if (!parts)
    throw new AppError('conflict', {
      detail: 'A line is split by its two sides or by its units, and this one has neither. Set them first.',
    });
  const made = parts.map((part, n): DocLine => ({
    ...line,
    ...part,
    id: n === 0 ? line.id : randomUUID(),
    side: sideOf(part.modifiers),
    origin: n === 0 ? line.origin : 'split',
    settled: true,
  }));
  return { ...doc, lines: doc.lines.toSpliced(at, 1, ...made) };
}

/** Two lines of one code become one: of left and right with 50, else with the sum of their units. */
function merge(doc: ClaimDoc, ids: readonly string[]): ClaimDoc {
  const [first, second] = ids.map((id) => lineOf(doc, id)) as [DocLine, DocLine];
  if (first === second || first.code !== second.code)
    throw new AppError('conflict', { detail: 'Choose two lines of the same code: only those are merged.' });
  const named = new Set([...first.modifiers, ...second.modifiers]);
  const isPair = named.has('LT') && named.has('RT');
  const modifiers = inOrder([...[...named].filter((modifier) => !isPair || !handSides.has(modifier)), ...(isPair ? ['50'] : [])]);
  const merged: DocLine = {
    ...first,
    modifiers,
    side: sideOf(modifiers),
    units: isPair ? 1 : first.units + second.units,
    dx: [...new Set([...first.dx, ...second.dx])],
    evidence: { ...second.evidence, ...first.evidence },
    settled: true,
  };
  return { ...doc, lines: doc.lines.filter((line) => line !== second).map((line) => (line === first ? merged : line)) };
}

function remove(doc: ClaimDoc, id: string): ClaimDoc {
  const line = lineOf(doc, id);
  const lines = doc.lines.filter((one) => one !== line);
  const gone = lines.every((one) => one.code !== line.code);
  return { ...doc, lines, leftOut: gone ? [...doc.leftOut, line.code] : doc.leftOut };
}

function setDiagnoses(doc: ClaimDoc, given: readonly string[], by: string): ClaimDoc {
  const icd = [...new Set(given)];
  const before = doc.diagnoses.map((one) => one.icd);
  const moved = (dx: readonly number[]): number[] =>
    dx.flatMap((position) => {
      const now = icd.indexOf(before[position - 1] ?? '') + 1;
      return now > 0 ? [now] : [];
    });
  const kept = doc.lines.map((line) => ({ ...line, dx: moved(line.dx) }));
  // The first diagnosis is that of every line until somebody says otherwise.
  const lines = before.length === 0 && icd.length > 0 ? kept.map((line) => ({ ...line, dx: [1] })) : kept;
  const chosen = new Map(doc.diagnoses.map((one) => [one.icd, one.chosen_by]));
  return { ...doc, lines, diagnoses: icd.map((code) => ({ icd: code, chosen_by: chosen.get(code) ?? by })) };
}

function order(doc: ClaimDoc, ids: readonly string[]): ClaimDoc {
  const lines = ids.map((id) => lineOf(doc, id));
  if (new Set(ids).size !== doc.lines.length || lines.length !== doc.lines.length)
    throw new AppError('conflict', { detail: 'The order has to name each line of the claim once. Read the claim again.' });
  return { ...doc, lines };
}

/**
 * The claim after one operation.
 * @param approved the note's approved codes: a line is of one of these
 * @throws AppError `conflict` or `validation` when the operation does not fit the claim
 */
export function applyOperation(
  doc: ClaimDoc,
  operation: ClaimOperation,
  context: { readonly by: string; readonly at: string; readonly text: string; readonly approved: readonly string[] },
): ClaimDoc {
  if (operation.do === 'header') {
    const { do: _do, ...given } = operation;
    const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    return { ...doc, header: { ...doc.header, ...set } };
  }
  if (operation.do === 'line') return changeLine(doc, operation, context.text);
  if (operation.do === 'order') return order(doc, operation.order);
  if (operation.do === 'split') return split(doc, operation.line);
  if (operation.do === 'merge') return merge(doc, operation.lines);
  if (operation.do === 'remove') return remove(doc, operation.line);
  if (operation.do === 'add') {
    if (!context.approved.includes(operation.code))
      throw new AppError('conflict', {
        detail: `${operation.code} is not approved on this note. Approve or add it on Codes first.`,
      });
    const leftOut = doc.leftOut.filter((code) => code !== operation.code);
    const line = newLine(operation.code, 'manual', doc.diagnoses.length > 0 ? [1] : []);
    return { ...doc, leftOut, lines: [...doc.lines, line] };
  }
  if (operation.do === 'diagnoses') return setDiagnoses(doc, operation.icd, context.by);
  return { ...doc, acks: { ...doc.acks, [operation.key]: { why: operation.why, by: context.by, at: context.at } } };
}
