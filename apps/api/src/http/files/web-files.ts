import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import { type PublicPages, sendPage } from './public-pages.ts';

export interface WebFiles {
  readonly folder: string;
  readonly pages: PublicPages;
}

/** Serves the built web app: hashed files for a year, pages never cached; unknown paths get the app, which shows Not Found itself. */
export async function addWebFiles(app: FastifyInstance, { folder, pages }: WebFiles): Promise<boolean> {
  const frame = pages.get('app.html');
  if (frame === undefined) return false;
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/',
    wildcard: false,
    preCompressed: true,
    dotfiles: 'deny',
    globIgnore: ['**/*.html', '.*/**'],
    index: false,
    redirect: false,
    setHeaders: (reply, file) => {
      reply.header('cache-control', /[\\/]assets[\\/]/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/*', { config: { open: 'web' } }, (request, reply) => {
    if (/^\/(api|auth|oauth|fhir)\//.test(request.url)) throw new AppError('not-found');
    const pathname = request.url.split(/[?#]/, 1)[0]!.replace(/\/+$/, '');
    if (/^\/(sitemap\.xml|robots\.txt)$/.test(pathname)) {
      const file = pages.get(pathname.slice(1));
      if (file) return sendPage(request, reply, file);
    }
    if (/\.[a-z0-9]{1,5}$/i.test(pathname)) throw new AppError('not-found');
    const page = pages.get(pathname === '' ? 'index.html' : `${path.posix.normalize(pathname.slice(1))}.html`);
    if (page) return sendPage(request, reply, page);
    // The site's posts are known: anything else below /blog/ is the site's own Not Found, not the application's.
    const lost = pages.get('not-found.html');
    if (pathname.startsWith('/blog/') && lost) return sendPage(request, reply.code(404), lost);
    return sendPage(request, reply, frame);
  });
  return true;
}
