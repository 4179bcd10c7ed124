/** The route pattern of the screen that is shown, `/opnotes/:id`: never an id, never a query. */
export function patternOf(matches: readonly { readonly fullPath: string }[]): string {
  const path = matches.at(-1)?.fullPath ?? '/';
  if (path.endsWith('$')) return '/not-found';
  return path.replace(/\$(\w+)/g, ':$1').replace(/(.)\/$/, '$1') || '/';
}
