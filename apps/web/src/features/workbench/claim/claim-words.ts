import type { ClaimCase, ClaimFinding, ClaimFix, ClaimLine, ClaimOperation, WordRange } from '@incisive/contract/cases';
import { type ClaimReason, claimReasons } from '@incisive/contract/claim-rules';
import { dayTyped } from '../../../lib/dates.ts';

/** What is said of a finding; its reasons come from the contract. */
export const messageOfFinding = (finding: ClaimFinding): string =>
  finding.reason in claimReasons ? claimReasons[finding.reason as ClaimReason].message(finding.facts) : finding.reason;

/** What to do about what was typed in a field and cannot be taken. */
export const wrongWords = {
  date: 'Type the date as MM/DD/YYYY, such as 08/14/2026.',
  day: 'Type the day as MM/DD/YYYY, or leave the field empty for the day of the claim.',
  units: 'Type a whole number from 1 to 9999.',
  modifier: 'Type the two letters or digits of a modifier, such as 59 or LT.',
  diagnosis: 'Type a code, such as M75.10, or two letters or more of its words.',
  noDiagnosis: 'No billable diagnosis has these words. Try fewer, or the code.',
  notCode: 'This is no ICD-10-CM code. Type a letter and digits, such as M75.10.',
} as const;

/** The day that was typed; null where nothing was, undefined where it is none. */
export const dayOrNone = (typed: string): string | null | undefined => (typed === '' ? null : (dayTyped(typed) ?? undefined));

export const isStructural = (finding: ClaimFinding): boolean =>
  'structural' in (claimReasons[finding.reason as ClaimReason] ?? {});

/** Whether a person still has to do or say something about it. */
export const isWaiting = (finding: ClaimFinding): boolean => finding.severity !== 'info' && finding.said === null;

export const kindNames: Readonly<Record<string, string>> = {
  ptp: 'NCCI pairs',
  mue: 'unit limits',
  addon: 'add-ons',
  mpfs: 'fee schedule',
  icd: 'ICD-10-CM',
};

/** A fix that the screen can do: as operations on the claim, or by opening what a person has to fill in. */
export interface OfferedFix {
  readonly label: string;
  readonly words?: string;
  readonly operations?: readonly ClaimOperation[];
  readonly opens?: 'modifiers' | 'diagnoses' | 'why' | 'date';
  readonly line?: string;
}

const lineOf = (claim: ClaimCase, id: string | undefined): ClaimLine | undefined => claim.lines.find((line) => line.id === id);
export const quote = (text: string, ranges: readonly { start: number; end: number }[]): string =>
  [...new Set(ranges.map(({ start, end }) => text.slice(start, end)))].join(' … ');

/** Takes a modifier together with words of the note; those that are proposed, unless a person chose others. */
export const takeProposed = (
  line: ClaimLine,
  modifier: string,
  words: readonly WordRange[] = proposedWords(line, modifier),
): ClaimOperation => ({
  do: 'line',
  line: line.id,
  modifiers: [...line.modifiers, modifier],
  words: { [modifier]: words.map(({ start, end }) => ({ start, end })) },
});

const proposedWords = (line: ClaimLine, modifier: string): readonly WordRange[] =>
  line.proposed.find((one) => one.modifier === modifier)?.words ?? [];

/** What a modifier may stand on, one choice after the other: the proposal, each part of it, then sentences of the note, the nearest to the line first. */
export function wordsFor(text: string, line: ClaimLine, modifier: string): (readonly WordRange[])[] {
  const proposed = proposedWords(line, modifier);
  const sentences = [...text.matchAll(/\S.*?(?:[.;!?](?=\s)|$)/gm)].map((match) => ({
    start: match.index,
    end: match.index + match[0].trimEnd().length,
  }));
  const own = Object.values(line.evidence).flat();
  const away = ({ start, end }: WordRange): number =>
    Math.min(...own.map((one) => Math.max(0, start - one.end, one.start - end)), text.length);
  return [
    proposed,
    ...(proposed.length > 1 ? proposed.map((one) => [one]) : []),
    ...sentences.toSorted((a, b) => away(a) - away(b) || a.start - b.start).map((one) => [one]),
  ];
}

/** What changing the modifiers of a line is called: taking one off is not setting the others. */
function modifiersLabel(now: readonly string[], next: readonly string[]): string {
  const off = now.filter((one) => !next.includes(one));
  if (off.length > 0 && next.every((one) => now.includes(one))) return `Remove ${off.join(' ')}`;
  return next.length > 0 ? `Set ${next.join(' ')}` : 'Set no modifier';
}

