/** Size of an uploaded file, in bytes: this many are taken, one more is refused. */
export const MAX_FILE_BYTES = 5_120_000;
/** Length of an extracted text, in UTF-16 code units. */
export const MAX_TEXT_LENGTH = 2_000_000;
export const MAX_ZIP_ENTRIES = 2000;
/** Bytes that all parts of an archive may come to, counted while they are inflated. */
export const MAX_INFLATED_BYTES = 50_000_000;
export const MAX_INFLATION_RATIO = 100;
/** Below this size a high ratio is no danger: short repetitive documents compress well. */
export const RATIO_CHECKED_FROM_BYTES = 2_000_000;
export const MAX_XML_PART_BYTES = 20_000_000;
export const MAX_XML_DEPTH = 256;
export const MAX_PDF_PAGES = 500;
