/** Measures every public page of the built site with Lighthouse's mobile preset; exits with 1 when a budget is broken. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { publicPages } from '../e2e/support/pages.ts';
import { serveWebFolder } from './web-folder-server.ts';

const pages = [...publicPages, '/login'];
const floors = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const largestScript = 90 * 1024;
/** The sign-in page is the application's: kept out of search engines, and it carries React. */
const signIn = { path: '/login', performance: 95, largestScript: 108_000 } as const;
const largestShift = 0.02;
/** The phone that is imitated is so much slower than a machine of Lighthouse's least benchmark index. */
const slowdown = 4;
const leastIndex = 1000;
const mostTries = 6;
const folder = path.resolve(process.env['WEB_DIST'] ?? path.join(import.meta.dirname, '../dist/current/web'));

interface Measured {
  readonly path: string;
  readonly scores: Readonly<Record<keyof typeof floors, number>>;
  readonly shift: number;
  readonly paintMs: number;
  readonly scriptBytes: number;
  readonly failed: readonly string[];
  /** How fast the machine was meanwhile. */
  readonly index: number;
}

interface NetworkItem {
  readonly url: string;
  readonly resourceType?: string;
}

/** What the scripts of a page weigh as gzip, whatever encoding they came in. */
function gzipBytes(items: readonly NetworkItem[]): number {
  return items
    .filter(({ resourceType }) => resourceType === 'Script')
    .map(({ url }) => gzipSync(readFileSync(path.join(folder, new URL(url).pathname))).length)
    .reduce((sum, size) => sum + size, 0);
}

async function measure(origin: string, port: number, page: string, cpuSlowdownMultiplier = slowdown): Promise<Measured> {
  const result = await lighthouse(origin + page, {
    port,
    logLevel: 'error',
    onlyCategories: Object.keys(floors),
    throttling: { cpuSlowdownMultiplier },
    // What ends a page that hangs.
    maxWaitForLoad: 180_000,
  });
  if (!result) throw new Error(`Lighthouse gave no result for ${page}.`);
  const { categories, audits } = result.lhr;
  const details = audits['network-requests']?.details;
  const items = details && 'items' in details ? (details.items as unknown as readonly NetworkItem[]) : [];
  const names = Object.keys(floors) as (keyof typeof floors)[];
  return {
    path: page,
    scores: Object.fromEntries(
      names.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
    ) as Measured['scores'],
    shift: audits['cumulative-layout-shift']?.numericValue ?? 1,
    paintMs: Math.round(audits['largest-contentful-paint']?.numericValue ?? 0),
    scriptBytes: gzipBytes(items),
    failed: names
      .filter((name) => name !== 'performance')
      .flatMap((name) => categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
      .map(({ id }) => id),
    index: result.lhr.environment.benchmarkIndex,
  };
}

/** What a page breaks, in words; nothing when it keeps every budget. */
function broken({ path: page, scores, shift, scriptBytes, failed }: Measured): readonly string[] {
  const isSignIn = page === signIn.path;
  const asked = isSignIn ? { ...floors, performance: signIn.performance, seo: 0 } : floors;
  const largest = isSignIn ? signIn.largestScript : largestScript;
  const low = Object.entries(asked)
    .filter(([name, floor]) => scores[name as keyof typeof floors] < floor)
    .map(([name, floor]) => `${name} ${String(scores[name as keyof typeof floors])} < ${String(floor)}`);
  return [
    ...low,
    ...(shift >= largestShift ? [`layout shift ${shift.toFixed(3)}`] : []),
    ...(scriptBytes > largest ? [`scripts ${String(scriptBytes)} bytes gzip`] : []),
    ...failed.filter((audit) => !(isSignIn && audit === 'is-crawlable')),
  ];
}

const { origin, server } = await serveWebFolder(folder);
const chrome = await launch({
  ...(process.env['CHROME_PATH'] ? { chromePath: process.env['CHROME_PATH'] } : {}),
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
let bad = 0;
try {
  const only = process.argv.slice(2);
  for (const page of only.length > 0 ? only : pages) {
    let measured = await measure(origin, chrome.port, page);
    // More tries for a busy machine, which is slowed down by less where it is slow itself: other work only makes a page slower, and
    // one that is slow is slow each time.
    for (let tries = 1; broken(measured).length > 0 && tries < mostTries; tries += 1)
      measured = await measure(
        origin,
        chrome.port,
        page,
        Math.min(slowdown, Math.max(1, (slowdown * measured.index) / leastIndex)),
      );
    const faults = broken(measured);
    bad += faults.length > 0 ? 1 : 0;
    const { scores, paintMs, shift, scriptBytes } = measured;
    console.log(
      `${faults.length > 0 ? 'FAIL' : 'ok  '} ${page.padEnd(14)} ${Object.values(scores).join(' ')}  LCP ${String(paintMs)} ms  CLS ${shift.toFixed(3)}  JS ${String(scriptBytes)} B gzip  index ${String(Math.round(measured.index))}  ${faults.join(', ')}`,
    );
  }
} finally {
  chrome.kill();
  server.close();
}
process.exitCode = bad > 0 ? 1 : 0;
