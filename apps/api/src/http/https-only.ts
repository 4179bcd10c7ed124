import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { isLoopback } from '../config.ts';
import { AppError } from './app-error.ts';

/**
 * Where the public address is https, nothing is answered over plain HTTP: calls are refused, for their token has been seen already;
 * pages lead to the public address. The machine itself and probes of its health are let through, and so is what a trusted proxy
 * says it received over HTTPS.
 */
export function refusePlainHttp(app: FastifyInstance, config: Pick<Config, 'publicUrl'>): void {
  if (!config.publicUrl.startsWith('https://')) return;
  app.addHook('onRequest', async (request, reply) => {
    if (
      request.protocol === 'https' ||
      (isLoopback(request.hostname) && isLoopback(request.socket.remoteAddress ?? '')) ||
      /^\/(healthz|livez|readyz)(\?|$)/.test(request.url)
    )
      return;
    if (/^\/(api|auth)\//.test(request.url) || !['GET', 'HEAD'].includes(request.method))
      throw new AppError('misdirected-request');
    return reply.redirect(`${config.publicUrl}${request.url}`, 308);
  });
}
