import { limits } from '@incisive/contract/limits';
import {
  type CryptoKey,
  type JWK,
  type JWTPayload,
  SignJWT,
  calculateJwkThumbprint,
  decodeProtectedHeader,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
} from 'jose';
import { sql } from 'kysely';
import { locks } from '../../../db/locks.ts';
import type { Database } from '../../../db/client.ts';
import { withSystem } from '../../../db/tenant.ts';
import type { SecretBox } from '../../../secrets/secret-box.ts';

interface StoredKey {
  readonly kid: string;
  /** The private JWK, sealed, in base 64. */
  readonly sealed: string;
  readonly createdAt: string;
}
interface LoadedKey {
  readonly kid: string;
  readonly createdAt: number;
  readonly sign: CryptoKey;
  readonly verify: CryptoKey;
}

const issuer = 'incisive';
const audience = { access: 'incisive-api', id: 'incisive-web' } as const;
const rotateAfterMilliseconds = 90 * 86_400_000;
/** How often, at most, tokens of a key that is not known here make us look for one that another process made. */
const lookAgainAfterMilliseconds = 5000;
/** Seconds that clocks may differ. */
const clockTolerance = 60;
const mostChecked = 5000;

async function load(stored: StoredKey, jwk: JWK): Promise<LoadedKey> {
  const { d: _private, ...open } = jwk;
  const [sign, verify] = await Promise.all([importJWK(jwk, 'EdDSA'), importJWK(open, 'EdDSA')]);
  if (sign instanceof Uint8Array || verify instanceof Uint8Array)
    throw new Error('A stored signing key is not an asymmetric key.');
  return { kid: stored.kid, createdAt: Date.parse(stored.createdAt), sign, verify };
}

const kidOf = (token: string): string | undefined => {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
};

/** EdDSA keys of the installation, kept sealed in the database so that all processes share them; the newest signs, all of them verify. */
export class SigningKeys {
  #keys: readonly LoadedKey[] = [];
  /** Tokens whose signature was checked with these keys: checking it again takes a quarter of a short request's time. */
  readonly #checked = new Map<string, JWTPayload>();
  #looked = 0;
  readonly #database: Database;
  readonly #seal: SecretBox;

  constructor(database: Database, seal: SecretBox) {
    this.#database = database;
    this.#seal = seal;
  }

  /** Loads the keys; makes the first one, or a new one when the newest is 90 days old. */
  async load(): Promise<void> {
    const stored = await withSystem(this.#database, async (tx) => {
      await sql`select pg_advisory_xact_lock(${locks.signingKeys})`.execute(tx);
      const row = await tx.selectFrom('app.settings').select('value').where('name', '=', 'signing-keys').executeTakeFirst();
      const keys = (row?.value ?? []) as StoredKey[];
      const newest = keys[0];
      if (newest && Date.now() - Date.parse(newest.createdAt) < rotateAfterMilliseconds) return keys;
      const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
      const jwk = await exportJWK(privateKey);
      const next = [
        { kid: await calculateJwkThumbprint(jwk), sealed: this.#sealed(jwk), createdAt: new Date().toISOString() },
        ...keys,
      ].slice(0, 3);
      await tx
        .insertInto('app.settings')
        .values({ name: 'signing-keys', value: JSON.stringify(next) })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(next) }))
        .execute();
      return next;
    });
    this.#keys = await Promise.all(stored.map((key) => load(key, this.#opened(key))));
    this.#checked.clear();
    this.#looked = Date.now();
  }

  #sealed(jwk: JWK): string {
    return this.#seal.seal(JSON.stringify(jwk)).toString('base64');
  }
  #opened(stored: StoredKey): JWK {
    return JSON.parse(this.#seal.open(Buffer.from(stored.sealed, 'base64'))) as JWK;
  }

  /** Renews a key whose time has come, and finds one that another process has made; a token never chooses the key itself. */
  async #keepUp(token: string): Promise<void> {
    const newest = this.#keys[0];
    if (Date.now() - this.#looked < lookAgainAfterMilliseconds) return;
    const due = !newest || Date.now() - newest.createdAt >= rotateAfterMilliseconds;
    if (due || !(this.#checked.has(token) || this.#keys.some((key) => key.kid === kidOf(token)))) await this.load();
  }

  async sign(
    kind: 'access' | 'id',
    claims: JWTPayload,
    issuedAt: number,
    seconds: number = limits.accessTokenSeconds,
  ): Promise<string> {
    const key = this.#keys[0];
    if (!key) throw new Error('Signing keys are not loaded.');
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid: key.kid, typ: kind === 'access' ? 'at+jwt' : 'id+jwt' })
      .setIssuer(issuer)
      .setAudience(audience[kind])
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + seconds)
      .sign(key.sign);
  }

  /** Keeps a token that was checked, and drops the oldest that have run out or are too many. */
  #keep(token: string, payload: JWTPayload): void {
    this.#checked.set(token, payload);
    for (const [oldest, { exp = 0 }] of this.#checked) {
      if (Math.floor(Date.now() / 1000) - clockTolerance < exp && this.#checked.size <= mostChecked) break;
      this.#checked.delete(oldest);
    }
  }

  /** A token that will not come again. */
  forget(token: string): void {
    this.#checked.delete(token);
  }

  /** The claims of an access token, or null when it is not ours, not an access token, or (unless `evenExpired`) too old. */
  async verifyAccess(token: string, options: { evenExpired?: boolean } = {}): Promise<JWTPayload | null> {
    await this.#keepUp(token);
    const checked = this.#checked.get(token);
    if (checked && Math.floor(Date.now() / 1000) - clockTolerance < (checked.exp ?? 0)) return checked;
    for (const key of this.#keys) {
      try {
        const { payload } = await jwtVerify(token, key.verify, {
          algorithms: ['EdDSA'],
          issuer,
          audience: audience.access,
          typ: 'at+jwt',
          clockTolerance,
        });
        this.#keep(token, payload);
        return payload;
      } catch (error) {
        if (options.evenExpired && error instanceof errors.JWTExpired) return error.payload;
      }
    }
    return null;
  }
}
