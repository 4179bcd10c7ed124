import { fileURLToPath } from 'node:url';
import { getDocumentProxy } from 'unpdf';
import { DocumentError } from '../errors.ts';
import { MAX_PDF_PAGES, MAX_TEXT_LENGTH } from '../limits.ts';
import { type PageLine, joinPages, writtenLines } from './pdf-lines.ts';
import { withoutRunningLines } from './running-lines.ts';

/**
 * The text of a PDF, its lines as they were written: lines that only the page's width broke are whole again, running heads and feet are told
 * apart. Scripts, links, attachments and forms in it are not touched.
 *
 * @throws DocumentError password-protected, broken, too-complex (over 500 pages), text-too-long
 */
export async function readPdfText(bytes: Uint8Array): Promise<ReadText> {
  const pdf = await openPdf(bytes);
  try {
    if (pdf.numPages > MAX_PDF_PAGES) throw tooManyPages();
    const text = new PageText();
    let failures = 0;
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const isRead = await readPage(pdf, number, text);
      failures += isRead ? 0 : 1;
    }
    if (failures > 0 && failures === pdf.numPages) throw new DocumentError('broken');
    return text.written();
  } finally {
    await pdf.destroy();
  }
}

/** A document's text, and what was taken out of it as belonging to its pages: running heads and feet. */
export interface ReadText {
  readonly text: string;
  readonly leftOut: readonly string[];
}

/** In a build this stands in dist/NAME/server. */
const characterMaps = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../cmaps/' : '../../../packages/documents/cmaps/', import.meta.url),
);

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
      cMapUrl: characterMaps,
      cMapPacked: true,
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
    const [left = 0, , right = 0] = page.view;
    text.startPage(right - left);
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
  readonly width: number;
  readonly height: number;
  readonly transform: readonly number[];
}

class PageText {
  readonly #pages: { readonly width: number; readonly lines: readonly PageLine[] }[] = [];
  #pageWidth = 0;
  #lines: PageLine[] = [];
  #line: PageLine | undefined;
  #length = 0;

  startPage(width: number): void {
    this.#endPage();
    this.#pageWidth = width;
  }

  add({ str, hasEOL, width, height, transform }: TextItem): void {
    this.#length += str.length;
    if (this.#length > MAX_TEXT_LENGTH) throw new DocumentError('text-too-long');
    const left = transform[4] ?? 0;
    const open = this.#line;
    if (open) this.#line = { ...open, text: open.text + str, right: str.trim() === '' ? open.right : left + width };
    else if (str.trim() !== '') this.#line = { text: str, left, right: left + width, y: transform[5] ?? 0, height };
    if (hasEOL) this.#endLine();
  }

  written(): ReadText {
    this.#endPage();
    const { pages, leftOut } = withoutRunningLines(this.#pages.map(({ lines }) => lines));
    return { text: joinPages(pages.map((lines, at) => writtenLines(lines, this.#pages[at]?.width ?? 0).join('\n'))), leftOut };
  }

  #endPage(): void {
    this.#endLine();
    if (this.#lines.length > 0) this.#pages.push({ width: this.#pageWidth, lines: this.#lines });
    this.#lines = [];
  }

  #endLine(): void {
    if (this.#line) this.#lines.push({ ...this.#line, text: this.#line.text.trimEnd() });
    this.#line = undefined;
  }
}

function tooManyPages(): DocumentError {
  return new DocumentError('too-complex', `The PDF has more than ${MAX_PDF_PAGES} pages. Split it into several files.`);
}
