import { fileURLToPath } from 'node:url';
import { Child } from './child.ts';
import type { ChildLimits } from './child.ts';
import { DocumentError } from '../errors.ts';
import { judgeType } from './file-type.ts';
import type { DocumentType, ReadableType } from './file-type.ts';
import { MAX_FILE_BYTES } from '../limits.ts';
import type { ReadText } from '../pdf/pdf-text.ts';
import { readDocument } from './read-document.ts';

export interface ExtractorOptions {
  /** Child processes, and so files read at once. Default 2. */
  readonly children?: number;
  /** Wall time of one file in milliseconds, after which its child is killed. Default 10,000. */
  readonly timeoutMs?: number;
  /** Files that may wait; one more is refused with code 'busy'. Default 20. */
  readonly maxWaiting?: number;
  /** Resident memory in bytes at which a child is killed. Default 450 MB. */
  readonly maxMemoryBytes?: number;
  /** The child's script. Default: extract-child beside this module, .ts in the source, .js in a build. */
  readonly childPath?: string;
}

export interface FileToRead {
  readonly bytes: Uint8Array;
  /** As the sender named it; only its extension is looked at. */
  readonly filename: string;
  /** Whose file it is (a tenant's id): a child that held another owner's text is replaced first. */
  readonly owner: string;
  /** RTF is taken too: a message of another system may bring it, an upload may not. */
  readonly rtf?: boolean;
  /** A clinical document (CDA), named .xml, is taken too. */
  readonly cda?: boolean;
}

export interface ExtractedText extends ReadText {
  /** 1 to 2,000,000 UTF-16 code units; line breaks are `\n`; no NUL, no lone surrogates, trimmed. */
  readonly text: string;
  /** Running heads and feet of a PDF, which stand in no text. */
  readonly leftOut: readonly string[];
  /** RTF and CDA are told as plain text: of their form nothing is kept. */
  readonly type: DocumentType;
}

export interface Extractor {
  /** @throws DocumentError whose `code` is one of DOCUMENT_ERROR_CODES */
  extract(file: FileToRead): Promise<ExtractedText>;
  /** Starts the children, so that the first file does not wait for that. Optional. */
  warmUp(): Promise<void>;
  /** Kills the children. Files that wait or are being read are refused with code 'busy'. */
  close(): Promise<void>;
}

const FILES_PER_CHILD = 25;
const START_ATTEMPTS = 2;
/** An idle child is replaced after this time, so that it does not keep a text and the next owner need not wait. */
const IDLE_MS = 3000;

/**
 * Reads untrusted .txt, .docx and .pdf files in warm child processes with limits of memory and time.
 *
 * @example
 * const extractor = createExtractor();
 * const { text, type } = await extractor.extract({ bytes, filename: 'note.docx', owner: tenantId });
 * await extractor.close();
 */
export function createExtractor(options: ExtractorOptions = {}): Extractor {
  return new ChildPool(options);
}

/**
 * Reads one file in a child of its own. For scripts; a server keeps an extractor.
 *
 * @throws DocumentError
 * @example const { text } = await extractText(bytes, 'note.pdf');
 */
export async function extractText(bytes: Uint8Array, filename: string): Promise<ExtractedText> {
  const extractor = createExtractor({ children: 1 });
  try {
    return await extractor.extract({ bytes, filename, owner: '' });
  } finally {
    await extractor.close();
  }
}

interface Job {
  readonly bytes: Uint8Array;
  readonly type: ReadableType;
  readonly owner: string;
  readonly resolve: (read: ReadText) => void;
  readonly reject: (error: unknown) => void;
}

class ChildPool implements Extractor {
  readonly #slots: Slot[];
  readonly #waiting: Job[] = [];
  readonly #maxWaiting: number;
  #isClosed = false;

