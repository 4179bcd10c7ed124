import { marker } from './hostile-values.ts';

const boundary = 'x0x0x';
const part = (headers: string, content: string): string => `--${boundary}\r\n${headers}\r\n\r\n${content}\r\n`;
const disposition = (rest: string): string => `Content-Disposition: form-data; ${rest}`;
const end = `--${boundary}--\r\n`;
const whole = part(disposition('name="file"; filename="a.txt"'), 'PROCEDURE: Appendectomy.');

/** Multipart bodies that a browser never sends. Where a name ends in `Taken`, the body is odd but whole, and may be taken. */
export const brokenMultiparts = {
  empty: '',
  onlyEnd: end,
  noEnd: whole,
  halfBoundary: `${whole}--x0`,
  otherBoundary: whole.replaceAll(boundary, 'y1y1y') + end,
  noBlankLine: `--${boundary}\r\n${disposition('name="file"; filename="a.txt"')}\r\n${end}`,
  noDisposition: `${part('X-Nothing: 1', 'text')}${end}`,
  noName: `${part(disposition('filename="a.txt"'), 'text')}${end}`,
  otherName: `${part(disposition('name="files"; filename="a.txt"'), 'text')}${end}`,
  prototypeName: `${part(disposition('name="__proto__"'), '1')}${whole}${end}`,
  constructorName: `${part(disposition('name="constructor"'), '1')}${whole}${end}`,
  twoFiles: `${whole}${whole}${end}`,
  fieldAfterFile: `${whole}${part(disposition('name="tenant"'), 'x')}${end}`,
  notAFile: `${part(disposition('name="file"'), 'PROCEDURE')}${end}`,
  badTenant: `${part(disposition('name="tenant"'), `${marker}' or 1=1`)}${whole}${end}`,
  nulTenant: `${part(disposition('name="tenant"'), '\u0000')}${whole}${end}`,
  manyFields: `${Array.from({ length: 200 }, (_, at) => part(disposition(`name="f${String(at)}"`), 'x')).join('')}${whole}${end}`,
  longField: `${part(disposition('name="tenant"'), 'x'.repeat(50_000))}${whole}${end}`,
  longHeader: `${part(`${disposition('name="file"; filename="a.txt"')}\r\nX-Long: ${'x'.repeat(100_000)}`, 'text')}${end}`,
  manyHeaders: `${part(`${disposition('name="file"; filename="a.txt"')}${'\r\nX-A: 1'.repeat(3000)}`, 'text')}${end}`,
  emptyFile: `${part(disposition('name="file"; filename="a.txt"'), '')}${end}`,
  nulFile: `${part(disposition('name="file"; filename="a.txt"'), '\u0000\u0000\u0000')}${end}`,
  brokenPdf: `${part(disposition('name="file"; filename="a.pdf"'), '%PDF-1.7 nonsense')}${end}`,
  brokenDocx: `${part(disposition('name="file"; filename="a.docx"'), 'PK\u0003\u0004nonsense')}${end}`,
  nestedMultipart: `${part(`${disposition('name="file"')}\r\nContent-Type: multipart/mixed; boundary=in`, '--in\r\n\r\nx\r\n--in--')}${end}`,
  pathNameTaken: `${part(disposition('name="file"; filename="../../../etc/a.txt"'), 'PROCEDURE: Appendectomy.')}${end}`,
  nulNameTaken: `${part(disposition('name="file"; filename="a\u0000.txt"'), 'PROCEDURE: Appendectomy.')}${end}`,
  longNameTaken: `${part(disposition(`name="file"; filename="${'n'.repeat(4000)}.txt"`), 'PROCEDURE: Appendectomy.')}${end}`,
  starNameTaken: `${part(disposition('name="file"; filename*=UTF-8\'\'%ED%A0%80%00%FF.txt'), 'PROCEDURE: Appendectomy.')}${end}`,
  latinTaken: `${part(`${disposition('name="file"; filename="a.txt"')}\r\nContent-Transfer-Encoding: base64`, 'UFJPQ0VEVVJF')}${end}`,
} as const;

export function brokenMultipart(form: keyof typeof brokenMultiparts): { headers: { 'content-type': string }; payload: Buffer } {
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.from(brokenMultiparts[form], 'utf8'),
  };
}
