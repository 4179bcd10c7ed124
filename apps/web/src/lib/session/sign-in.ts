import type { Tokens } from '@incisive/contract/auth';
import { authPaths } from '@incisive/contract/auth-paths';
import { send } from '../api/call.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly otp?: string;
  readonly recovery_code?: string;
}

/** Asks for a session. @throws ApiError with the server's reason. */
export async function signIn(credentials: Credentials): Promise<Tokens> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const answer = await send({ url: authPaths.login, method: 'POST', headers, body: JSON.stringify(credentials) }, false);
  return (await answer.json()) as Tokens;
}
