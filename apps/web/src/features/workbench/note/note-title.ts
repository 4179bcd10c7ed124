import type { NoteDetail } from '@incisive/contract/notes';

const longest = 90;
const firstWords = (text: string): string | undefined =>
  text
    .split('\n')
    .map((line) => line.replace(/^[\s\d.)(:*-]+/, '').trim())
    .find((line) => /\p{L}{3}/u.test(line));

/** Heads of the whole document: what stands beside them names a service or a clinic as often as the procedure. */
const ofDocument = /\b(?:report|note|record|summary)\b/i;

/** What a reader calls the note: the line of its procedure, else its file, else how it begins; never its bare ID. */
export function titleOf({ text, filename, sections }: Pick<NoteDetail, 'text' | 'filename' | 'sections'>): string {
  const named = sections.filter(({ kind }) => kind === 'procedure');
  const section = named.find(({ label }) => !ofDocument.test(label)) ?? named[0];
  const body = section && text.slice(section.start, section.end).replace(section.label, '');
  const title = (body && firstWords(body)) ?? filename ?? firstWords(text) ?? 'Note';
  return title.length > longest ? `${title.slice(0, longest).replace(/\s+\S*$/, '')}…` : title;
}
