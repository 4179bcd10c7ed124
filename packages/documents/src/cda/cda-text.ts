import { type XmlAttributes, attribute, readXml } from '../docx/xml-reader.ts';
import { Narrative } from './narrative.ts';
import { DocumentError } from '../errors.ts';
import { withWindowsSigns } from '../extraction/text-file.ts';

/** A body that is no XML: a file of its own within the document. */
export interface CdaFile {
  readonly type: 'txt' | 'pdf' | 'rtf' | 'docx';
  readonly bytes: Uint8Array;
}

/** What the sections of an operative note are called where their document names them by their LOINC code alone. */
const SECTIONS: Readonly<Record<string, string>> = {
  '8724-7': 'Description of procedure',
  '10213-7': 'Anesthesia',
  '10215-2': 'Findings',
  '10216-0': 'Fluids',
  '10217-8': 'Indications',
  '10218-6': 'Postoperative diagnosis',
  '10219-4': 'Preoperative diagnosis',
  '10221-0': 'Specimens',
  '10223-0': 'Procedure performed',
  '11537-8': 'Drains',
  '29554-3': 'Procedure',
  '55109-3': 'Complications',
  '55122-8': 'Implants',
  '59768-2': 'Indications',
  '59769-0': 'Postoperative diagnosis',
  '59770-8': 'Estimated blood loss',
  '59771-6': 'Implants',
  '59772-4': 'Planned procedure',
  '59773-1': 'Specimens',
  '59774-0': 'Anesthesia',
  '59775-7': 'Disposition',
  '59776-5': 'Findings',
};

const FILES: Readonly<Record<string, CdaFile['type']>> = {
  'text/plain': 'txt',
  'application/pdf': 'pdf',
  'application/rtf': 'rtf',
  'text/rtf': 'rtf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
};

const BODY = 'ClinicalDocument/component/structuredBody';
const TITLE = 'ClinicalDocument/title';
const FILE = 'ClinicalDocument/component/nonXMLBody/text';
/** A section, at whatever depth. */
const SECTION = new RegExp(`^${BODY}(?:/component/section)+$`);

interface Section {
  title: string;
  code: string;
  told: boolean;
}
interface Body {
  readonly mediaType: string;
  readonly packed: boolean;
  readonly compressed: boolean;
  elsewhere: boolean;
  data: string;
}

/** One pass over a document: its title, and the titles and narratives of its sections. Header and entries stand in no text. */
class CdaReader {
  readonly #path: string[] = [];
  readonly #sections: Section[] = [];
  readonly #narrative = new Narrative(() => this.#head());
  #title = '';
  /** The path of the title that is being read. */
  #wanted = '';
  #isCda = false;
  #body: Body | undefined;

  open(name: string, attributes: XmlAttributes): void {
    const parent = this.#path.join('/');
    this.#path.push(name);
    if (this.#path.length === 1) this.#isCda = name === 'ClinicalDocument';
    if (this.#narrative.isOpen) {
      this.#narrative.open(name, attributes);
      return;
    }
    const at = this.#path.join('/');
    if (at === FILE)
      this.#body = {
        mediaType: (attribute(attributes, 'mediaType') ?? 'text/plain').toLowerCase(),
        packed: attribute(attributes, 'representation') === 'B64',
        compressed: attribute(attributes, 'compression') !== undefined,
        elsewhere: false,
        data: '',
      };
    else if (parent === FILE && name === 'reference') this.#body!.elsewhere = true;
    else if (SECTION.test(at)) this.#sections.push({ title: '', code: '', told: false });
    else if (SECTION.test(parent)) {
      if (name === 'code')
        this.#sections.at(-1)!.code = attribute(attributes, 'displayName') ?? SECTIONS[attribute(attributes, 'code') ?? ''] ?? '';
      else if (name === 'title') this.#wanted = at;
      else if (name === 'text') this.#narrative.begin();
    } else if (at === TITLE) this.#wanted = at;
  }

  text(text: string): void {
    if (this.#narrative.isOpen) this.#narrative.say(text);
    else if (this.#wanted === TITLE) this.#title += text;
    else if (this.#wanted !== '') this.#sections.at(-1)!.title += text;
    else if (this.#body && this.#path.join('/') === FILE) this.#body.data += text;
  }

  close(name: string): void {
    if (this.#narrative.isOpen) this.#narrative.close(name);
    else {
      const at = this.#path.join('/');
      if (at === this.#wanted) this.#wanted = '';
      else if (SECTION.test(at)) this.#sections.pop();
    }
    this.#path.pop();
  }

  /** @throws DocumentError unsupported-type where it is another document, or its words are elsewhere */
  result(): string | CdaFile {
    if (!this.#isCda)
      throw new DocumentError(
        'unsupported-type',
        'This XML is not a clinical document (CDA). Send one whose root is ClinicalDocument.',
      );
    if (this.#body) return fileOf(this.#body);
    const words = this.#narrative.text();
    // A title alone is no note.
    return words === '' ? '' : `${oneLine(this.#title)}\n\n${words}`.trim();
  }

  /** The titles of the sections that stand around the first words below them. */
  #head(): string[] {
    const untold = this.#sections.filter(({ told }) => !told);
    for (const section of untold) section.told = true;
    return untold
      .map(({ title, code }) => oneLine(title) || oneLine(code))
      .filter((title) => title !== '')
      .map((title) => (/[:.?]$/.test(title) ? title : `${title}:`));
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function fileOf({ mediaType, packed, compressed, elsewhere, data }: Body): CdaFile {
  if (elsewhere)
    throw new DocumentError('unsupported-type', 'The document names an address instead of its text. Send the text itself.');
  const type = FILES[mediaType.split(';', 1)[0]!.trim()];
  if (!type || compressed)
    throw new DocumentError(
      'unsupported-type',
      'The body of this document is of a kind that is not read. Send sections, or text, PDF, RTF or .docx in base64.',
    );
  if (!packed) return { type, bytes: Buffer.from(data, 'utf8') };
  const base64 = data.replaceAll(/\s/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw new DocumentError('broken', 'The base64 in this document cannot be read.');
  return { type, bytes: Buffer.from(base64, 'base64') };
}

/** XML says in its first line in which characters it is written; without that it is UTF-8 or UTF-16. */
function inUnicode(bytes: Uint8Array): Uint8Array {
  const [, named = ''] =
    /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1')) ?? [];
  if (named === '' || /^utf-?(?:8|16)/i.test(named)) return bytes;
  try {
    const decoder = new TextDecoder(named, { fatal: true });
    const text = decoder.decode(bytes);
    return Buffer.from(decoder.encoding === 'windows-1252' ? withWindowsSigns(text) : text, 'utf8');
  } catch (error) {
    throw new DocumentError('broken', 'The XML is not in the characters that its first line names. Send it in UTF-8.', {
      cause: error,
    });
  }
}

/**
 * The text of a clinical document (HL7 CDA R2, C-CDA): its title, then each section's title as a heading above its narrative; or the file
 * that it has instead of sections. A DOCTYPE is refused, so nothing is fetched and nothing multiplies.
 *
 * @throws DocumentError broken, too-complex, unsupported-type, text-too-long
 */
export function readCda(bytes: Uint8Array): string | CdaFile {
  const reader = new CdaReader();
  const unicode = inUnicode(bytes);
  try {
    readXml(unicode, reader);
  } catch (error) {
    if (!(error instanceof DocumentError) || error.code !== 'broken') throw error;
    throw new DocumentError('broken', 'The XML cannot be read: it is not well-formed, not in UTF-8, or has a DOCTYPE.', {
      cause: error,
    });
  }
  return reader.result();
}
