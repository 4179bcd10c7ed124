import { afterEach, expect, it, vi } from 'vitest';
import { complain, print, printText } from './terminal.ts';

afterEach(() => vi.restoreAllMocks());

function written(stream: NodeJS.WriteStream, run: () => void): string {
  const write = vi.spyOn(stream, 'write').mockReturnValue(true);
  run();
  return write.mock.calls.map(([words]) => String(words)).join('');
}

it('S9: a name moves no cursor, begins no line and hides nothing on the terminal', () => {
  const name = 'clinic\u001B[2J\r\nRestored\u202E\u200B';
  expect(written(process.stdout, () => print(`Tenant ${name}`))).toBe(
    'Tenant clinic[U+001B][2J[U+000D][U+000A]Restored[U+202E][U+200B]\n',
  );
});

it('S9: words on several lines keep their lines', () => {
  expect(written(process.stdout, () => printText('One\n  two\u0007'))).toBe('One\n  two[U+0007]\n');
  expect(written(process.stderr, () => complain('One\ntwo\u009B'))).toBe('One\ntwo[U+009B]\n');
});
