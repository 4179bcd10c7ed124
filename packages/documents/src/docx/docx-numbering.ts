import { type XmlAttributes, attribute, readXml } from './xml-reader.ts';

interface Level {
  start: number;
  format: string;
  /** As in '%1.%2': the numbers of this and the levels above. */
  text: string;
}

interface List {
  readonly abstractId: string;
  readonly overrides: Map<number, { start?: number; level?: Level }>;
}

/** Where a paragraph stands in a list; undefined fields come from its style. */
export interface ListPosition {
  readonly list: string | undefined;
  readonly level: number | undefined;
}

interface Style {
  name: string;
  basedOn: string | undefined;
  position: ListPosition;
}

const BULLET = '•';
const MAX_LEVEL = 8;

/** Word stores no list numbers, only how to count: this counts. One instance per document, paragraphs in order. */
export class ListNumbers {
  readonly #abstracts: Map<string, Map<number, Level>>;
  readonly #lists: Map<string, List>;
  readonly #styles: Map<string, Style>;
  /** Lists that share a definition count on together. */
  readonly #counters = new Map<string, (number | undefined)[]>();
  readonly #started = new Set<string>();

  constructor(numbering: Uint8Array | undefined, styles: Uint8Array | undefined) {
    ({ abstracts: this.#abstracts, lists: this.#lists } = readNumbering(numbering));
    this.#styles = readStyles(styles);
  }

  isHeading(style: string | undefined): boolean {
    for (let id = style, depth = 0; id !== undefined && depth < 10; depth += 1) {
      const found = this.#styles.get(id);
      if (/^(?:heading|title|subtitle)\b/i.test(found?.name ?? id)) return true;
      id = found?.basedOn;
    }
    return false;
  }

  /** What stands before the paragraph's text ('2. ', '  • '), '' outside lists. Counts one on. */
  next(own: ListPosition, style: string | undefined): string {
    const { list: id, level = 0 } = this.#resolve(own, style);
    const list = id === undefined || id === '0' ? undefined : this.#lists.get(id);
    if (id === undefined || list === undefined || level > MAX_LEVEL) return '';
    const definition = this.#levelOf(list, level);
    if (definition === undefined || definition.format === 'none') return '';
    const counters = this.#count(id, list, level);
    const label = definition.format === 'bullet' ? BULLET : this.#label(list, definition, counters);
    return label === '' ? '' : `${'  '.repeat(level)}${label} `;
  }

  #resolve(own: ListPosition, style: string | undefined): ListPosition {
    let { list, level } = own;
    for (let id = style, depth = 0; id !== undefined && depth < 10; depth += 1) {
      const found = this.#styles.get(id);
      list ??= found?.position.list;
      level ??= found?.position.level;
      id = found?.basedOn;
    }
    return { list, level };
  }

  #levelOf(list: List, level: number): Level | undefined {
    return list.overrides.get(level)?.level ?? this.#abstracts.get(list.abstractId)?.get(level);
  }

  #count(id: string, list: List, level: number): (number | undefined)[] {
    const counters = this.#counters.get(list.abstractId) ?? [];
    this.#counters.set(list.abstractId, counters);
    if (!this.#started.has(id)) {
      this.#started.add(id);
      for (const [at, { start }] of list.overrides) if (start !== undefined) counters[at] = undefined;
    }
    for (let at = 0; at < level; at += 1) counters[at] ??= this.#startOf(list, at);
    const now = counters[level];
    counters[level] = now === undefined ? this.#startOf(list, level) : now + 1;
    counters.length = level + 1;
    return counters;
  }

  #startOf(list: List, level: number): number {
    return list.overrides.get(level)?.start ?? this.#levelOf(list, level)?.start ?? 1;
  }

  #label(list: List, { text }: Level, counters: readonly (number | undefined)[]): string {
    return text.replace(/%(\d)/g, (_whole, digit: string) => {
      const at = Number(digit) - 1;
      return formatNumber(counters[at] ?? 1, this.#levelOf(list, at)?.format ?? 'decimal');
    });
  }
}

