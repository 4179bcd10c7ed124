import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.woff2': 'font/woff2',
};
// The directives that the product's server sends and that a page can trip over.
const policy =
  "default-src 'self'; script-src 'self'; style-src 'self'; style-src-elem 'self' 'unsafe-inline'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'";
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

/** The public pages of a build, rendered for the address they are measured at. */
async function renderPages(folder: string): Promise<ReadonlyMap<string, string>> {
  const { readSettings, renderSite } = (await import(pathToFileURL(path.join(folder, '.site/render.mjs')).href)) as {
    readSettings: (environment: object, build: unknown) => unknown;
    renderSite: (build: unknown, settings: unknown, year: number) => ReadonlyMap<string, string>;
  };
  const build: unknown = JSON.parse(readFileSync(path.join(folder, '.site/build.json'), 'utf8'));
  const settings = readSettings({ publicUrl: 'http://127.0.0.1', sampleData: true }, build);
  return renderSite(build, settings, new Date().getUTCFullYear());
}

/** Serves a built web folder as the product's server does, on a free port of the loopback address; for measuring pages alone. */
export async function serveWebFolder(folder: string): Promise<{ readonly origin: string; readonly server: Server }> {
  const pages = await renderPages(folder);
  const server = createServer((request, response) => {
    const pathname = path.posix.normalize(new URL(request.url ?? '/', 'http://local').pathname);
    const rendered = [pathname === '/' ? 'index.html' : `${pathname.slice(1)}.html`, pathname.slice(1)].find((name) =>
      pages.has(name),
    );
    const page = rendered === undefined ? undefined : pages.get(rendered);
    if (rendered !== undefined && page !== undefined) {
      response.writeHead(200, {
        'content-type': types[path.extname(rendered)] ?? 'application/octet-stream',
        'cache-control': 'no-cache',
        'content-security-policy': policy,
        'content-encoding': 'gzip',
      });
      response.end(gzipSync(page));
      return;
    }
    const candidates = [pathname, '/app.html'];
    const found = candidates.find((name) => {
      const file = path.join(folder, name);
      return existsSync(file) && statSync(file).isFile();
    });
    if (found === undefined || pathname.startsWith('/api/')) {
      response.writeHead(404).end();
      return;
    }
    const file = path.join(folder, found);
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const encoding = encodings.find(({ name, suffix }) => accepted.includes(name) && existsSync(file + suffix));
    response.writeHead(200, {
      'content-type': types[path.extname(file)] ?? 'application/octet-stream',
      'cache-control': found.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-security-policy': policy,
      vary: 'accept-encoding',
      ...(encoding ? { 'content-encoding': encoding.name } : {}),
    });
    createReadStream(file + (encoding?.suffix ?? '')).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, server };
}
