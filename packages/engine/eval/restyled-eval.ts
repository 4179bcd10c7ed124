import { loadKnowledge } from '../node/load-knowledge.ts';
import { createEngine } from '../src/index.ts';
import { seededRandom } from './fitting/learning-set.ts';
import { narrativeOf } from './fitting/restyled.ts';
import { readLabelledNotes } from './labelled-notes.ts';

/**
 * `npm run eval:restyled -- FILE...`: how much the shipped engine loses of its first places where only the narrative of a note is left, where
 * three letters in a hundred are misread, and where the text ends after 300 characters. Each beside the same notes whole.
 */
const BEGINNING = 300;
const MISREAD = 0.03;
/** What a scanner takes letters for. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  l: '1',
  o: '0',
  e: 'c',
  i: 'l',
  s: '5',
  a: 'o',
  n: 'r',
  t: 'f',
  u: 'v',
  b: '6',
  h: 'b',
  g: '9',
};

const STYLES: readonly (readonly [string, (text: string) => string | undefined])[] = [
  ['narrative alone', narrativeOf],
  ['3 % of letters misread', misread],
  ['first 300 characters', (text) => (text.length > BEGINNING ? text.slice(0, BEGINNING) : undefined)],
];

const engine = createEngine({ knowledge: loadKnowledge() });
for (const file of process.argv.slice(2)) {
  const notes = readLabelledNotes(file).filter((note) => note.primary.length > 0);
  process.stdout.write(`${file}: ${notes.length} notes\n`);
  for (const [name, restyle] of STYLES) {
    const pairs = notes.flatMap(({ text, primary }) => {
      const restyled = restyle(text);
      return restyled === undefined ? [] : [{ text, restyled, primary }];
    });
    const first = (own: string, primary: readonly string[]): boolean =>
      primary.includes(engine.suggest(own).suggestions[0]?.code ?? '');
    const share = (count: number): string => (count / Math.max(1, pairs.length)).toFixed(3);
    const whole = pairs.filter(({ text, primary }) => first(text, primary)).length;
    const left = pairs.filter(({ restyled, primary }) => first(restyled, primary)).length;
    process.stdout.write(
      `  ${name.padEnd(24)} n=${String(pairs.length).padStart(4)}  whole ${share(whole)}  restyled ${share(left)}  lost ${share(whole - left)}\n`,
    );
  }
}

function misread(text: string): string {
  const random = seededRandom(text.length);
  return text.replaceAll(/[a-z]/gi, (letter) => (random() < MISREAD ? (LOOKS_LIKE[letter.toLowerCase()] ?? letter) : letter));
}
