import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Config } from '../config.ts';
import { type Finding, good, look, mend } from './finding.ts';

const patience = 5000;
const dayMilliseconds = 86_400_000;
const renewalDays = 14;

/** What the last day of a certificate says. */
export function certificateUntil(end: Date, now: Date): Finding {
  const days = Math.floor((end.getTime() - now.getTime()) / dayMilliseconds);
  const day = end.toISOString().slice(0, 10);
  if (days < 0) return mend('certificate', `It ended on ${day}: browsers refuse it. Renew it.`);
  if (days < renewalDays) return look('certificate', `It ends on ${day}, in ${days} days. See why it was not renewed.`);
  return good('certificate', `It is good until ${day}.`);
}

/** The certificate that people are shown under PUBLIC_URL. */
export async function checkCertificate(config: Pick<Config, 'publicUrl'>, now = new Date()): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(config.publicUrl);
  if (protocol !== 'https:') return [];
  const named = isIP(hostname.replace(/^\[|\]$/g, '')) ? {} : { servername: hostname };
  const socket = connect({ host: hostname, port: Number(port || 443), ...named, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(patience) });
    const until = certificateUntil(new Date(socket.getPeerCertificate().valid_to), now);
    if (socket.authorized || until.verdict === 'mend') return [until];
    return [mend('certificate', `It is not trusted here (${codeOf(socket.authorizationError)}). Serve the whole chain.`), until];
  } catch (error) {
    return [mend('certificate', `PUBLIC_URL does not answer by TLS (${codeOf(error)}). Start the proxy, or correct PUBLIC_URL.`)];
  } finally {
    socket.destroy();
  }
}

/** Whether what comes by PUBLIC_URL reaches the server with the headers that it needs. */
export async function checkProxy(config: Pick<Config, 'publicUrl' | 'production' | 'TRUST_PROXY'>): Promise<Finding[]> {
  if (!config.production) return [];
  const found: Finding[] = [];
  if (!config.publicUrl.startsWith('https://'))
    found.push(
      mend('proxy', 'PUBLIC_URL is not https: notes and passwords go over the line as they are. Put a TLS proxy before it.'),
    );
  else if (!config.TRUST_PROXY)
    found.push(
      look(
        'proxy',
        'TRUST_PROXY is not set: behind a proxy all people count as one address. Set it to the address of the proxy.',
      ),
    );
  const ask = (path: string) =>
    fetch(`${config.publicUrl}${path}`, { redirect: 'manual', signal: AbortSignal.timeout(patience) });
  try {
    const answer = await ask('/api/v1/installation/');
    if (answer.status === 421 || answer.status === 400)
      found.push(
        mend(
          'proxy',
          'The server does not see that people come by HTTPS. Pass Host and X-Forwarded-Proto on, and set TRUST_PROXY.',
        ),
      );
    else if (answer.status !== 200)
      found.push(mend('proxy', `PUBLIC_URL answers ${answer.status}. Look where it leads, and whether the server runs.`));
    else if (config.publicUrl.startsWith('https://') && !answer.headers.has('strict-transport-security'))
      found.push(look('proxy', 'The proxy takes Strict-Transport-Security out of answers. Let it through.'));
    if ('checks' in ((await (await ask('/readyz')).json()) as object))
      found.push(mend('proxy', 'The proxy does not pass X-Forwarded-For on: everybody counts as this machine. Pass it on.'));
  } catch (error) {
    found.push(mend('proxy', `PUBLIC_URL does not answer (${codeOf(error)}). Start the server and the proxy, or correct it.`));
  }
  return found.length > 0 ? found : [good('proxy', 'PUBLIC_URL reaches the server, with its headers.')];
}

/** The code of a failure, which names nobody. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : 'failed';
  if (error.cause instanceof Error) return codeOf(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
