import type { DocxParts } from './docx-parts.ts';
import { ListNumbers } from './docx-numbering.ts';
import { DocumentError } from '../errors.ts';
import { MAX_TEXT_LENGTH } from '../limits.ts';
import { attribute, readXml } from './xml-reader.ts';
import type { XmlAttributes, XmlHandler } from './xml-reader.ts';

/** Deleted and moved-away text, field codes, and what only repeats or formats. */
const SKIPPED = new Set([
  'w:del',
  'w:moveFrom',
  'w:instrText',
  'w:delText',
  'w:delInstrText',
  'w:pPrChange',
  'w:rPrChange',
  'w:sectPr',
]);
const SYMBOLS: Record<string, string> = {
  F0B7: '•',
  F0A7: '▪',
  F0FC: '✓',
  F0FB: '✗',
  F0FE: '☒',
  F0FD: '☒',
  F0A8: '☐',
  F06F: '☐',
  F0E0: '→',
};

/**
 * The text of a Word file, one line a paragraph: list numbers written out, headings after an empty line, the cells of a
 * table row on one line with tabs between, notes at the end.
 */
export function readDocxText(parts: DocxParts): string {
  const numbers = new ListNumbers(parts.numbering, parts.styles);
  const body = new TextReader(numbers);
  readXml(parts.document, body);
  const lines = [...body.lines];
  const notes = [...readNotes(parts.footnotes, 'w:footnote'), ...readNotes(parts.endnotes, 'w:endnote')];
  const known = new Map(notes);
  const cited = body.noteKeys.filter((key) => known.has(key));
  if (cited.length > 0) lines.push('');
  for (const key of cited) lines.push(`[${body.noteKeys.indexOf(key) + 1}] ${known.get(key)}`);
  return lines.join('\n');
}

function readNotes(bytes: Uint8Array | undefined, element: string): (readonly [key: string, text: string])[] {
  if (bytes === undefined) return [];
  const reader = new TextReader(new ListNumbers(undefined, undefined));
  const found: (readonly [string, string])[] = [];
  let id: string | undefined;
  readXml(bytes, {
    open: (name, attributes) => {
      if (name === element) id = attribute(attributes, 'id');
      reader.open(name, attributes);
    },
    close: (name) => {
      reader.close(name);
      if (name === element) found.push([`${element}:${id}`, reader.takeLines().join(' ').trim()]);
    },
    text: (text) => reader.text(text),
  });
  return found;
}

interface Paragraph {
  text: string;
  style: string | undefined;
  list: string | undefined;
  level: number | undefined;
  /** Text boxes stand inside a paragraph; their lines follow it. */
  readonly boxes: string[];
}

interface Table {
  /** Of the row that is being read: one list of lines a cell. */
  cells: string[][];
}

class TextReader implements XmlHandler {
  readonly noteKeys: string[] = [];
  readonly #numbers: ListNumbers;
  /** Where lines go: the document, a table cell, a text box. The innermost is last. */
  readonly #targets: string[][] = [[]];
  readonly #paragraphs: Paragraph[] = [];
  readonly #tables: Table[] = [];
  /** For each open mc:AlternateContent: whether one of its alternatives was taken. */
  readonly #alternatives: boolean[] = [];
  #skipping = 0;
  #inRunProperties = false;
  #isHidden = false;
  #isText = false;
  #length = 0;

  constructor(numbers: ListNumbers) {
    this.#numbers = numbers;
  }

  get lines(): readonly string[] {
    return this.#targets[0] ?? [];
  }

