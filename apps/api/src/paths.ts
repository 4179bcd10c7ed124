import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A build is a bundle in dist/NAME/server, beside the web app in dist/NAME/web; both and the sources are three folders deep. */
const built = !import.meta.url.endsWith('.ts');
const here = path.dirname(fileURLToPath(import.meta.url));
const repository = path.resolve(here, '../../..');

/** Where the server finds what is not code of its own, in the sources and in a build alike. */
export const paths = {
  built,
  webFolder: built ? path.join(here, '../web') : path.join(repository, 'dist/current/web'),
  packageFile: path.join(repository, 'apps/api/package.json'),
  knowledgeFolder: path.join(repository, 'packages/engine/knowledge'),
  migrationsFolder: built ? path.join(here, 'migrations') : path.join(here, 'db/migrations'),
  engineWorker: new URL(built ? './engine-worker.js' : './engine/engine-worker.ts', import.meta.url),
  extractChild: new URL(
    built ? './extract-child.js' : '../../../packages/documents/src/extraction/extract-child.ts',
    import.meta.url,
  ),
} as const;
