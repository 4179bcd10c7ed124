import { BackupError, type SealKey, readSealed, writeSealed } from './sealed-file.ts';

export { BackupError };

const keyOf = (secret: string): SealKey => ({ secret, purpose: 'incisive backup' });

/**
 * Writes lines into a new file that only `secret` opens. An existing file is never overwritten.
 * @returns size and SHA-256 of the file.
 */
export function writeArchive(
  file: string,
  secret: string,
  lines: AsyncIterable<string>,
): Promise<{ bytes: number; sha256: string }> {
  const ended = async function* (): AsyncGenerator<string> {
    for await (const line of lines) yield `${line}\n`;
  };
  return writeSealed(file, keyOf(secret), ended());
}

/** Ends of lines are \n alone: readline of Node 24 also breaks a note at U+2028. */
async function* linesIn(plain: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let begun: string[] = [];
  for await (const piece of plain) {
    const [first = '', ...others] = decoder.decode(piece, { stream: true }).split('\n');
    begun.push(first);
    for (const next of others) {
      yield begun.join('');
      begun = [next];
    }
  }
}

/**
 * Reads the lines of an archive. Nothing that was changed comes out of it, but what precedes the change may: load inside a transaction.
 * @throws BackupError for another secret, a changed, cut-off or foreign file.
 */
export function readArchive(file: string, secret: string): AsyncGenerator<string> {
  return linesIn(readSealed(file, keyOf(secret)));
}
