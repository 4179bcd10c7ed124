/** What `test-nodes.mjs` offers to tests. */
export function readRequest(args: readonly string[]): { versions: string[]; files: string[] };
