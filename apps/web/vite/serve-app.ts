import type { Plugin } from 'vite';

/** In development the application answers every page address, as the server does for addresses that have no page of their own. */
export function serveApp(): Plugin {
  return {
    name: 'serve-app',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const wantsPage = request.headers.accept?.includes('text/html') ?? false;
        const pathname = request.url?.split('?')[0] ?? '/';
        if (request.method === 'GET' && wantsPage && !/\.\w+$/.test(pathname)) request.url = '/app.html';
        next();
      });
    },
  };
}
