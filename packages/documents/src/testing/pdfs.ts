import { PDFDocument, StandardFonts } from 'pdf-lib';

/** A PDF with these lines on each of its pages. */
export async function pdfOfPages(pages: readonly (readonly string[])[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const lines of pages) {
    const page = pdf.addPage([600, 800]);
    lines.forEach((text, index) => {
      if (text !== '') page.drawText(text, { x: 50, y: 750 - index * 14, size: 11, font });
    });
  }
  return pdf.save();
}

/** A PDF written by hand: object bodies numbered from 1, the first being the catalogue. */
export function rawPdf(objects: readonly string[], trailer = ''): Uint8Array {
  let text = '%PDF-1.7\n';
  const offsets: number[] = [];
  objects.forEach((body, index) => {
    offsets.push(text.length);
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
  });
  const start = text.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}

export function stream(content: string, dictionary = ''): string {
  return `<</Length ${content.length}${dictionary}>>\nstream\n${content}\nendstream`;
}

const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';

/** One page that draws `content`, with further objects from number 6 on. */
export function onePagePdf(content: string, resources = '', more: readonly string[] = [], catalogue = ''): Uint8Array {
  return rawPdf([
    `<</Type/Catalog/Pages 2 0 R${catalogue}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>${resources}>>>>`,
    stream(content),
    FONT,
    ...more,
  ]);
}

export const HELLO = 'BT /F1 12 Tf 50 700 Td (Plain text of the note) Tj ET';