  constructor({ children = 2, timeoutMs = 10_000, maxWaiting = 20, maxMemoryBytes = 450_000_000, childPath }: ExtractorOptions) {
    const path = childPath ?? defaultChildPath();
    this.#slots = Array.from({ length: children }, () => new Slot(path, { timeoutMs, maxMemoryBytes }));
    this.#maxWaiting = maxWaiting;
  }

  async extract({ bytes, filename, owner, rtf = false, cda = false }: FileToRead): Promise<ExtractedText> {
    if (bytes.byteLength === 0) throw new DocumentError('empty-file');
    if (bytes.byteLength > MAX_FILE_BYTES) throw new DocumentError('too-large');
    const type = judgeType(bytes, filename, { rtf, cda });
    // Decoding text needs no library and no more memory than the text.
    const read = type === 'txt' ? await readDocument(bytes, type) : await this.#enqueue({ bytes, type, owner });
    return { ...read, type: type === 'rtf' || type === 'cda' ? 'txt' : type };
  }

  async warmUp(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.ready()));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#waiting.splice(0)) job.reject(new DocumentError('busy'));
    await Promise.all(this.#slots.map((slot) => slot.close()));
  }

  #enqueue(file: Omit<Job, 'resolve' | 'reject'>): Promise<ReadText> {
    if (this.#isClosed || this.#waiting.length >= this.#maxWaiting) return Promise.reject(new DocumentError('busy'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...file, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    while (this.#waiting[0] !== undefined) {
      const { owner } = this.#waiting[0];
      const idle = this.#slots.filter((slot) => !slot.isBusy);
      const slot = idle.find((one) => one.owner === owner) ?? idle.find((one) => one.owner === undefined) ?? idle[0];
      const job = slot === undefined ? undefined : this.#waiting.shift();
      if (slot === undefined || job === undefined) return;
      void slot
        .run(job)
        .then(job.resolve, job.reject)
        .then(() => this.#next());
    }
  }
}

/** The place of one child and of the children that follow it. */
class Slot {
  readonly #path: string;
  readonly #limits: ChildLimits;
  #child: Promise<Child> | undefined;
  #files = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;
  isBusy = false;
  /** Whose text the child's memory may hold. */
  owner: string | undefined;

  constructor(path: string, limits: ChildLimits) {
    this.#path = path;
    this.#limits = limits;
  }

  async run({ bytes, type, owner }: Job): Promise<ReadText> {
    this.isBusy = true;
    clearTimeout(this.#idleTimer);
    try {
      if (this.#files >= FILES_PER_CHILD || (this.owner !== undefined && this.owner !== owner)) await this.#discard();
      const child = await this.ready();
      this.owner = owner;
      this.#files += 1;
      return await child.run({ bytes, type });
    } catch (error) {
      await this.#discard();
      throw this.#isClosed ? new DocumentError('busy') : error;
    } finally {
      this.isBusy = false;
      this.#replaceSoon();
    }
  }

  /** The slot's child, started when there is none. */
  async ready(): Promise<Child> {
    for (let attempt = 1; ; attempt += 1) {
      if (this.#isClosed) throw new DocumentError('busy');
      try {
        this.#child ??= Child.start(this.#path, this.#limits);
        const child = await this.#child;
        if (child.isAlive) return child;
        this.#child = undefined;
      } catch (error) {
        this.#child = undefined;
        if (attempt >= START_ATTEMPTS) throw error;
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    await this.#discard();
  }

  async #discard(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    this.#files = 0;
    this.owner = undefined;
    const started = await child?.catch(() => undefined);
    await started?.end();
  }

  /** At once when the child is gone, so that the next file finds a warm one. */
  #replaceSoon(): void {
    if (this.#isClosed) return;
    if (this.#child === undefined) {
      this.ready().catch(() => undefined);
      return;
    }
    this.#idleTimer = setTimeout(() => {
      if (!this.isBusy)
        void this.#discard()
          .then(() => this.ready())
          .catch(() => undefined);
    }, IDLE_MS);
    this.#idleTimer.unref();
  }
}

function defaultChildPath(): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`extract-child.${extension}`, import.meta.url));
}
