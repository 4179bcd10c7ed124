/**
 * Builds the public site beside the application, which `vite build` has put into dist before; the server renders it when it starts.
 * Draws the sign-in card into the application's page: it stands before the script has come.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { drawShareImage } from './og-image.mjs';
import { drawUsMap } from './us-map.mjs';

process.env.NODE_ENV = 'production';
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const dist = path.resolve(root, process.env.WEB_DIST ?? 'dist');
/** Not served: the web folder's dot files are refused. */
const rendererFolder = path.join(dist, '.site');
const compressible = /\.(?:js|css|html|xml|txt|svg)$/;
const preloaded = /^(?:display|text-400)-.*\.woff2$/;

const common = {
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
};
/** Builds what browsers load, into the folder where the application stands. */
async function buildForBrowsers(rolldownOptions, options = {}) {
  const result = await build({
    ...common,
    build: {
      target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
      outDir: dist,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions,
      ...options,
    },
  });
  return (Array.isArray(result) ? result[0] : result).output;
}

/** Bundles what the browser runs; fonts and scripts land in dist/assets, the style sheet is taken out to stand in each page. */
async function buildClient() {
  const output = await buildForBrowsers(
    { input: { site: path.join(root, 'src/site/client/site.ts') } },
    { assetsInlineLimit: 0 },
  );
  const style = output.find(({ fileName }) => fileName.endsWith('.css'));
  const entry = output.find((item) => item.type === 'chunk' && item.isEntry);
  const contact = output.find((item) => item.type === 'chunk' && item.name === 'contact-form');
  if (!style || !entry || !contact) throw new Error('The site’s client build lacks its style sheet or a script.');
  await rm(path.join(dist, style.fileName));
  return {
    css: String(style.source).trim(),
    script: `/${entry.fileName}`,
    contactScript: `/${contact.fileName}`,
    preloadedFonts: output
      .map(({ fileName }) => fileName)
      .filter((name) => preloaded.test(path.basename(name)))
      .map((name) => `/${name}`)
      .toSorted(),
    files: output.map(({ fileName }) => fileName).filter((name) => name !== style.fileName),
  };
}

/** Bundles what runs before the first paint of the application's page, as one script without imports. */
async function buildFirstPaint() {
  const [{ fileName }] = await buildForBrowsers({
    input: { 'first-paint': path.join(root, 'src/first-paint.ts') },
    output: { format: 'iife', entryFileNames: 'assets/[name]-[hash].js' },
  });
  return fileName;
}

/** Writes the application's page with the card drawn in, as an installation with sample data shows it and as any other does. */
async function drawSignIn(drawPage, firstPaint) {
  const page = await readFile(path.join(dist, 'app.html'), 'utf8');
  const [icon, mount] = ['<link rel="icon"', '<div id="root"></div>'];
  if (!page.includes(icon) || !page.includes(mount)) throw new Error('app.html lacks its icon or its root.');
  for (const [name, sampleData] of [
    ['app.html', false],
    ['app-sample.html', true],
  ]) {
    const drawn = page
      .replace(icon, `<script src="/${firstPaint}"></script>\n    ${icon}`)
      .replace(mount, () => `<div id="root">${drawPage(sampleData)}</div>`);
    await writeFile(path.join(dist, name), drawn);
    await writeCompressed(path.join(dist, name), Buffer.from(drawn));
  }
}

/** Bundles the pages, and what asks the engine about their notes, for Node, and loads them. */
async function loadRenderer() {
  await build({
    ...common,
    // The server runs it from the web folder alone.
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: rendererFolder,
      emptyOutDir: true,
      rolldownOptions: {
        input: {
          render: path.join(root, 'src/site/render.tsx'),
          examples: path.join(root, 'vite/read-examples.ts'),
          'drawn-page': path.join(root, 'src/drawn-page.tsx'),
        },
        // What the sign-in card fetches later is not drawn with it.
        external: [/\/routed-app\.tsx$/],
        checks: { moduleLevelDirective: false },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  });
  const load = (name) => import(pathToFileURL(path.join(rendererFolder, `${name}.mjs`)).href);
  return { ...(await load('render')), ...(await load('examples')), ...(await load('drawn-page')) };
}

async function writeCompressed(file, content) {
  if (!compressible.test(file) || content.length < 1024) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}

const { files: clientFiles, ...client } = await buildClient();
const firstPaint = await buildFirstPaint();
const { shareCard, readExamples, drawPage } = await loadRenderer();
await drawSignIn(drawPage, firstPaint);
for (const name of [...clientFiles, firstPaint]) {
  const file = path.join(dist, name);
  await writeCompressed(file, await readFile(file));
}
const site = {
  ...client,
  map: await drawUsMap(),
  reading: readExamples(path.resolve(root, '../../packages/engine/knowledge')),
};
await mkdir(rendererFolder, { recursive: true });
await writeFile(path.join(rendererFolder, 'build.json'), JSON.stringify(site));
await writeFile(path.join(dist, 'og.png'), await drawShareImage(shareCard(site.reading)));
