import { cleanFilename } from './filename.ts';

/**
 * The header that makes a browser save an answer under `filename` (RFC 6266): an ASCII form for all, and the exact name
 * as UTF-8 in `filename*`.
 *
 * @example contentDisposition('Naïve.docx') // `attachment; filename="Na_ve.docx"; filename*=UTF-8''Na%C3%AFve.docx`
 */
export function contentDisposition(filename: string): string {
  const name = cleanFilename(filename);
  const ascii = name.replace(/[^\u0020-\u007E]/gu, '_').replace(/["\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.codePointAt(0)?.toString(16).toUpperCase()}`);
  return ascii === name ? `attachment; filename="${ascii}"` : `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}
