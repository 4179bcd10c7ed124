import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, newServer } from '../../app.ts';
import { type TestApp, buildTestApp, testConfig } from '../../testing/build-test-app.ts';
import { renderPublicPages } from './public-pages.ts';

let t: TestApp;
let folder: string;
beforeAll(async () => {
  t = await buildTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'incisive-web-'));
  await mkdir(path.join(folder, '.site'));
  await writeFile(path.join(folder, 'app.html'), '<!doctype html><body><div id="root"></div></body>');
  await writeFile(path.join(folder, 'app-sample.html'), '<!doctype html><body><div id="root"><p>Sample data</p></div></body>');
  await writeFile(path.join(folder, '.site', 'build.json'), '{"style":"plain"}');
  // As the web build's renderer: it is given the build and what the installation says.
  await writeFile(
    path.join(folder, '.site', 'render.mjs'),
    `export const readSettings = (environment) => { if (environment.socialLinks === 'wrong') throw new Error('SOCIAL_LINKS: write it so'); return environment; };
     export const renderSite = (build, settings, year) => new Map([
       ['index.html', '<h1>Home of ' + settings.publicUrl + ' ' + build.style + ' ' + settings.sampleData + '</h1>'.repeat(40)],
       ['about.html', 'About ' + year], ['blog/one.html', 'One'], ['not-found.html', 'Lost post'], ['robots.txt', 'Sitemap: ' + settings.publicUrl]]);`,
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await t.close();
});

async function serve(env: Record<string, string>) {
  const config = testConfig(env);
  const app = newServer(config);
  const pages = await renderPublicPages(folder, config, { demo: true, idle_minutes: 7 });
  await buildApp(app, { ...t.deps, config }, { web: { folder, pages } });
  await app.ready();
  return app;
}

test('A1: public pages are made from the settings of the server that starts, never from those of a build', async () => {
  const app = await serve({ PUBLIC_URL: 'http://127.0.0.1:4000' });
  try {
    const home = await app.inject({ url: '/' });
    expect(home.body).toContain('Home of http://127.0.0.1:4000 plain true');
    expect((await app.inject({ url: '/robots.txt' })).body).toBe('Sitemap: http://127.0.0.1:4000');
    expect((await app.inject({ url: '/about/' })).body).toMatch(/^About \d{4}$/);
    expect((await app.inject({ url: '/blog/one' })).body).toBe('One');
    const lost = await app.inject({ url: '/blog/two' });
    expect([lost.statusCode, lost.body]).toEqual([404, 'Lost post']);
    expect((await app.inject({ url: '/.site/render.mjs' })).body).not.toContain('renderSite');
    expect((await app.inject({ url: '/.site/build.json' })).body).not.toContain('plain');
  } finally {
    await app.close();
  }
});

test('pages are sent in the encoding that is asked for, and once', async () => {
  const app = await serve({});
  try {
    const plain = (await app.inject({ url: '/' })).body;
    const br = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } });
    expect([br.headers['content-encoding'], brotliDecompressSync(br.rawPayload).toString()]).toEqual(['br', plain]);
    const gz = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } });
    expect([gz.headers['content-encoding'], gunzipSync(gz.rawPayload).toString()]).toEqual(['gzip', plain]);
    expect(br.headers['vary']).toContain('accept-encoding');
    const again = await app.inject({ url: '/', headers: { 'if-none-match': String(br.headers['etag']) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  } finally {
    await app.close();
  }
});

test('the application is told its installation with the page, so that the sample-data banner is there at once', async () => {
  const app = await serve({});
  try {
    for (const url of ['/login', '/opnotes/new'])
      expect((await app.inject({ url })).body).toContain(
        '<body><script type="application/json" id="installation">{"demo":true,"idle_minutes":7}</script><div id="root"><p>Sample data</p></div>',
      );
    const plain = await renderPublicPages(folder, testConfig({}), { demo: false, idle_minutes: 7 });
    expect(plain.get('app.html')?.bodies.identity.toString()).toContain('<div id="root"></div>');
  } finally {
    await app.close();
  }
});

test('a setting that cannot be read is named', async () => {
  await expect(
    renderPublicPages(folder, testConfig({ SOCIAL_LINKS: 'wrong' }), { demo: false, idle_minutes: 15 }),
  ).rejects.toThrow('SOCIAL_LINKS: write it so');
});