  takeLines(): string[] {
    return this.#targets[0]?.splice(0) ?? [];
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipping > 0 || this.#isSkipped(name)) {
      this.#skipping += 1;
      return;
    }
    this.#openBlock(name);
    this.#openRun(name, attributes);
    this.#openProperties(name, attributes);
  }

  close(name: string): void {
    if (this.#skipping > 0) {
      this.#skipping -= 1;
      return;
    }
    switch (name) {
      case 'mc:AlternateContent':
        this.#alternatives.pop();
        break;
      case 'w:rPr':
        this.#inRunProperties = false;
        break;
      case 'w:r':
        this.#isHidden = false;
        break;
      case 'w:t':
      case 'm:t':
        this.#isText = false;
        break;
      case 'w:p':
        this.#closeParagraph();
        break;
      case 'w:txbxContent':
        this.#paragraphs.at(-1)?.boxes.push(...(this.#targets.pop() ?? []));
        break;
      case 'w:tc':
        this.#tables.at(-1)?.cells.push(this.#targets.pop() ?? []);
        break;
      case 'w:tr':
        this.#closeRow();
        break;
      case 'w:tbl':
        this.#tables.pop();
        break;
      default:
    }
  }

  text(text: string): void {
    if (this.#isText && this.#skipping === 0) this.#write(text);
  }

  /** Of several forms of the same content (new and old drawing) only the first counts. */
  #isSkipped(name: string): boolean {
    if (name !== 'mc:Choice' && name !== 'mc:Fallback') return SKIPPED.has(name);
    const isTaken = this.#alternatives.at(-1) ?? false;
    this.#alternatives[this.#alternatives.length - 1] = true;
    return isTaken;
  }

  #openBlock(name: string): void {
    if (name === 'w:p') this.#paragraphs.push({ text: '', style: undefined, list: undefined, level: undefined, boxes: [] });
    else if (name === 'w:tbl') this.#tables.push({ cells: [] });
    else if (name === 'w:tc' || name === 'w:txbxContent') this.#targets.push([]);
    else if (name === 'mc:AlternateContent') this.#alternatives.push(false);
    else if (name === 'w:rPr') this.#inRunProperties = true;
  }

  #openRun(name: string, attributes: XmlAttributes): void {
    switch (name) {
      case 'w:t':
      case 'm:t':
        this.#isText = true;
        break;
      case 'w:tab':
        // Inside w:tabs it is a tab stop; those have a position.
        if (attribute(attributes, 'pos') === undefined) this.#write('\t');
        break;
      case 'w:br':
      case 'w:cr':
        this.#write('\n');
        break;
      case 'w:noBreakHyphen':
        this.#write('-');
        break;
      case 'w:sym':
        this.#write(SYMBOLS[attribute(attributes, 'char')?.toUpperCase() ?? ''] ?? '');
        break;
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        this.#cite(`${name.slice(0, -'Reference'.length)}:${attribute(attributes, 'id')}`);
        break;
      default:
    }
  }

  #openProperties(name: string, attributes: XmlAttributes): void {
    const paragraph = this.#paragraphs.at(-1);
    const value = () => attribute(attributes, 'val');
    if (name === 'w:vanish' && this.#inRunProperties) this.#isHidden = !['0', 'false'].includes(value() ?? '');
    else if (paragraph === undefined) return;
    else if (name === 'w:pStyle') paragraph.style = value();
    else if (name === 'w:numId') paragraph.list = value();
    else if (name === 'w:ilvl') paragraph.level = Number(value());
  }

  #cite(key: string): void {
    if (!this.noteKeys.includes(key)) this.noteKeys.push(key);
    this.#write(`[${this.noteKeys.indexOf(key) + 1}]`);
  }

  #write(text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (this.#isHidden || paragraph === undefined) return;
    this.#length += text.length;
    if (this.#length > MAX_TEXT_LENGTH) throw new DocumentError('text-too-long');
    paragraph.text += text;
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    const target = this.#targets.at(-1);
    if (paragraph === undefined || target === undefined) return;
    // A hidden paragraph mark must not hide what follows.
    this.#isHidden = false;
    const text = paragraph.text.trimEnd();
    const label = text.trim() === '' ? '' : this.#numbers.next(paragraph, paragraph.style);
    const previous = target.at(-1);
    if (text !== '' && this.#numbers.isHeading(paragraph.style) && previous !== undefined && previous !== '') target.push('');
    target.push(...`${label}${text}`.split('\n'), ...paragraph.boxes);
  }

  #closeRow(): void {
    const table = this.#tables.at(-1);
    const target = this.#targets.at(-1);
    if (table === undefined || target === undefined) return;
    const cells = table.cells.map(withoutEmptyEnds);
    table.cells = [];
    // A table used for layout has long cells: its lines stay lines.
    if (cells.some((lines) => lines.length > 1)) target.push(...cells.flat());
    else
      target.push(
        cells
          .map(([line = '']) => line.trim())
          .join('\t')
          .trimEnd(),
      );
  }
}

function withoutEmptyEnds(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return first < 0 ? [] : lines.slice(first, last + 1);
}
