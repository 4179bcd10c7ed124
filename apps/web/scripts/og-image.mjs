/** Draws src/site/og.png, the picture of shared links, with a local Chromium. Run by hand when the name or the line changes. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const site = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../src/site');
const font = async (name) => `data:font/woff2;base64,${(await readFile(path.join(site, 'fonts', name))).toString('base64')}`;

const html = `<!doctype html><meta charset="utf-8"><style>
@font-face{font-family:D;font-weight:400 500;src:url(${await font('display.woff2')})}
@font-face{font-family:T;font-weight:400;src:url(${await font('text-400.woff2')})}
@font-face{font-family:M;font-weight:600;src:url(${await font('mono-600.woff2')})}
*{margin:0;box-sizing:border-box}body{width:1200px;height:630px;padding:72px 84px;background:#faf8f4;color:#101c2e;font:30px/1.6 T}
.w{font:500 44px/1 D;letter-spacing:-.01em}i{color:#0a6e69;font-style:normal}
h1{font:500 88px/1.04 D;letter-spacing:-.022em;margin:64px 0 52px;max-width:12em}
.c{display:inline-flex;gap:26px;align-items:baseline;padding:20px 30px;border:1px solid #e3ddd2;border-radius:16px;background:#fff;box-shadow:0 8px 24px rgb(16 28 46/8%)}
b{font:600 32px M}mark{background:#ffeeb8;border-bottom:3px solid #c58f00;color:inherit}
</style><div class="w">Incis<i>i</i>ve</div><h1>Every code, with the words that earned it.</h1>
<div class="c"><b>29827</b><span>Right <mark>shoulder arthroscopy with rotator cuff repair</mark></span></div>`;

const browser = await chromium.launch({
  ...(process.env.CHROME_PATH ? { executablePath: process.env.CHROME_PATH } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.setContent(html);
await page.evaluate(() => globalThis.document.fonts.ready);
await writeFile(path.join(site, 'og.png'), await page.screenshot({ type: 'png' }));
await browser.close();
