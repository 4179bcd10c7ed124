/**
 * How fast uploads become text, and whether memory stays flat: 100 mixed files (Word, PDF, text; two owners), in rounds.
 *
 *   node --import tsx bench/extraction.ts [rounds] [hostile files]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import { build } from 'esbuild';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { createExtractor, DocumentError } from '../packages/documents/src/index.ts';
import type { FileToRead } from '../packages/documents/src/index.ts';

const FILES = 100;
/** The last round may use this much more than the first before memory counts as growing. */
const GROWTH_LIMIT = 1.2;
const rounds = Number(process.argv[2] ?? 3);
const hostile = Number(process.argv[3] ?? 0);

const SENTENCE = 'The patient was brought to the operating room, and the abdomen was prepared and draped in the usual manner.';

async function wordFile(seed: number): Promise<Uint8Array> {
  const steps = Array.from(
    { length: 30 + seed },
    (_, step) => new Paragraph({ text: `${step}. ${SENTENCE}`, bullet: { level: 0 } }),
  );
  const cells = ['Estimated blood loss', `${seed * 5} mL`].map((text) => new TableCell({ children: [new Paragraph(text)] }));
  const heading = new Paragraph({ text: 'Procedure', heading: HeadingLevel.HEADING_1 });
  const children = [heading, ...steps, new Table({ rows: [new TableRow({ children: cells })] })];
  return Packer.toBuffer(new Document({ sections: [{ children }] }));
}

async function pdfFile(seed: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let number = 0; number < 1 + (seed % 3); number += 1) {
    const page = pdf.addPage();
    for (let line = 0; line < 45; line += 1)
      page.drawText(`${line}. ${SENTENCE}`.slice(0, 90), { x: 50, y: 780 - line * 15, size: 10, font });
  }
  return pdf.save();
}

async function makeFile(index: number): Promise<FileToRead> {
  const owner = index < FILES / 2 ? 'first' : 'second';
  if (index % 3 === 0) return { bytes: await wordFile(index), filename: `${index}.docx`, owner };
  if (index % 3 === 1) return { bytes: await pdfFile(index), filename: `${index}.pdf`, owner };
  return { bytes: Buffer.from(`${SENTENCE}\n`.repeat(40 + index)), filename: `${index}.txt`, owner };
}

/** The child as a build has it: the source would be compiled again by each child. */
async function builtChild(): Promise<string> {
  const outfile = fileURLToPath(new URL('dist/extract-child.js', import.meta.url));
  const source = fileURLToPath(new URL('../packages/documents/src/extraction/extract-child.ts', import.meta.url));
  await build({ entryPoints: [source], outfile, bundle: true, packages: 'external', platform: 'node', format: 'esm' });
  return outfile;
}

/** Resident memory of this process and of the processes it started, in bytes. */
function memory(): number {
  const pids = [process.pid, ...childrenOf(process.pid)];
  return pids.reduce((sum, pid) => sum + residentBytes(pid), 0);
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => readProc(pid, 'stat').split(') ').at(-1)?.split(' ')[1] === String(parent));
}

function residentBytes(pid: number): number {
  return Number(readProc(pid, 'statm').split(' ')[1] ?? 0) * 4096;
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}

const files = await Promise.all(Array.from({ length: FILES }, (_, index) => makeFile(index)));
const extractor = createExtractor({ maxWaiting: FILES, childPath: await builtChild() });
await extractor.warmUp();
console.log(`${FILES} files, ${megabytes(files.reduce((sum, { bytes }) => sum + bytes.length, 0))}, two children`);

const used: number[] = [];
for (let round = 1; round <= rounds; round += 1) {
  const start = performance.now();
  const texts = await Promise.all(files.map((file) => extractor.extract(file)));
  const seconds = (performance.now() - start) / 1000;
  if (texts.some(({ text }) => !text.includes('operating room'))) throw new Error('a text is missing');
  used.push(memory());
  console.log(`round ${round}: ${(FILES / seconds).toFixed(0)} files/s, resident ${megabytes(used.at(-1) ?? 0)}`);
}

if (hostile > 0) {
  const descriptors = () => readdirSync('/proc/self/fd').length;
  const before = descriptors();
  const codes = new Map<string, number>();
  for (let index = 0; index < hostile; index += 1) {
    const bytes = Buffer.from(`%PDF-1.7 broken ${index}`);
    const code = await extractor.extract({ bytes, filename: 'x.pdf', owner: 'first' }).then(
      () => 'text',
      (error: unknown) => (error instanceof DocumentError ? error.code : 'unexpected'),
    );
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  used.push(memory());
  console.log(`${hostile} broken files: ${JSON.stringify(Object.fromEntries(codes))}, resident ${megabytes(used.at(-1) ?? 0)}`);
  console.log(`open descriptors ${before} before, ${descriptors()} after`);
}
await extractor.close();

const growth = (used.at(-1) ?? 0) / (used[0] ?? 1);
console.log(`memory is ${growth <= GROWTH_LIMIT ? 'flat' : 'GROWING'}: last / first = ${growth.toFixed(2)}`);
process.exitCode = growth <= GROWTH_LIMIT ? 0 : 1;
