/**
 * The lines of standard input, each with its number, without blank ones. A line ends at \n or \r\n alone: readline of Node 24 also ends
 * one at U+2028 and U+2029, which JSON allows inside its strings.
 * @param {AsyncIterable<Buffer | string>} [input]
 * @returns {AsyncGenerator<readonly [line: string, number: number]>}
 */
export async function* jsonLines(input = process.stdin) {
  const decoder = new TextDecoder();
  let rest = '';
  let number = 0;
  for await (const piece of input) {
    const lines = (rest + (typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }))).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      number += 1;
      if (line.trim() !== '') yield [line, number];
    }
  }
  if (rest.trim() !== '') yield [rest, number + 1];
}

/**
 * Writes an answer as one line, and waits while the reader is slower.
 * @param {unknown} answer
 */
export async function writeJsonLine(answer) {
  if (!process.stdout.write(`${JSON.stringify(answer)}\n`)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}

/**
 * Tells of a line that cannot be answered; the command goes on and ends as failed.
 * @param {number} number
 * @param {string} words
 */
export function refuseLine(number, words) {
  process.exitCode = 1;
  process.stderr.write(`line ${String(number)}: ${words}\n`);
}
