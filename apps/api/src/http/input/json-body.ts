import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';

/** No body of the contract is deeper than a few levels, or has more values than a bulk list of ids. */
const deepest = 16;
const mostValues = 20_000;

const [quote, backslash, comma] = Array.from('"\\,', (character) => character.charCodeAt(0));
const [openList, closeList, openObject, closeObject] = Array.from('[]{}', (character) => character.charCodeAt(0));

/** Where the text that begins at a quote ends. A long one is searched, not walked through. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let before = end - 1;
    while (json.charCodeAt(before) === backslash) before -= 1;
    // An even number of backslashes are signs of their own.
    if ((end - before) % 2 === 1) return end;
  }
  return json.length;
}

/**
 * Refuses JSON whose shape alone costs memory and time, in one pass and before it is parsed: a text may be long, its shape may not.
 * @throws AppError `unparsable`.
 */
export function refuseCostlyShape(json: string): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === quote) at = endOfText(json, at);
    else if (character === comma) values += 1;
    else if (character === openList || character === openObject) {
      depth += 1;
      values += 1;
    } else if (character === closeList || character === closeObject) depth -= 1;
    if (depth > deepest || values > mostValues)
      throw new AppError('unparsable', {
        detail: `Send JSON of at most ${deepest} levels and ${mostValues.toLocaleString('en-US')} values.`,
      });
  }
}

/** Calls such as sign-out have no body; a JSON content type without one is not a mistake. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(['application/json', 'application/fhir+json'], { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      refuseCostlyShape(body as string);
    } catch (error) {
      return done(error as Error);
    }
    return void parse(request, body as string, done);
  });
}
