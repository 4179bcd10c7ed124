import { readFileSync } from 'node:fs';

/** The version of this build; package.json stands one folder above the sources and the bundle alike. */
export const productVersion: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
