/** Why a file could not be turned into text: a closed list, stable, safe to show and to branch on. */
export const DOCUMENT_ERROR_CODES = [
  'unsupported-type',
  'empty-file',
  'too-large',
  'no-text',
  'password-protected',
  'old-doc',
  'broken',
  'too-complex',
  'timeout',
  'busy',
  'text-too-long',
] as const;

export type DocumentErrorCode = (typeof DOCUMENT_ERROR_CODES)[number];

const MESSAGES: Record<DocumentErrorCode, string> = {
  'unsupported-type': 'This type of file isn’t supported. Upload a .txt, .docx or .pdf file.',
  'empty-file': 'The file is empty. Choose a file with text in it.',
  'too-large': 'The file is larger than 5.12 MB. Remove pictures or split it, then upload it again.',
  'no-text': 'No text was found. If this is a scan or a picture, run text recognition (OCR) on it first, or type the note in.',
  'password-protected': 'The file is password-protected. Save a copy without a password and upload that.',
  'old-doc': '.doc isn’t supported. Save as .docx.',
  broken: 'The file is damaged and can’t be read. Open it in the program that made it, save a new copy and upload that.',
  'too-complex': 'The file is too complex to read. Save its text as .txt and upload that.',
  timeout: 'Reading the file took too long. Save its text as .txt and upload that.',
  busy: 'Too many files are being read right now. Try again in a few seconds.',
  'text-too-long': 'The file has more than 2,000,000 characters. Split it into several files.',
};

/** A file could not be turned into text. `message` says what is wrong and what to do, and holds nothing of the file. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly code: DocumentErrorCode;

  constructor(code: DocumentErrorCode, message: string = MESSAGES[code], options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
