import { Document, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import { PDFDocument, StandardFonts } from 'pdf-lib';

export interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export const txtFile = (name: string, lines: readonly string[]): TestFile => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(lines.join('\r\n')),
});

/** A Word file with one paragraph for each line, and a table of one row. */
export async function docxFile(name: string, lines: readonly string[], cells: readonly string[]): Promise<TestFile> {
  const row = new TableRow({ children: cells.map((text) => new TableCell({ children: [new Paragraph(text)] })) });
  const file = new Document({
    sections: [{ children: [...lines.map((line) => new Paragraph(line)), new Table({ rows: [row] })] }],
  });
  return { name, mimeType: docxType, buffer: await Packer.toBuffer(file) };
}

export async function pdfFile(name: string, lines: readonly string[]): Promise<TestFile> {
  const file = await PDFDocument.create();
  const font = await file.embedFont(StandardFonts.Helvetica);
  const page = file.addPage();
  for (const [at, line] of lines.entries()) page.drawText(line, { x: 50, y: 780 - at * 18, size: 11, font });
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await file.save()) };
}

/** The head of a Windows program under the name of a PDF. */
export const disguisedProgram = (name: string): TestFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('MZ\u0090\u0000\u0003\u0000\u0000\u0000', 'latin1'), Buffer.alloc(4096)]),
});
