import type { ErrorCode } from '@incisive/contract/errors';
import { DocumentError, type DocumentErrorCode, type ExtractedText } from '@incisive/documents';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';

const problemOf: Readonly<Record<DocumentErrorCode, ErrorCode>> = {
  'unsupported-type': 'file-unsupported-type',
  'empty-file': 'file-empty',
  'too-large': 'too-large',
  'no-text': 'file-no-text',
  'password-protected': 'file-password-protected',
  'old-doc': 'file-old-doc',
  broken: 'file-broken',
  'too-complex': 'file-too-complex',
  timeout: 'file-timeout',
  busy: 'busy',
  'text-too-long': 'file-text-too-long',
};

/** The text of a file, read in a killable child. @throws AppError with the file's fault */
export async function extractFile(
  deps: Deps,
  file: { readonly bytes: Uint8Array; readonly filename: string; readonly rtf?: boolean; readonly cda?: boolean },
  owner: string,
): Promise<ExtractedText> {
  try {
    return await deps.extractor.extract({ ...file, owner });
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new AppError(problemOf[error.code], {
      detail: error.message,
      ...(error.code === 'busy' ? { retryAfterSeconds: 3 } : {}),
    });
  }
}
