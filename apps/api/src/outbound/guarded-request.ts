import { lookup } from 'node:dns/promises';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { type LookupFunction, isIP } from 'node:net';
import type { Networks } from './networks.ts';

/** Why nothing came back, in words for an administrator; never what was sent or answered. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
}

export interface OutboundAnswer {
  readonly status: number;
  readonly body: string;
  /** Its Content-Type; empty where it has none. */
  readonly type: string;
}

const patienceMilliseconds = 10_000;
const mostBytes = 256 * 1024;
const notOurs = 'This address lies in a network of your own. Whoever runs Incisive can allow it with OUTBOUND_ALLOW.';

/** The addresses of a host, all of them permitted: one that is not refuses the whole name. */
async function addressesOf(host: string, networks: Networks): Promise<{ address: string; family: number }[]> {
  const found = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await lookup(host, { all: true }).catch(() => {
        throw new OutboundError('The name of this host is not known.');
      });
  if (found.length === 0 || found.some(({ address }) => !networks.mayReach(address))) throw new OutboundError(notOurs);
  return found;
}

/**
 * One request to an address that somebody typed. The name is looked up once and the connection goes to what was looked at, so that a name
 * cannot change its mind in between; redirects are not followed; what is not of the named networks has to speak TLS.
 * @throws OutboundError in plain words
 */
export async function guardedRequest(
  networks: Networks,
  url: string,
  options: { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string },
): Promise<OutboundAnswer> {
  const to = URL.canParse(url) ? new URL(url) : null;
  if (!to || !['http:', 'https:'].includes(to.protocol) || to.username !== '' || to.password !== '')
    throw new OutboundError('This is no address that begins with https://');
  const addresses = await addressesOf(to.hostname.replace(/^\[(.*)\]$/, '$1'), networks);
  if (to.protocol === 'http:' && !addresses.every(({ address }) => networks.isNamed(address)))
    throw new OutboundError('The address has to begin with https://');
  const pinned = ((_host: string, asked: { all?: boolean }, done: (...answer: unknown[]) => void) => {
    const [first] = addresses;
    return asked.all ? done(null, addresses) : done(null, first!.address, first!.family);
  }) as unknown as LookupFunction;
  return new Promise((resolve, reject) => {
    const fail = (words: string) => () => reject(new OutboundError(words));
    const send = to.protocol === 'https:' ? secureRequest : plainRequest;
    const request = send(
      to,
      {
        method: options.method,
        headers: { 'user-agent': 'Incisive', accept: 'application/json', ...options.headers },
        lookup: pinned,
        agent: false,
        signal: AbortSignal.timeout(patienceMilliseconds),
      },
      (answer) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        answer.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes <= mostBytes) return void parts.push(part);
          reject(new OutboundError('The answer is too long.'));
          request.destroy();
        });
        answer.on('error', fail('The answer broke off.'));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            body: Buffer.concat(parts).toString('utf8'),
            type: answer.headers['content-type'] ?? '',
          }),
        );
      },
    );
    request.on('error', (error: Error) =>
      reject(
        new OutboundError(
          error.name === 'AbortError' || error.name === 'TimeoutError'
            ? 'No answer within ten seconds.'
            : 'No connection: nobody listens there, or its certificate is not trusted.',
        ),
      ),
    );
    request.end(options.body);
  });
}
