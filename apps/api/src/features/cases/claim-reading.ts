import type { KnownBilling } from '@incisive/rules';
import type { KnownFacts, ReadClaim } from '../../engine/suggester.ts';
import { type ClaimDoc, type DocLine, type Evidence, newLine, quoted } from './claim-doc.ts';

/** What the engine read for a set of codes: kept with the case, so that a change of a line asks it nothing. */
export type StoredReading = Omit<ReadClaim, 'lines'>;

/** For which text, codes and engine a reading holds. */
export const readingKey = (textVersion: number, engine: string, doc: Pick<ClaimDoc, 'lines' | 'header'>): string =>
  [
    textVersion,
    engine,
    doc.header.pos,
    doc.header.performer,
    ...[...new Set(doc.lines.map((line) => line.code))].toSorted(),
  ].join(' ');

type ReadLine = ReadClaim['lines'][number];

const evidenceOf = (line: ReadLine, text: string): Evidence =>
  Object.fromEntries(Object.entries(line.evidence).map(([name, ranges]) => [name, quoted(text, ranges)]));

/** Words whose text moved are found again by themselves; null when they are gone. */
function foundAgain(evidence: Evidence, text: string): Evidence | null {
  let gone = false;
  const found = Object.entries(evidence).map(([name, some]) => {
    const kept = some.flatMap((one) => {
      if (text.slice(one.start, one.end) === one.words) return [one];
      const at = text.indexOf(one.words);
      return at < 0 ? [] : [{ ...one, start: at, end: at + one.words.length }];
    });
    if (kept.length < some.length) gone = true;
    return [name, kept] as const;
  });
  return gone ? null : Object.fromEntries(found);
}

/**
 * The claim as the note tells it: lines that nobody touched are read again, several of one code where the note tells them apart; a person's
 * lines keep what was decided, with their words found again or marked as gone.
 */
export function applyReading(doc: ClaimDoc, read: ReadClaim, text: string): ClaimDoc {
  const lines: DocLine[] = [];
  const done = new Set<string>();
  for (const line of doc.lines) {
    const own = doc.lines.filter((one) => one.code === line.code);
    if (own.some((one) => one.settled)) {
      const evidence = foundAgain(line.evidence, text);
      const words = read.lines.find((one) => one.code === line.code);
      const stale = evidence === null;
      // A line that was changed before it was read gets the words of its code.
      const known = {
        ...(words && !line.evidence['code'] ? { code: evidenceOf(words, text)['code'] ?? [] } : {}),
        ...(evidence ?? line.evidence),
      };
      lines.push({ ...line, stale, evidence: known });
      continue;
    }
    if (done.has(line.code)) continue;
    done.add(line.code);
    const readings = read.lines.filter((one) => one.code === line.code);
    if (readings.length === 0) lines.push(line);
    for (const [n, one] of readings.entries()) {
      const base = own[n] ?? newLine(line.code, 'split', line.dx);
      const { units, modifiers, side, facts } = one;
      lines.push({ ...base, dx: line.dx, units, modifiers, side, facts, evidence: evidenceOf(one, text), stale: false });
    }
  }
  const header =
    doc.header.service_date === null && read.service_date !== null
      ? { ...doc.header, service_date: read.service_date }
      : doc.header;
  return { ...doc, header, lines };
}

/** The engine's knowledge of these codes as the rules ask for it. */
export function knownBilling(facts: KnownFacts): KnownBilling {
  const pairs = new Set(facts.parts);
  const primaries = new Set(facts.primaries);
  const [addOns, counted] = [new Set(facts.addOns), new Set(facts.counted)];
  return {
    version: facts.version,
    isPart: (whole, part) => pairs.has(`${whole} ${part}`),
    isAddOn: (code) => addOns.has(code),
    isPrimary: (code, addOn) => primaries.has(`${code} ${addOn}`),
    sides: (code) => facts.sides[code],
    isCounted: (code) => counted.has(code),
  };
}
