import { type JSONWebKeySet, type JWTPayload, createLocalJWKSet, errors, jwtVerify } from 'jose';
import { type OutboundAnswer, guardedRequest } from '../outbound/guarded-request.ts';
import type { Networks } from '../outbound/networks.ts';

/** What SMART asks every server to take, and what other signers use; nothing symmetric and not `none`. */
const algorithms = ['RS384', 'ES384', 'RS256', 'ES256', 'PS256', 'PS384', 'EdDSA'];
const longestLifeSeconds = 300;
const keptMilliseconds = 5 * 60_000;
/** A key that is not there is looked for again, but not by every request that names one. */
const lookAgainMilliseconds = 30_000;

export class KeyError extends Error {
  override readonly name = 'KeyError';
}

/**
 * The public keys of a text.
 * @throws KeyError for what is no key set, holds no key, or holds a private one
 */
export function readKeySet(text: string): JSONWebKeySet {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new KeyError('This is no JSON. Paste a key set: {"keys":[…]}');
  }
  const keys: unknown = typeof read === 'object' && read !== null && 'keys' in read ? read.keys : undefined;
  if (
    !Array.isArray(keys) ||
    keys.length === 0 ||
    keys.length > 20 ||
    keys.some((key) => typeof key !== 'object' || key === null)
  )
    throw new KeyError('This is no key set: {"keys":[…]} with 1 to 20 keys.');
  const list = keys as Record<string, unknown>[];
  if (list.some((key) => 'd' in key || 'k' in key))
    throw new KeyError(
      'This holds a private or a shared key. Keep it to yourself, make a new pair, and give its public half alone.',
    );
  if (list.some((key) => typeof key['kid'] !== 'string' || !['RSA', 'EC', 'OKP'].includes(String(key['kty']))))
    throw new KeyError('Each key needs a kid, and a kty of RSA, EC or OKP.');
  return { keys: list } as unknown as JSONWebKeySet;
}

interface Fetched {
  readonly keys: JSONWebKeySet;
  readonly at: number;
}

/** Key sets of clients that publish theirs at an address, kept for five minutes. */
export class ClientKeys {
  readonly #networks: Networks;
  readonly #kept = new Map<string, Fetched>();

  constructor(networks: Networks) {
    this.#networks = networks;
  }

  /** @throws OutboundError, KeyError */
  async fetch(url: string): Promise<JSONWebKeySet> {
    const answer: OutboundAnswer = await guardedRequest(this.#networks, url, { method: 'GET' });
    if (answer.status !== 200) throw new KeyError(`The address of the keys answered ${answer.status}.`);
    const keys = readKeySet(answer.body);
    if (this.#kept.size > 1000) this.#kept.clear();
    this.#kept.set(url, { keys, at: Date.now() });
    return keys;
  }

  async #keysAt(url: string, freshWithin: number): Promise<JSONWebKeySet> {
    const kept = this.#kept.get(url);
    return kept && Date.now() - kept.at < freshWithin ? kept.keys : this.fetch(url);
  }

  /**
   * The claims of an assertion that the client signed for this audience, valid for at most five minutes more.
   * @throws Error when it is not that, or when the keys cannot be had
   */
  async verify(
    assertion: string,
    client: { readonly id: string; readonly jwks: JSONWebKeySet | null; readonly jwksUrl: string | null },
    audience: readonly string[],
  ): Promise<JWTPayload & { jti: string; exp: number }> {
    const check = async (keys: JSONWebKeySet): Promise<JWTPayload> =>
      (
        await jwtVerify(assertion, createLocalJWKSet(keys), {
          algorithms,
          issuer: client.id,
          subject: client.id,
          audience: [...audience],
          requiredClaims: ['iss', 'sub', 'aud', 'exp', 'jti'],
          clockTolerance: 10,
        })
      ).payload;
    const { jwks, jwksUrl } = client;
    const payload = jwks
      ? await check(jwks)
      : await check(await this.#keysAt(jwksUrl!, keptMilliseconds)).catch(async (error: unknown) => {
          // The client may have turned to another key since.
          if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
          return check(await this.#keysAt(jwksUrl!, lookAgainMilliseconds));
        });
    const { jti, exp } = payload;
    if (typeof jti !== 'string' || jti === '' || jti.length > 255 || exp === undefined) throw new KeyError('jti');
    if (exp > Date.now() / 1000 + longestLifeSeconds + 10) throw new KeyError('It is valid for more than five minutes.');
    return { ...payload, jti, exp };
  }
}
