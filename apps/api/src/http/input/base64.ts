/** The bytes of base64 as other systems send it, with blanks and ends of lines in it; null where it is none, or empty. */
export function fromBase64(text: string): Buffer | null {
  const packed = text.replaceAll(/\s+/g, '');
  const content = packed.replace(/={1,2}$/, '');
  // What is wrong is looked for: an expression for the whole keeps a way back for each of millions of characters.
  return content === '' || /[^A-Za-z0-9+/]/.test(content) ? null : Buffer.from(content, 'base64');
}