function readNumbering(bytes: Uint8Array | undefined): { abstracts: Map<string, Map<number, Level>>; lists: Map<string, List> } {
  const abstracts = new Map<string, Map<number, Level>>();
  const lists = new Map<string, List>();
  let levels = new Map<number, Level>();
  let level: Level | undefined;
  let list: List | undefined;
  let override: { start?: number; level?: Level } | undefined;
  const open = (name: string, attributes: XmlAttributes) => {
    const value = (wanted = 'val') => attribute(attributes, wanted) ?? '';
    if (name === 'w:abstractNum') abstracts.set(value('abstractNumId'), (levels = new Map()));
    else if (name === 'w:num') list = { abstractId: '', overrides: new Map() };
    if (name === 'w:num' && list !== undefined) lists.set(value('numId'), list);
    else if (name === 'w:abstractNumId' && list !== undefined) Object.assign(list, { abstractId: value() });
    else if (name === 'w:lvlOverride') list?.overrides.set(Number(value('ilvl')), (override = {}));
    else if (name === 'w:startOverride' && override !== undefined) override.start = Number(value());
    else if (name === 'w:lvl') {
      level = { start: 1, format: 'decimal', text: '' };
      if (override === undefined) levels.set(Number(value('ilvl')), level);
      else override.level = level;
    } else if (level !== undefined) {
      if (name === 'w:start') level.start = Number(value());
      else if (name === 'w:numFmt') level.format = value();
      else if (name === 'w:lvlText') level.text = value();
    }
  };
  const close = (name: string) => {
    if (name === 'w:lvl') level = undefined;
    if (name === 'w:lvlOverride') override = undefined;
  };
  if (bytes !== undefined) readXml(bytes, { open, close, text: () => undefined });
  return { abstracts, lists };
}

function readStyles(bytes: Uint8Array | undefined): Map<string, Style> {
  const styles = new Map<string, Style>();
  let style: Style | undefined;
  const open = (name: string, attributes: XmlAttributes) => {
    const value = (wanted = 'val') => attribute(attributes, wanted);
    if (name === 'w:style')
      styles.set(
        value('styleId') ?? '',
        (style = { name: '', basedOn: undefined, position: { list: undefined, level: undefined } }),
      );
    else if (style === undefined) return;
    else if (name === 'w:name') style.name = value() ?? '';
    else if (name === 'w:basedOn') style.basedOn = value();
    else if (name === 'w:numId') style.position = { ...style.position, list: value() };
    else if (name === 'w:ilvl') style.position = { ...style.position, level: Number(value()) };
  };
  const close = (name: string) => {
    if (name === 'w:style') style = undefined;
  };
  if (bytes !== undefined) readXml(bytes, { open, close, text: () => undefined });
  return styles;
}

/** A list number as Word shows it; formats of other scripts are shown as decimals. */
export function formatNumber(value: number, format: string): string {
  switch (format) {
    case 'bullet':
    case 'none':
      return '';
    case 'decimalZero':
      return String(value).padStart(2, '0');
    case 'lowerLetter':
      return letters(value);
    case 'upperLetter':
      return letters(value).toUpperCase();
    case 'lowerRoman':
      return roman(value);
    case 'upperRoman':
      return roman(value).toUpperCase();
    default:
      return String(value);
  }
}

/** Word's way: z is followed by aa, then bb. */
function letters(value: number): string {
  if (value < 1 || value > 780) return String(value);
  return String.fromCodePoint(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function roman(value: number): string {
  if (value < 1 || value > 3999) return String(value);
  let rest = value;
  let text = '';
  for (const [worth, sign] of ROMAN) {
    while (rest >= worth) {
      text += sign;
      rest -= worth;
    }
  }
  return text;
}