function offered(claim: ClaimCase, text: string, fix: ClaimFix): OfferedFix[] {
  const line = lineOf(claim, fix.line);
  if (fix.do === 'remove-line' && line)
    return [{ label: `Remove ${line.code}`, operations: [{ do: 'remove', line: line.id }], line: line.id }];
  if (fix.do === 'set-modifiers' && line)
    return [
      {
        label: modifiersLabel(line.modifiers, fix.modifiers ?? []),
        operations: [{ do: 'line', line: line.id, modifiers: [...(fix.modifiers ?? [])] }],
        line: line.id,
      },
    ];
  if (fix.do === 'offer-modifiers' && line) {
    const proposed = line.proposed.filter((one) => (fix.modifiers ?? []).includes(one.modifier));
    if (proposed.length === 0) return [{ label: `Choose a modifier for ${line.code}`, opens: 'modifiers', line: line.id }];
    return proposed.map((one) => ({
      label: `Use ${one.modifier}`,
      words: quote(text, one.words),
      operations: [takeProposed(line, one.modifier)],
      line: line.id,
    }));
  }
  if (fix.do === 'set-units' && line && fix.units !== undefined)
    return [
      {
        label: `Set ${String(fix.units)} ${fix.units === 1 ? 'unit' : 'units'}`,
        operations: [{ do: 'line', line: line.id, units: fix.units }],
        line: line.id,
      },
    ];
  if ((fix.do === 'split-units' || fix.do === 'split-by-side') && line)
    return [{ label: 'Split the line', operations: [{ do: 'split', line: line.id }], line: line.id }];
  if ((fix.do === 'merge-lines' || fix.do === 'merge-to-50') && fix.lines?.length === 2)
    return [
      {
        label: fix.do === 'merge-lines' ? 'Merge the lines' : 'Merge to 50',
        operations: [{ do: 'merge', lines: [...fix.lines] }],
      },
    ];
  if (fix.do === 'order-lines' && fix.order)
    return [{ label: 'Order by value', operations: [{ do: 'order', order: [...fix.order] }] }];
  if (fix.do === 'set-pointers' && line)
    return [
      { label: 'Correct the pointers', operations: [{ do: 'line', line: line.id, dx: [...(fix.dx ?? [])] }], line: line.id },
    ];
  if (fix.do === 'point-to-diagnosis' && line)
    return claim.diagnoses.length > 0
      ? [{ label: 'Point to diagnosis 1', operations: [{ do: 'line', line: line.id, dx: [1] }], line: line.id }]
      : [{ label: 'Add a diagnosis', opens: 'diagnoses' }];
  if (fix.do === 'choose-diagnosis') return [{ label: 'Choose a diagnosis', opens: 'diagnoses' }];
  if (fix.do === 'say-date') return [{ label: 'Enter the date', opens: 'date' }];
  if ((fix.do === 'say-place' || fix.do === 'show-words') && line)
    return [{ label: `Choose a modifier for ${line.code}`, opens: 'modifiers', line: line.id }];
  if (fix.do === 'say-why') return [{ label: 'Say why', opens: 'why' }];
  return [];
}

/**
 * The ways to answer a finding that the screen has, best first: a modifier that the note proposes in its own words comes before taking the
 * line away. Where a reason may be said, it comes last.
 */
export function fixesOf(claim: ClaimCase, text: string, finding: ClaimFinding, overrides: boolean): OfferedFix[] {
  const fixes = finding.fixes.flatMap((fix) => offered(claim, text, fix));
  const apart = ['known.part', 'ptp.bundled', 'ptp.one-site', 'global.needs-modifier'].includes(finding.reason);
  const proposed = apart
    ? finding.lines.flatMap((id) => {
        const line = lineOf(claim, id);
        return line ? line.proposed.map((one) => ({ line, one })) : [];
      })
    : [];
  const first = proposed.map(({ line, one }): OfferedFix => ({
    label: `Use ${one.modifier}`,
    words: quote(text, one.words),
    operations: [takeProposed(line, one.modifier)],
    line: line.id,
  }));
  const rest = fixes.filter(
    (fix) => fix.opens !== 'why' && !first.some((one) => one.label === fix.label && one.line === fix.line),
  );
  const taking = rest.toSorted((a, b) => Number(a.words === undefined) - Number(b.words === undefined));
  const maySay = finding.severity === 'warning' || (finding.severity === 'error' && overrides && !isStructural(finding));
  return [...first, ...taking, ...(maySay ? [{ label: 'Say why', opens: 'why' } as const] : [])];
}
