import type { WordRange } from '@incisive/contract/cases';
import type { NoteSection } from '../../engine/suggester.ts';

const most = 8;
const repeated = /^\W*(same|as above|unchanged|see above|idem)\b/i;

/** Where a section's own words begin: behind its heading. */
function contentOf(text: string, { label, start, end }: NoteSection): WordRange {
  const head = text.slice(start, end);
  const named = head.indexOf(label);
  const behind = named < 0 ? 0 : named + label.length;
  const mark = /^[ \t*_]*(?::|[-–—]{1,2}\s|,)?/.exec(head.slice(behind))?.[0].length ?? 0;
  return { start: start + behind + mark, end };
}

/** Single diagnoses of a stretch: by line, by number, by semicolon or full stop. */
function phrasesIn(text: string, { start, end }: WordRange): WordRange[] {
  const found: WordRange[] = [];
  const stretch = /(?:(?!\s(?:#?\d{1,2}[.)]\s))[^\n;.]|\.(?=\d)|(?<=\b[A-Z])\.(?=[A-Z]))+/g;
  for (const { 0: words, index } of text.slice(start, end).matchAll(stretch)) {
    const bare = words.replace(/^\s*(?:#?\d{1,2}[.):]\s*|[-*•]\s*)?/, '');
    const from = start + index + words.length - bare.length;
    const length = bare.trimEnd().length;
    if (/[a-z]{3}/i.test(bare)) found.push({ start: from, end: from + length });
  }
  return found.slice(0, most);
}

/** The diagnoses that the note ends with: of the postoperative ones, or of those before where these are the same or silent. */
export function noteDiagnoses(text: string, sections: readonly NoteSection[]): WordRange[] {
  const of = (kind: string): WordRange[] =>
    sections.filter((one) => one.kind === kind).flatMap((one) => phrasesIn(text, contentOf(text, one)));
  const [post, pre] = [of('postdx'), of('predx')];
  const isSame = post.length > 0 && repeated.test(text.slice(post[0]!.start, post[0]!.end));
  if (post.length === 0 || isSame) return [...pre, ...post.slice(isSame ? 1 : 0)].slice(0, most);
  return post;
}
