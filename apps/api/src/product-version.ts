import { readFileSync } from 'node:fs';
import { places } from './places.ts';

export const productVersion: string = (JSON.parse(readFileSync(places.packageFile, 'utf8')) as { version: string }).version;
