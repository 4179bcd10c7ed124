/** The process that reads untrusted files. It is started, timed and killed by child.ts and shares nothing else with it. */
import { DocumentError } from '../errors.ts';
import type { DocumentErrorCode } from '../errors.ts';
import type { ReadableType } from './file-type.ts';
import type { ReadText } from '../pdf/pdf-text.ts';
import { readDocument } from './read-document.ts';
import { WARM_UP_DOCX, WARM_UP_PDF } from './warm-up-files.ts';

export interface ExtractJob {
  readonly bytes: Uint8Array;
  readonly type: ReadableType;
}

export type ExtractAnswer =
  | { readonly kind: 'ready' }
  | ({ readonly kind: 'text' } & ReadText)
  | { readonly kind: 'refused'; readonly code: DocumentErrorCode; readonly message: string };

async function answer({ bytes, type }: ExtractJob): Promise<ExtractAnswer> {
  try {
    return { kind: 'text', ...(await readDocument(bytes, type)) };
  } catch (error) {
    // Whatever a reader stumbled over, the file is what is wrong: it names the reason, and this process is replaced.
    const known = error instanceof DocumentError ? error : new DocumentError('broken');
    return { kind: 'refused', code: known.code, message: known.message };
  }
}

process.on('message', (job: ExtractJob) => {
  void answer(job).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit(0));

// The first file of a kind takes several times as long as the next ones: nobody should have to wait for that.
await readDocument(Buffer.from(WARM_UP_DOCX, 'base64'), 'docx');
await readDocument(Buffer.from(WARM_UP_PDF, 'base64'), 'pdf');
process.send?.({ kind: 'ready' } satisfies ExtractAnswer);
