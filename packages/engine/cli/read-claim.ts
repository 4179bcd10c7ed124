import { createEngine, type ClaimContext } from '../src/index.ts';
import { loadKnowledge } from '../node/load-knowledge.ts';
import { jsonLines, refuseLine, writeJsonLine } from '../../../scripts/json-lines.mjs';

/**
 * `npm run -s read-claim`: JSON lines { id, text, context } in, { id, lines, proposed, questions } out, one by one. `context` may hold
 * `pos`, `performer`, `prior` and `codes`; without codes the engine's own are read. Words stand as the note has them, with their ranges.
 */
const engine = createEngine({ knowledge: loadKnowledge() });

type Request = { id: unknown; text: string; codes: readonly string[] | undefined; context: ClaimContext };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const texts = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined;

function contextOf(value: Record<string, unknown>): ClaimContext {
  const { pos, performer, prior } = value;
  const earlier = Array.isArray(prior) ? prior.filter(isObject) : [];
  return {
    ...(typeof pos === 'string' ? { pos } : {}),
    ...(typeof performer === 'string' ? { performer } : {}),
    prior: earlier.flatMap(({ code, date, modifiers }) =>
      typeof code === 'string'
        ? [{ code, ...(typeof date === 'string' ? { date } : {}), modifiers: texts(modifiers) ?? [] }]
        : [],
    ),
  };
}

/** The request of a line, or what is wrong with it. */
function parseRequest(line: string): Request | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'not a line of JSON';
  }
  if (!isObject(value) || typeof value['text'] !== 'string') return 'not a JSON object with a text';
  const context = value['context'] ?? {};
  if (!isObject(context)) return 'the context is not a JSON object';
  const codes = texts(context['codes'] ?? value['codes']);
  return { id: value['id'] ?? null, text: value['text'], codes, context: contextOf(context) };
}

type Range = { readonly start: number; readonly end: number };

for await (const [line, number] of jsonLines()) {
  const request = parseRequest(line);
  let answer: unknown;
  if (typeof request === 'string') {
    refuseLine(number, request);
    answer = { id: null, error: request };
  } else {
    const { id, text, codes, context } = request;
    const said = (ranges: readonly Range[]): string[] => ranges.map(({ start, end }) => text.slice(start, end));
    const bare = (ranges: readonly Range[]): Range[] => ranges.map(({ start, end }) => ({ start, end }));
    const reading = engine.claimLines(text, codes, context);
    answer = {
      id,
      lines: reading.lines.map(({ evidence, ...rest }) => ({
        ...rest,
        evidence: Object.fromEntries(Object.entries(evidence).map(([of, ranges]) => [of, said(ranges)])),
        ranges: Object.fromEntries(Object.entries(evidence).map(([of, ranges]) => [of, bare(ranges)])),
      })),
      proposed: reading.proposed.map(({ words, ...rest }) => ({ ...rest, words: said(words), ranges: bare(words) })),
      questions: reading.questions.map(({ words, ...rest }) => ({ ...rest, words: said(words), ranges: bare(words) })),
    };
  }
  await writeJsonLine(answer);
}
