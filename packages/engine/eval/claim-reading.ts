import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadKnowledge } from '../node/load-knowledge.ts';
import { createEngine, type ClaimContext, type ClaimReading, type ReadLine } from '../src/index.ts';

/**
 * `npm run eval:claims -- --snippets FILE --notes FILE`: reading notes for billing against lines written by hand. Snippets hold all that
 * a line says and the engine finds their codes; notes hold units, modifiers and their words, and their codes are given.
 * Evidence counts when it shares a word with what was marked.
 */
const { values } = parseArgs({
  options: { snippets: { type: 'string' }, notes: { type: 'string' }, verbose: { type: 'boolean', default: false } },
});
const engine = createEngine({ knowledge: loadKnowledge() });

type Wanted = {
  code: string;
  units: number;
  modifiers: string[];
  side?: string | null;
  facts?: Record<string, unknown>;
  evidence: Record<string, string[]>;
};
type Snippet = {
  kind?: string;
  id: string;
  text: string;
  context: ClaimContext;
  lines: Wanted[];
  absent: { modifier: string }[];
  questions: { about: string }[];
};
type Note = {
  id: string;
  confidence: string;
  text: string;
  items: { codes: string[]; units: number; modifiers: string[]; modifierEvidence: Record<string, string> }[];
};

const read = <T>(file: string | undefined): T[] =>
  file === undefined || !existsSync(file)
    ? []
    : readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line): T => JSON.parse(line) as T);

const DESCRIPTIVE = /^(LT|RT|50|26|TC|E[1-4]|F[A1-9]|T[A1-9]|LC|LD|LM|RC|RI)$/;

class Tally {
  readonly #rows = new Map<string, { right: number; wrong: number; missed: number }>();
  add(kind: string, what: 'right' | 'wrong' | 'missed'): void {
    const row = this.#rows.get(kind) ?? { right: 0, wrong: 0, missed: 0 };
    row[what]++;
    this.#rows.set(kind, row);
  }
  print(): void {
    for (const [kind, { right, wrong, missed }] of this.#rows) {
      const all = right + wrong + missed;
      console.log(
        `  ${kind.padEnd(28)} right ${right} of ${all} (${(right / all).toFixed(3)}), wrong ${wrong} (${(wrong / all).toFixed(3)}), missed ${missed}`,
      );
    }
  }
}

const kindOf = (modifier: string): string =>
  /^(LT|RT|50)$/.test(modifier)
    ? 'side'
    : /^[FT][A1-9]$/.test(modifier)
      ? 'digit'
      : /^E[1-4]$/.test(modifier)
        ? 'lid'
        : /^(LC|LD|LM|RC|RI)$/.test(modifier)
          ? 'coronary'
          : modifier === '26'
            ? '26'
            : `asserted ${modifier}`;

const shares = (said: readonly string[], wanted: readonly string[]): boolean => {
  const words = (texts: readonly string[]) => new Set(texts.flatMap((text) => text.toLowerCase().match(/[a-z0-9]+/g) ?? []));
  const have = words(said);
  return [...words(wanted)].some((word) => have.has(word));
};

const wordsAt = (text: string, ranges: readonly { start: number; end: number }[] = []): string[] =>
  ranges.map(({ start, end }) => text.slice(start, end));

/** A line's modifiers, those that are only offered among them. */
function modifiersOf(reading: ClaimReading, at: number): string[] {
  return [
    ...(reading.lines[at]?.modifiers ?? []),
    ...reading.proposed.filter((each) => each.line === at).map((each) => each.modifier),
  ].toSorted();
}

