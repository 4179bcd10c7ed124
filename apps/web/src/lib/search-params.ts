/** The query string as plain strings, so that `?created_by=0412` stays text and addresses stay readable. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean')
      params.set(name, String(value));
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}
