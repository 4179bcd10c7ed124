import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A build is a bundle in apps/api/dist; the sources stand beside it in apps/api/src. */
const built = !import.meta.url.endsWith('.ts');
const here = path.dirname(fileURLToPath(import.meta.url));
const repository = path.resolve(here, '../../..');

/** Where the server finds what is not code of its own, in the sources and in a build alike. */
export const places = {
  built,
  webFolder: path.join(repository, 'apps/web/dist'),
  knowledgeFolder: path.join(repository, 'packages/engine/knowledge'),
  migrationsFolder: built ? path.join(here, 'migrations') : path.join(here, 'db/migrations'),
  engineWorker: new URL(built ? './engine-worker.js' : './features/suggestions/engine-worker.ts', import.meta.url),
  extractChild: new URL(
    built ? './extract-child.js' : '../../../packages/documents/src/extraction/extract-child.ts',
    import.meta.url,
  ),
} as const;
