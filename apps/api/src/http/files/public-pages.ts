import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Installation } from '@incisive/contract/installation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

interface PublicPage {
  readonly type: string;
  readonly etag: string;
  readonly bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;
}

/** What the web build leaves for the server: how to render the public site for this installation. */
interface Renderer {
  readonly readSettings: (environment: object, build: unknown) => unknown;
  readonly renderSite: (build: unknown, settings: unknown, year: number) => ReadonlyMap<string, string>;
}

/** The pages that depend on the installation: the public site, its site map, and the application's frame. By file name. */
export type PublicPages = ReadonlyMap<string, PublicPage>;

/**
 * Renders them once, when the server starts: settings are never built in.
 * @param folder the web build
 * @throws Error naming the variable that cannot be read
 */
export async function renderPublicPages(folder: string, config: Config, told: Installation): Promise<PublicPages> {
  const files = new Map<string, string>();
  const frame = path.join(folder, told.demo ? 'app-sample.html' : 'app.html');
  // The application knows its installation at once: nothing appears late on the sign-in page.
  const facts = JSON.stringify(told).replaceAll('<', String.raw`\u003c`);
  if (existsSync(frame))
    files.set(
      'app.html',
      readFileSync(frame, 'utf8').replace('<body>', `<body><script type="application/json" id="installation">${facts}</script>`),
    );
  const renderer = path.join(folder, '.site', 'render.mjs');
  if (existsSync(renderer)) {
    const { readSettings, renderSite } = (await import(pathToFileURL(renderer).href)) as Renderer;
    const build: unknown = JSON.parse(readFileSync(path.join(folder, '.site', 'build.json'), 'utf8'));
    const settings = readSettings(
      {
        publicUrl: config.publicUrl,
        sampleData: told.demo,
        sourceUrl: config.SOURCE_URL,
        socialLinks: config.SOCIAL_LINKS,
        officeAddress: config.OFFICE_ADDRESS,
        officeLocation: config.OFFICE_LOCATION,
      },
      build,
    );
    for (const [name, text] of renderSite(build, settings, new Date().getUTCFullYear())) files.set(name, text);
  }
  return new Map(await Promise.all([...files].map(async ([name, text]) => [name, await pageOf(name, text)] as const)));
}

async function pageOf(name: string, text: string): Promise<PublicPage> {
  const identity = Buffer.from(text);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }),
    promisify(gzip)(identity),
  ]);
  return {
    type: types[path.extname(name).slice(1)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    bodies: { br, gzip: gz, identity },
  };
}

/** Sends a page in the best encoding that the browser takes; 304 when it has it already. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: PublicPage): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
  void reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', page.etag);
  if (request.headers['if-none-match']?.includes(page.etag)) return reply.code(304).send();
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.type(page.type).send(page.bodies[encoding]);
}
