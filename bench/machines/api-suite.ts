import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { loginPassword, loginRoles } from '../../apps/api/src/db/bootstrap.ts';
import { outsideServer } from '../../apps/api/src/testing/test-postgres.ts';
import { Shape, root } from './shape.ts';

/** The secret of the API tests: `testing/build-test-app.ts`, which cannot be loaded outside vitest. */
const testSecret = 'a secret of the tests, long enough to be taken';

/** Tests that are not of this shape, each with its reason. */
const left: readonly (readonly [file: string, why: string])[] = [
  ['apps/api/src/testing/test-postgres.test.ts', 'of the server that the tests start, which is not there'],
  ['apps/api/src/db/embedded/**', 'of the own PostgreSQL, which each starts for itself'],
  [
    'apps/api/src/features/notes/notes.plans.api.test.ts',
    'bounds of blocks as the planner of 18 keeps them; 15 reads up to half as many again',
  ],
];

/** Runs the API tests through PgBouncer and HAProxy, on the primary of a synchronous pair. Answers whether all passed. */
export async function apiSuite(files: readonly string[]): Promise<boolean> {
  const shape = await Shape.start({
    logins: Object.values(loginRoles).map((role) => [role, loginPassword(testSecret, role)]),
    // As the tests' own server: it is thrown away.
    settings: 'fsync = off\nfull_page_writes = off',
  });
  try {
    const { host, port, user, password } = shape.primary.connection();
    const server = { postgres: { host, port, user, password, database: 'postgres' }, pooler: shape.ports.pooler };
    const excluded = left.flatMap(([file]) => ['--exclude', file]);
    const tests = spawn(path.join(root, 'node_modules/.bin/vitest'), ['run', '--project', 'api*', ...excluded, ...files], {
      cwd: root,
      env: { ...process.env, [outsideServer]: JSON.stringify(server) },
      stdio: 'inherit',
    });
    const [code] = (await once(tests, 'exit')) as [number | null];
    console.log(`Left out: ${left.map(([file, why]) => `${file} (${why})`).join('; ')}`);
    return code === 0;
  } finally {
    await shape.stop();
  }
}