function snippets(list: readonly Snippet[]): void {
  let exact = 0;
  let absent = 0;
  const evidence = new Tally();
  const facts = new Tally();
  for (const { id, text, context, lines, absent: none, questions } of list) {
    const reading = engine.claimLines(text, undefined, context);
    const key = (
      line: { code: string; units: number; modifiers: readonly string[]; side?: unknown },
      modifiers: readonly string[],
    ) => JSON.stringify([line.code, line.units, [...modifiers].toSorted(), line.side ?? null]);
    const got = reading.lines.map((line, at) => key(line, modifiersOf(reading, at))).toSorted();
    const want = lines.map((line) => key(line, line.modifiers)).toSorted();
    const asked = reading.questions.map((question) => question.about).toSorted();
    const wantedQuestions = questions.map((question) => question.about).toSorted();
    const same = got.join() === want.join() && asked.join() === wantedQuestions.join();
    if (same) exact++;
    else {
      console.log(
        `  ${id}\n    wanted ${want.join(' ')} asks ${wantedQuestions.join()}\n    read   ${got.join(' ')} asks ${asked.join()}`,
      );
    }
    const said = new Set(reading.lines.flatMap((line, at) => [line.code, ...modifiersOf(reading, at)]));
    for (const { modifier } of none) if (said.has(modifier)) absent++;
    for (const wanted of lines) {
      const at = reading.lines.findIndex(
        (line, place) => key(line, modifiersOf(reading, place)) === key(wanted, wanted.modifiers),
      );
      const line: ReadLine | undefined = reading.lines[at];
      if (line === undefined) continue;
      for (const [of, words] of Object.entries(wanted.evidence)) {
        const own = wordsAt(text, line.evidence[of]);
        evidence.add(
          DESCRIPTIVE.test(of) || /\d|AS/.test(of) ? 'modifiers' : of,
          own.length === 0 ? 'missed' : shares(own, words) ? 'right' : 'wrong',
        );
        if (values.verbose && (own.length === 0 || !shares(own, words)))
          console.log(`  ${id} ${line.code} ${of}: wanted ${JSON.stringify(words)} read ${JSON.stringify(own)}`);
      }
      for (const [name, value] of Object.entries(wanted.facts ?? {})) {
        const own = line.facts[name];
        facts.add('facts', own === undefined ? 'missed' : JSON.stringify(own) === JSON.stringify(value) ? 'right' : 'wrong');
        if (values.verbose && JSON.stringify(own) !== JSON.stringify(value))
          console.log(`  ${id} ${line.code} fact ${name}: wanted ${JSON.stringify(value)} read ${JSON.stringify(own)}`);
      }
    }
  }
  console.log(`${list.length} snippets: ${exact} exact, ${absent} of what must be absent`);
  evidence.print();
  facts.print();
}

function notes(list: readonly Note[]): void {
  const tally = new Tally();
  const words = new Tally();
  for (const { id, text, items } of list) {
    const codes = items.flatMap((item) => item.codes.slice(0, 1));
    if (codes.length === 0) continue;
    const reading = engine.claimLines(text, codes, {});
    for (const code of new Set(codes)) {
      const wanted = items.filter((item) => item.codes[0] === code);
      const places = reading.lines.flatMap((line, at) => (line.code === code ? [at] : []));
      const got = places.flatMap((at) => modifiersOf(reading, at));
      const want = wanted.flatMap((item) => item.modifiers);
      const units = places.reduce((sum, at) => sum + (reading.lines[at]?.units ?? 0), 0);
      const wantedUnits = wanted.reduce((sum, item) => sum + item.units, 0);
      const several = wantedUnits > 1 ? 'units, more than one' : 'units, one';
      tally.add(several, units === wantedUnits ? 'right' : 'wrong');
      if (values.verbose && units !== wantedUnits) console.log(`  ${id} ${code} units: wanted ${wantedUnits} read ${units}`);
      for (const modifier of new Set([...want, ...got])) {
        const what = want.includes(modifier) ? (got.includes(modifier) ? 'right' : 'missed') : 'wrong';
        tally.add(kindOf(modifier), what);
        if (values.verbose && what !== 'right')
          console.log(
            `  ${id} ${code} ${modifier} ${what}: wanted ${want.join(' ')} (${JSON.stringify(wanted.map((item) => item.modifierEvidence))}) read ${got.join(' ')} ${JSON.stringify(places.flatMap((at) => wordsAt(text, reading.lines[at]?.evidence[modifier])))} asks ${reading.questions
              .filter((each) => each.code === code)
              .map((each) => `${each.why} ${JSON.stringify(wordsAt(text, each.words))}`)
              .join()}`,
          );
        if (what !== 'right') continue;
        const own = places.flatMap((at) => wordsAt(text, reading.lines[at]?.evidence[modifier]));
        const marked = wanted.flatMap((item) => item.modifierEvidence[modifier] ?? []);
        if (marked.length > 0)
          words.add(`words of ${kindOf(modifier)}`, own.length === 0 ? 'missed' : shares(own, marked) ? 'right' : 'wrong');
      }
    }
    for (const proposal of reading.proposed) if (proposal.words.length === 0) tally.add('asserted without words', 'wrong');
  }
  console.log(`${list.length} notes with their codes given`);
  tally.print();
  words.print();
}

const snippetList = read<Snippet>(values.snippets).filter((each) => each.kind === 'note');
const noteList = read<Note>(values.notes);
if (snippetList.length + noteList.length === 0) {
  console.error('Nothing was measured: --snippets and --notes name files of notes with their lines.');
  process.exit(2);
}
if (snippetList.length > 0) snippets(snippetList);
if (noteList.length > 0) notes(noteList);
