/** What `builds.mjs` offers to tests. */
export function currentBuild(builds: string): string | null;
export function placeBuild(builds: string, name: string, make: (folder: string) => Promise<void>): Promise<string>;
