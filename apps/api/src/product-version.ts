import { readFileSync } from 'node:fs';
import { paths } from './paths.ts';

export const productVersion: string = (JSON.parse(readFileSync(paths.packageFile, 'utf8')) as { version: string }).version;
