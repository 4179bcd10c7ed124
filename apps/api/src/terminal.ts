import { printable } from '@incisive/contract/characters';

const linesOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => `${printable(line)}\n`)
    .join('');

/** One line on the terminal. Names and whatever else came from outside move no cursor and begin no line there. */
export const print = (line: string): void => void process.stdout.write(`${printable(line)}\n`);

/** Our own words on several lines. */
export const printText = (text: string): void => void process.stdout.write(linesOf(text));

/** What went wrong, which may take several lines. */
export const complain = (text: string): void => void process.stderr.write(linesOf(text));
