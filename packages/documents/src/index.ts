/** Text out of .txt, .docx and .pdf files, and .docx and .zip files out of notes. No database, no HTTP. */
export { contentDisposition } from './content-disposition.ts';
export { DOCUMENT_ERROR_CODES, DocumentError } from './errors.ts';
export type { DocumentErrorCode } from './errors.ts';
export { createExtractor, extractText } from './extractor.ts';
export type { ExtractedText, Extractor, ExtractorOptions, FileToRead } from './extractor.ts';
export { judgeType } from './file-type.ts';
export type { DocumentType } from './file-type.ts';
export { cleanFilename, extensionOf } from './filename.ts';
export { MAX_FILE_BYTES, MAX_TEXT_LENGTH } from './limits.ts';
export { noteToDocx } from './note-docx.ts';
export type { NoteCode, NoteDocument } from './note-docx.ts';
export { sanitizeText } from './sanitize.ts';
export { zipStream } from './zip-stream.ts';
export type { ZipEntry } from './zip-stream.ts';
