import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../config.ts';

/** The product uses none of what a browser can give a page; the clipboard is written to when a person asks for it. */
const permissionsPolicy = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Headers of every answer, errors included: the same for all, so they are made once. */
export async function addSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const headers = { ...helmetHeaders(config), 'permissions-policy': permissionsPolicy };
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(headers).header('x-request-id', request.id);
    if (/^\/(api|auth|oauth|fhir)\b/.test(request.url)) void reply.header('cache-control', 'no-store');
  });
}

/** What Helmet says for this product. Mantine writes style elements at run time, never style attributes by markup. */
function helmetHeaders(config: Config): Record<string, string> {
  const headers: Record<string, string> = {};
  const answer: Pick<ServerResponse, 'setHeader' | 'removeHeader'> = {
    setHeader(name, value) {
      headers[name.toLowerCase()] = String(value);
      return this as ServerResponse;
    },
    removeHeader: () => undefined,
  };
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        styleSrcElem: ["'self'", "'unsafe-inline'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    // Sent only where the site is served over HTTPS; on plain http browsers ignore it anyway.
    strictTransportSecurity: config.publicUrl.startsWith('https://') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  });
  set({} as IncomingMessage, answer as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
