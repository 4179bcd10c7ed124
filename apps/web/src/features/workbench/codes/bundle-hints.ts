import type { CodeLink } from '@incisive/contract/code-links';
import { isApproved, isRejected } from './code-sheet.ts';

const listed = (codes: readonly string[]): string =>
  codes.length < 2 ? codes.join('') : `${codes.slice(0, -1).join(', ')} and ${codes.at(-1) ?? ''}`;

/**
 * What is said beside a row whose service another approved code contains, or that contains an approved one; nothing of codes that
 * nobody chose, and nothing that the row's reason says already.
 */
export function bundleHints(links: readonly CodeLink[]): ReadonlyMap<string, string> {
  const open = new Map(links.filter((link) => !isRejected(link)).map((link) => [link.code, link]));
  const approved = (code: string): boolean => isApproved(open.get(code)!);
  const pairs = new Map<string, { readonly whole: string; readonly part: string }>();
  // Of two codes the one that came later knows the other: both directions are asked.
  for (const { code, included_in: wholes, includes: parts } of open.values()) {
    for (const whole of wholes) pairs.set(`${whole} ${code}`, { whole, part: code });
    for (const part of parts) pairs.set(`${code} ${part}`, { whole: code, part });
  }
  const known = [...pairs.values()].filter(({ whole, part }) => open.has(whole) && open.has(part));
  const hints = new Map<string, string>();
  for (const { code, why } of open.values()) {
    const wholes = known.filter(({ whole, part }) => part === code && approved(whole)).map(({ whole }) => whole);
    const parts = known.filter(({ whole, part }) => whole === code && !approved(code) && approved(part)).map(({ part }) => part);
    const words = [
      ...(wholes.length > 0 ? [`Included in ${listed(wholes.toSorted())}.`] : []),
      ...(parts.length > 0 ? [`Includes ${listed(parts.toSorted())}.`] : []),
    ].join(' ');
    if (words !== '' && why?.includes(words) !== true) hints.set(code, `${words} Report only one.`);
  }
  return hints;
}
