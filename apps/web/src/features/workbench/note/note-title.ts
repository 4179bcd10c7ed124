import type { NoteDetail } from '@incisive/contract/notes';

const longest = 90;
const firstWords = (text: string): string | undefined =>
  text
    .split('\n')
    .map((line) => line.replace(/^[\s\d.)(:*-]+/, '').trim())
    .find((line) => /\p{L}{3}/u.test(line));

/** What a reader calls the note: the line of its procedure, else its file, else how it begins; never its bare ID. */
export function titleOf({ text, filename, sections }: Pick<NoteDetail, 'text' | 'filename' | 'sections'>): string {
  const section = sections.find(({ kind }) => kind === 'procedure');
  const body = section && text.slice(section.start, section.end).replace(section.label, '');
  const title = (body && firstWords(body)) ?? filename ?? firstWords(text) ?? 'Note';
  return title.length > longest ? `${title.slice(0, longest).replace(/\s+\S*$/, '')}…` : title;
}
