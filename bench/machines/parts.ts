import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Programs of Debian that the shape is made of, and who runs them: PostgreSQL and PgBouncer refuse root. */
export interface Parts {
  readonly postgres: (program: 'initdb' | 'postgres' | 'pg_basebackup') => string;
  readonly pgbouncer: string;
  readonly haproxy: string;
  /** Absent: as we are. */
  readonly ids?: { readonly uid: number; readonly gid: number };
}

const packages = ['postgresql', 'pgbouncer', 'haproxy'] as const;
const versions = '/usr/lib/postgresql';

const isRoot = (): boolean => process.getuid?.() === 0;

function missing(): string[] {
  const there: Record<(typeof packages)[number], boolean> = {
    postgresql: newestPostgres() !== undefined,
    pgbouncer: existsSync('/usr/sbin/pgbouncer'),
    haproxy: existsSync('/usr/sbin/haproxy'),
  };
  return packages.filter((name) => !there[name]);
}

function newestPostgres(): string | undefined {
  const found = existsSync(versions) ? readdirSync(versions) : [];
  const newest = found.toSorted((a, b) => Number(b) - Number(a)).find((one) => existsSync(`${versions}/${one}/bin/initdb`));
  return newest && path.join(versions, newest, 'bin');
}

/** Finds the parts; as root on Debian it installs what is missing. @throws Error that says what is missing */
export function findParts(): Parts {
  let lacking = missing();
  if (lacking.length > 0 && isRoot() && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${lacking.join(', ')}`);
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...lacking], { stdio: 'inherit', env });
    lacking = missing();
  }
  const folder = newestPostgres();
  if (lacking.length > 0 || folder === undefined)
    throw new Error(`Missing: ${lacking.join(', ')}. Install them: apt-get install --no-install-recommends ${lacking.join(' ')}`);
  return {
    postgres: (program) => path.join(folder, program),
    pgbouncer: '/usr/sbin/pgbouncer',
    haproxy: '/usr/sbin/haproxy',
    ...(isRoot() ? { ids: { uid: idOf('-u'), gid: idOf('-g') } } : {}),
  };
}

/** Debian's packages make this user. */
function idOf(which: '-u' | '-g'): number {
  const { status, stdout } = spawnSync('id', [which, 'postgres'], { encoding: 'utf8' });
  if (status !== 0) throw new Error('There is no user postgres to run PostgreSQL as.');
  return Number(stdout.trim());
}
