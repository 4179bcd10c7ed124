import { isVisit, pairs, type Claim, type ClaimLine } from '../claim.ts';
import { finding, readFrom, type Finding, type Fix } from '../finding.ts';
import { among, DISTINCT, has, OTHER_ASSOCIATED, overlap, sitesOf, withoutModifiers, withModifier } from '../modifiers.ts';
import type { ClaimTables, PairEdit } from '../tables.ts';
import { globalDaysOf, type Rule } from './rule.ts';

/** From this day 59 and the X modifiers count on either line of a pair (CMS change request 11168). */
const EITHER_LINE_FROM = '2019-07-01';

/** A visit beside a procedure with a global period is the business of the rule of visits. */
function isForVisits(a: ClaimLine, b: ClaimLine, tables: ClaimTables): boolean {
  const [visit, other] = isVisit(a.code) ? [a, b] : [b, a];
  return isVisit(visit.code) && !isVisit(other.code) && ['000', '010', '090'].includes(globalDaysOf(tables, other));
}

function bySite(one: ClaimLine, two: ClaimLine): 'ptp.bundled' | 'ptp.one-site' | 'ptp.same-site' | undefined {
  const first = sitesOf(one);
  const second = sitesOf(two);
  if (first.length === 0 && second.length === 0) return 'ptp.bundled';
  if (first.length === 0 || second.length === 0) return 'ptp.one-site';
  const verdicts = first.flatMap((a) => second.map((b) => overlap(a, b)));
  if (verdicts.includes(true)) return 'ptp.same-site';
  return verdicts.includes(undefined) ? 'ptp.one-site' : undefined;
}

/** What an edit says of two lines of one day: `one` stands in its column 1, `two` in column 2. */
function judge(claim: Claim, tables: ClaimTables, edit: PairEdit, one: ClaimLine, two: ClaimLine): Finding | undefined {
  const { column1, column2, indicator } = edit;
  const facts = { column1, column2, indicator };
  const source = readFrom(tables, 'ptp', two.date, 'Column 1', 'Column 2', 'Effective Date', 'Deletion Date', 'Modifier');
  const remove: Fix = { do: 'remove-line', line: two.id };
  if (indicator === '0') return finding('ptp.never', 'error', [two, one], { facts, source, fixes: [remove] });
  if (isForVisits(one, two, tables)) return undefined;

  const onColumn2Only = claim.profile.distinctOn === 'column2' || (two.date ?? '') < EITHER_LINE_FROM;
  const ones = among(one, DISTINCT);
  const twos = among(two, DISTINCT);
  const used = onColumn2Only ? twos : [...new Set([...ones, ...twos])].toSorted();
  if (used.length > 0) {
    const [where, other] = twos.length > 0 ? [two, one] : [one, two];
    const proved = used.some((modifier) => where.evidence.has(modifier));
    return finding('ptp.unbundled', proved ? 'info' : 'warning', [where, other], {
      facts: { ...facts, modifiers: used },
      source,
      fixes: proved ? [] : [{ do: 'show-words', line: where.id, modifier: used[0] ?? '59' }, { do: 'ask' }, remove],
    });
  }
  const offer: Fix = { do: 'offer-modifiers', line: two.id, modifiers: ['XE', 'XS', 'XP', 'XU', '59'] };
  if (ones.length > 0) {
    const moved: Fix[] = [
      { do: 'set-modifiers', line: two.id, modifiers: withModifier(two, ones[0] ?? '59') },
      { do: 'set-modifiers', line: one.id, modifiers: withoutModifiers(one, DISTINCT) },
    ];
    return finding('ptp.bundled', 'error', [two, one], {
      facts: { ...facts, misplaced: ones },
      source,
      fixes: [remove, ...moved],
    });
  }
  if (has(one, OTHER_ASSOCIATED) || has(two, OTHER_ASSOCIATED)) return undefined;
  const reason = bySite(one, two);
  if (reason === undefined) return undefined;
  if (reason === 'ptp.bundled')
    return finding(reason, 'error', [two, one], { facts, source, fixes: [remove, offer, { do: 'ask' }] });
  const unsaid = sitesOf(two).length === 0 ? two : one;
  const place: Fix = { do: 'say-place', line: reason === 'ptp.same-site' ? two.id : unsaid.id };
  return reason === 'ptp.same-site'
    ? finding(reason, 'error', [two, one], { facts, source, fixes: [remove, place, offer] })
    : finding(reason, 'warning', [two, one], { facts, source, fixes: [place, { do: 'ask' }, remove] });
}

export const pairRule: Rule = (claim, tables) => {
  const found: Finding[] = [];
  for (const [a, b] of pairs(claim.lines)) {
    if (a.date !== b.date || a.code === b.code || !tables.covers('ptp', a.date ?? '')) continue;
    const edit = tables.pair(a.code, b.code, a.date ?? '');
    if (edit === undefined) continue;
    const said = edit.column1 === a.code ? judge(claim, tables, edit, a, b) : judge(claim, tables, edit, b, a);
    if (said !== undefined) found.push(said);
  }
  return found;
};
