export function jsonLines(input?: AsyncIterable<Uint8Array | string>): AsyncGenerator<readonly [line: string, number: number]>;
export function writeJsonLine(answer: unknown): Promise<void>;
export function refuseLine(number: number, words: string): void;
