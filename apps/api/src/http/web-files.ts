import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';

/** Serves the built web app: hashed files for a year, pages never cached; unknown paths get the app, which shows Not Found itself. */
export async function addWebFiles(app: FastifyInstance, folder: string): Promise<boolean> {
  if (!existsSync(path.join(folder, 'app.html'))) return false;
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/',
    wildcard: false,
    preCompressed: true,
    dotfiles: 'deny',
    index: ['index.html'],
    redirect: false,
    setHeaders: (reply, file) => {
      reply.header('cache-control', /[\\/]assets[\\/]/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/*', { config: { open: 'web' } }, (request, reply) => {
    if (/^\/(api|auth)\//.test(request.url)) throw new AppError('not-found');
    const pathname = new URL(request.url, 'http://local').pathname.replace(/\/+$/, '');
    if (/\.[a-z0-9]{1,5}$/i.test(pathname)) throw new AppError('not-found');
    const page = `${pathname.slice(1)}.html`;
    const publicPage = /^[a-z0-9/-]+\.html$/i.test(page) && existsSync(path.join(folder, page));
    // The site's posts are known: anything else below /blog/ is the site's own Not Found, not the application's.
    if (!publicPage && pathname.startsWith('/blog/') && existsSync(path.join(folder, 'not-found.html'))) {
      return reply.code(404).header('cache-control', 'no-cache').sendFile('not-found.html');
    }
    return reply.header('cache-control', 'no-cache').sendFile(publicPage ? page : 'app.html');
  });
  return true;
}
