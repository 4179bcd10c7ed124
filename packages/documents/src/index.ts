/** Text out of .txt, .docx and .pdf files, and of other systems' RTF and CDA, and .docx and .zip files out of notes. No database, no HTTP. */
export { contentDisposition } from './output/content-disposition.ts';
export { DOCUMENT_ERROR_CODES, DocumentError } from './errors.ts';
export type { DocumentErrorCode } from './errors.ts';
export { createExtractor, extractText } from './extraction/extractor.ts';
export type { ExtractedText, Extractor, ExtractorOptions, FileToRead } from './extraction/extractor.ts';
export { zipEntryBytes } from './extraction/zip-entry.ts';
export { judgeType } from './extraction/file-type.ts';
export type { DocumentType } from './extraction/file-type.ts';
export { cleanFilename, extensionOf } from './output/filename.ts';
export { MAX_FILE_BYTES, MAX_TEXT_LENGTH } from './limits.ts';
export { noteToDocx } from './output/note-docx.ts';
export type { NoteCode, NoteDocument } from './output/note-docx.ts';
export { sanitizeText } from './extraction/sanitize.ts';
export { zipStream } from './output/zip-stream.ts';
export type { ZipEntry } from './output/zip-stream.ts';
