import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './vite/compress-assets.ts';
import { serveApp } from './vite/serve-app.ts';
import { leaveSummariesOut } from './vite/without-summaries.ts';

const root = path.dirname(fileURLToPath(import.meta.url));
const server = process.env.API_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: path.join(root, 'src/routes'),
      generatedRouteTree: path.join(root, 'src/route-tree.gen.ts'),
      addExtensions: true,
      quoteStyle: 'single',
    }),
    react(),
    serveApp(),
    leaveSummariesOut(),
    compressAssets(),
  ],
  server: { host: '127.0.0.1', proxy: { '/api': server, '/auth': server, '/oauth': server, '/fhir': server } },
  build: {
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    outDir: path.resolve(root, process.env['WEB_DIST'] ?? 'dist'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    manifest: true,
    // The types of tsc -b share the folder and are not part of the site.
    rolldownOptions: {
      input: { app: path.join(root, 'app.html') },
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 4 },
            { name: 'application', test: /src\/(?:routed-app|routes\/_app|features\/shell\/shell)\.tsx/, priority: 3 },
            { name: 'lists', test: /src\/components\/data-table\/data-table\.tsx/, priority: 2 },
            // Small pieces that several screens share: one file costs less than four.
            { name: 'work', test: /src\/lib\/work\//, priority: 2 },
            { name: 'common', minShareCount: 9, priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
});
