/** The built-in PostgreSQL could not be started. The message says what is wrong and what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** The server ended during its start because another start got there first. Caught by the start loop. */
export class LostStartRace extends Error {
  override readonly name = 'LostStartRace';
}

/** The code of a file system or process error ('ENOENT'), or '' for any other value. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
