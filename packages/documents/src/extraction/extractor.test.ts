import { setTimeout as realDelay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createExtractor, extractText } from './extractor.ts';
import type { Extractor, ExtractorOptions } from './extractor.ts';
import { docx, line } from '../testing/archives.ts';
import { HELLO, onePagePdf, pdfOfPages, stream } from '../testing/pdfs.ts';
import { codeOf } from '../testing/refusal.ts';

const MISBEHAVING = fileURLToPath(new URL('child-that-misbehaves.fixture.ts', import.meta.url));
/** Far more than a busy machine needs for a file; what has to run out of time says how much it gets. */
const timeoutMs = 120_000;
let extractor: Extractor;

afterEach(async () => {
  vi.useRealTimers();
  await extractor.close();
});

/** The text is the child's process id. */
function ask(what: string, owner = 'a'): Promise<unknown> {
  const bytes = Buffer.from(`%PDF-1.7 do:${what} ${'x'.repeat(100)}`);
  return codeOf(extractor.extract({ bytes, filename: 'a.pdf', owner }).then(({ text }) => text));
}

function misbehaving(options: ExtractorOptions = {}): void {
  extractor = createExtractor({ childPath: MISBEHAVING, children: 1, timeoutMs, ...options });
}

describe('reading through children', () => {
  test('text, Word and PDF files, several at once', async () => {
    extractor = createExtractor({ timeoutMs });
    const pdf = await pdfOfPages([['From a PDF']]);
    const extract = (bytes: Uint8Array, filename: string) => extractor.extract({ bytes, filename, owner: 'a' });
    const found = await Promise.all([
      extract(docx(line('From Word')), 'a.DOCX'),
      extract(pdf, 'a.pdf'),
      extract(Buffer.from('From text'), 'a.txt'),
      extract(docx(line('Again')), 'b.docx'),
    ]);
    expect(found).toEqual([
      { text: 'From Word', leftOut: [], type: 'docx' },
      { text: 'From a PDF', leftOut: [], type: 'pdf' },
      { text: 'From text', leftOut: [], type: 'txt' },
      { text: 'Again', leftOut: [], type: 'docx' },
    ]);
    const broken = codeOf(extract(Buffer.from('%PDF-1.7 nothing'), 'a.pdf'));
    expect(await broken).toBe('broken');
    expect(await extract(pdf, 'a.pdf')).toEqual({ text: 'From a PDF', leftOut: [], type: 'pdf' });
  });

  test('one file by itself', async () => {
    extractor = createExtractor({ timeoutMs });
    expect(await extractText(docx(line('Alone')), 'a.docx')).toEqual({ text: 'Alone', leftOut: [], type: 'docx' });
  });

  test('UPL-15 ASV-28: 5,120,000 bytes are taken, one more is not, none is refused', async () => {
    extractor = createExtractor({ timeoutMs });
    const ofSize = (size: number) =>
      codeOf(extractor.extract({ bytes: Buffer.alloc(size, 'word '), filename: 'a.txt', owner: 'a' }));
    expect(await ofSize(5_120_000)).toBe('text-too-long');
    expect(await ofSize(5_120_001)).toBe('too-large');
    expect(await ofSize(0)).toBe('empty-file');
  });
});

describe('UPL-04 REL-10: a child that a file has got hold of', () => {
  test('is killed when its time is up, and the next file is read', async () => {
    misbehaving();
    const first = await ask('answer');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const looping = ask('loop');
    await vi.waitUntil(() => vi.getTimerCount() > 0, { timeout: 60_000 });
    vi.advanceTimersByTime(timeoutMs);
    expect(await looping).toBe('timeout');
    vi.useRealTimers();
    const next = await ask('answer');
    expect(next).toMatch(/^\d+$/);
    expect(next).not.toBe(first);
  });

  test('is killed when it takes too much memory, and the next file is read', async () => {
    misbehaving({ maxMemoryBytes: 300_000_000 });
    expect(await ask('hog')).toBe('too-complex');
    expect(await ask('answer')).toMatch(/^\d+$/);
  });

  test('a PDF whose forms multiply is stopped, and the next file is read', async () => {
    extractor = createExtractor({ children: 1, timeoutMs });
    const word = () => extractor.extract({ bytes: docx(line('Next')), filename: 'a.docx', owner: 'a' });
    await word();
    // 40 forms, each drawing the next one four times: 4^40 drawings.
    const forms = Array.from({ length: 40 }, (_, index) => {
      const content = index === 39 ? HELLO : '/N Do /N Do /N Do /N Do ';
      return stream(
        content,
        `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F1 5 0 R>>/XObject<</N ${index + 7} 0 R>>>>`,
      );
    });
    const bytes = onePagePdf('/N Do', '/XObject<</N 6 0 R>>', forms);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let answered = false;
    const reading = codeOf(extractor.extract({ bytes, filename: 'a.pdf', owner: 'a' })).finally(() => (answered = true));
    await vi.waitUntil(() => vi.getTimerCount() > 0, { timeout: 60_000 });
    // Long enough for any file that ends; no limit of the test's own is near.
    await realDelay(2000);
    expect(answered).toBe(false);
    vi.advanceTimersByTime(timeoutMs);
    expect(await reading).toBe('timeout');
    vi.useRealTimers();
    expect((await word()).text).toBe('Next');
  });

  test('may die, which is the one file’s failure', async () => {
    misbehaving();
    expect(await ask('exit')).toBe('too-complex');
    expect(await ask('answer')).toMatch(/^\d+$/);
  });
});

describe('children and owners', () => {
  test('one owner’s files share a child, another owner’s get a new one', async () => {
    misbehaving();
    const [first, second, other, back] = [
      await ask('answer', 'a'),
      await ask('answer', 'a'),
      await ask('answer', 'b'),
      await ask('answer', 'a'),
    ];
    expect(second).toBe(first);
    expect(other).not.toBe(first);
    expect([first, other]).not.toContain(back);
  });

  test('a child is replaced after 25 files', async () => {
    misbehaving();
    const pids: unknown[] = [];
    for (let file = 0; file < 26; file += 1) pids.push(await ask('answer'));
    expect(new Set(pids.slice(0, 25)).size).toBe(1);
    expect(pids[25]).not.toBe(pids[0]);
  });
});

describe('the queue', () => {
  test('is bounded: what does not fit is told to come again', async () => {
    misbehaving({ maxWaiting: 2 });
    const all = Array.from({ length: 5 }, () => ask('slow'));
    const codes = await Promise.all(all);
    expect(codes.filter((code) => code === 'busy')).toHaveLength(2);
    expect(codes.slice(0, 3)).not.toContain('busy');
  });

  test('closing refuses what waits and what is being read', async () => {
    misbehaving();
    // Its child has started: what comes next is being read at once.
    await ask('answer');
    const all = [ask('loop'), ask('slow')];
    await new Promise((resolve) => setImmediate(resolve));
    await extractor.close();
    expect(await Promise.all(all)).toEqual(['busy', 'busy']);
    expect(await ask('answer')).toBe('busy');
  });

  test('a child that does not start is our fault, not the file’s', async () => {
    misbehaving({ childPath: `${MISBEHAVING}.missing.ts` });
    await expect(ask('answer')).rejects.toThrow('does not start');
  });
});
