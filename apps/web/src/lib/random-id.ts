/** A random id; `crypto.randomUUID` is missing on plain http, which a first try on an intranet is. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
