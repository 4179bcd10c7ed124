const reachless = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ECONNRESET',
  'ENOENT',
]);

/** What to do where the configured database cannot be used; null for anything else. Never its address, which holds a password. */
export function connectionProblem(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  const { code } = error;
  if (code === '3D000')
    return 'DATABASE_URL: there is no database of that name on the server. Create it (createdb NAME), or correct the name.';
  if (code === '28P01' || code === '28000')
    return 'DATABASE_URL: the database server refuses this user or password. Correct them, or let the user in (pg_hba.conf).';
  if (code === '42501')
    return 'DATABASE_ADMIN_URL: this user may not create roles and schemas. Give it the right (alter role NAME createrole), or name another one.';
  if (code === '53300')
    return 'DATABASE_URL: the database server takes no more connections. Raise its max_connections, or lower DATABASE_POOL.';
  if (reachless.has(code)) return 'DATABASE_URL: the database server does not answer. Start it, or correct host and port.';
  return null;
}
