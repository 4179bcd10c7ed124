/** The bytes of base64 as other systems send it, with blanks and ends of lines in it; null where it is none, or empty. */
export function fromBase64(text: string): Buffer | null {
  // Blanks go first: an expression that allows them in two places takes time that grows with the square of their number.
  const packed = text.replaceAll(/\s+/g, '');
  const content = packed.replace(/={1,2}$/, '');
  return content === '' || /[^A-Za-z0-9+/]/.test(content) ? null : Buffer.from(content, 'base64');
}
