import { getDocumentProxy } from 'unpdf';
import { DocumentError } from './errors.ts';
import { MAX_PDF_PAGES, MAX_TEXT_LENGTH } from './limits.ts';

/** A gap of this many line heights between two lines is an empty line. */
const PARAGRAPH_GAP = 1.9;

/**
 * The text of a PDF, its lines as they stand on the page. Scripts, links, attachments and forms in it are not touched.
 *
 * @throws DocumentError password-protected, broken, too-complex (over 500 pages), text-too-long
 */
export async function readPdfText(bytes: Uint8Array): Promise<string> {
  const pdf = await openPdf(bytes);
  try {
    if (pdf.numPages > MAX_PDF_PAGES) throw tooManyPages();
    const text = new PageText();
    let failures = 0;
    for (let number = 1; number <= pdf.numPages; number += 1) {
      text.startPage();
      const isRead = await readPage(pdf, number, text);
      failures += isRead ? 0 : 1;
    }
    if (failures > 0 && failures === pdf.numPages) throw new DocumentError('broken');
    return text.toString();
  } finally {
    await pdf.destroy();
  }
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  try {
    // The reader takes the buffer over: give it a copy.
    return await getDocumentProxy(new Uint8Array(bytes), {
      isEvalSupported: false,
      enableXfa: false,
      disableFontFace: true,
      useSystemFonts: false,
      useWorkerFetch: false,
      stopAtErrors: false,
      verbosity: 0,
    });
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new DocumentError(isLocked ? 'password-protected' : 'broken', undefined, { cause: error });
  }
}

/** One damaged page does not lose the others. */
async function readPage(pdf: Pdf, number: number, text: PageText): Promise<boolean> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent({ disableNormalization: false });
    for (const item of items) if ('str' in item) text.add(item);
    page.cleanup();
    return true;
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    return false;
  }
}

interface TextItem {
  readonly str: string;
  readonly hasEOL: boolean;
  readonly height: number;
  readonly transform: readonly number[];
}

class PageText {
  readonly #lines: string[] = [];
  #line = '';
  #length = 0;
  #lineY: number | undefined;
  #height = 0;

  startPage(): void {
    this.#endLine();
    if (this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('');
    this.#lineY = undefined;
  }

  add({ str, hasEOL, height, transform }: TextItem): void {
    const y = transform[5] ?? 0;
    if (this.#line === '' && str.trim() !== '') this.#openLine(y, height);
    this.#length += str.length;
    if (this.#length > MAX_TEXT_LENGTH) throw new DocumentError('text-too-long');
    this.#line += str;
    if (hasEOL) this.#endLine();
  }

  toString(): string {
    this.#endLine();
    return this.#lines.join('\n');
  }

  #openLine(y: number, height: number): void {
    const gap = this.#lineY === undefined ? 0 : this.#lineY - y;
    if (gap > PARAGRAPH_GAP * Math.max(height, this.#height, 1) && this.#lines.at(-1) !== '') this.#lines.push('');
    this.#lineY = y;
    this.#height = height;
  }

  #endLine(): void {
    const line = this.#line.trimEnd();
    this.#line = '';
    if (line !== '') this.#lines.push(line);
  }
}

function tooManyPages(): DocumentError {
  return new DocumentError('too-complex', `The PDF has more than ${MAX_PDF_PAGES} pages. Split it into several files.`);
}
