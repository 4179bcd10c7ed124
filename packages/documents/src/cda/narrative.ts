import { type XmlAttributes, attribute } from '../docx/xml-reader.ts';
import { DocumentError } from '../errors.ts';
import { MAX_TEXT_LENGTH } from '../limits.ts';

/** Elements before and after which a line ends. */
const LINES: ReadonlySet<string> = new Set(['paragraph', 'list', 'item', 'caption', 'table', 'tr', 'br', 'footnote']);

/** A line that has its dash or its number, and no words yet. */
const MARK_ALONE = /^(?:- |\d+\. )$/;

/** Lines, the last of them still being written. */
class Lines {
  readonly #done: string[] = [];
  #last = '';

  get last(): string {
    return this.#last;
  }

  put(words: string): void {
    const [first = '', ...rest] = words.split('\n');
    this.#last += first;
    for (const line of rest) {
      this.end();
      this.#last = line;
    }
  }

  /** Ends the line, where it has words. */
  end(): void {
    if (MARK_ALONE.test(this.#last)) return;
    const line = this.#last.trimEnd();
    if (line !== '') this.#done.push(line);
    this.#last = '';
  }

  dropMark(): void {
    if (MARK_ALONE.test(this.#last)) this.#last = '';
  }

  /** Above the line that is being written. */
  above(lines: readonly string[]): void {
    if (this.#done.length > 0 && lines.length > 0) this.#done.push('');
    this.#done.push(...lines);
  }

  text(): string {
    this.dropMark();
    this.end();
    return this.#done.join('\n');
  }
}

/** CDA's narrative blocks as lines: a list's items each on a line, a table's rows too, with tabs between their cells. */
export class Narrative {
  readonly #head: () => string[];
  readonly #root = new Lines();
  /** Where words go: the document, or the innermost cell. */
  readonly #cells: Lines[] = [];
  readonly #rows: string[][] = [];
  readonly #lists: { readonly ordered: boolean; items: number }[] = [];
  #depth = 0;
  /** How deep something began that was struck out. */
  #struck = 0;
  #length = 0;

  /** @param head the titles that belong above the words that come now */
  constructor(head: () => string[]) {
    this.#head = head;
  }

  get isOpen(): boolean {
    return this.#depth > 0;
  }

  begin(): void {
    this.#depth = 1;
    this.#root.end();
  }

  open(name: string, attributes: XmlAttributes): void {
    this.#depth += 1;
    if (this.#struck > 0) return;
    if (attribute(attributes, 'revised') === 'delete') {
      this.#struck = this.#depth;
      return;
    }
    if (LINES.has(name)) this.#top.end();
    if (name === 'list') this.#lists.push({ ordered: attribute(attributes, 'listType') === 'ordered', items: 0 });
    else if (name === 'item') this.#mark();
    else if (name === 'tr') this.#rows.push([]);
    else if (name === 'td' || name === 'th') this.#cells.push(new Lines());
  }

  close(name: string): void {
    const closed = this.#depth;
    this.#depth -= 1;
    if (this.#struck > 0) {
      if (this.#struck === closed) this.#struck = 0;
      return;
    }
    if (LINES.has(name) || this.#depth === 0) this.#top.end();
    if (name === 'list') this.#lists.pop();
    else if (name === 'item') this.#top.dropMark();
    else if (name === 'td' || name === 'th') this.#closeCell();
    else if (name === 'tr') this.#closeRow();
  }

  /** Blanks between elements are one blank; lines that the sender broke stay broken. */
  say(text: string): void {
    if (this.#struck > 0) return;
    const words = text.replaceAll(/[^\S\n]+/g, ' ').replaceAll(/ ?\n ?/g, '\n');
    const begun = this.#top.last;
    const begins = begun === '' || begun.endsWith(' ');
    if (words.trim() === '') {
      if (!begins && words !== '') this.#put(' ');
      return;
    }
    const titles = this.#head();
    for (const title of titles) this.#count(title);
    this.#root.above(titles);
    // Where the element's own lines begin and end is how the file was laid out.
    this.#put((begins ? words.trimStart() : words.replace(/^\n+/, ' ')).replace(/\n+$/, ' '));
  }

  text(): string {
    return this.#root.text();
  }

  get #top(): Lines {
    return this.#cells.at(-1) ?? this.#root;
  }

  #mark(): void {
    const list = this.#lists.at(-1);
    if (!list) return;
    list.items += 1;
    this.#put(list.ordered ? `${list.items}. ` : '- ');
  }

  #closeCell(): void {
    const text = this.#cells.pop()?.text() ?? '';
    const row = this.#rows.at(-1);
    if (row) row.push(text);
    else this.#top.put(`${text}\n`);
  }

  /** A row whose one filled cell holds lines is there for its looks: its lines stay lines. */
  #closeRow(): void {
    const row = this.#rows.pop() ?? [];
    const filled = row.filter((cell) => cell !== '');
    const looks = row.length === 1 || (filled.length === 1 && filled[0]!.includes('\n'));
    this.#top.put(`${looks ? filled.join('') : row.map((cell) => cell.replaceAll('\n', ' ')).join('\t')}\n`);
  }

  #put(words: string): void {
    this.#count(words);
    this.#top.put(words);
  }

  #count(words: string): void {
    this.#length += words.length;
    if (this.#length > MAX_TEXT_LENGTH) throw new DocumentError('text-too-long');
  }
}
