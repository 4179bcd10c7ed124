/** Draws the picture of shared links: no browser, the fonts of the site's own packages. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Resvg, initWasm } from '@resvg/resvg-wasm';
import { decompress } from 'wawoff2';

const { resolve } = createRequire(import.meta.url);
const width = 1200;
const height = 630;
const left = 84;
const ink = '#101c2e';
const headlineWidth = width - 2 * left;
const fontFiles = [
  '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
  '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2',
  '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-600-normal.woff2',
];
const display = "font-family='Newsreader 16pt' letter-spacing='-1.6'";
const sans = "font-family='IBM Plex Sans' font-size='30'";
const mono = "font-family='IBM Plex Mono SemiBold' font-size='32'";

const escaped = (text) => text.replace(/[&<>'"]/g, (character) => `&#${character.charCodeAt(0)};`);
const svgOf = (content) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;

async function loadFonts() {
  const fonts = [];
  // The decoder answers a view of its own memory, which the next file overwrites.
  for (const file of fontFiles) fonts.push(Uint8Array.from(await decompress(await readFile(resolve(file)))));
  return fonts;
}

/** Words as lines no wider than the picture allows. */
function wrap(text, fits) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/**
 * @param card what the picture says: the headline of the home page, and a code with the words of the note that led to it.
 * @returns the PNG, 1200 by 630.
 */
export async function drawShareImage(card) {
  await initWasm(await readFile(resolve('@resvg/resvg-wasm/index_bg.wasm')));
  const options = { font: { fontBuffers: await loadFonts(), defaultFontFamily: 'IBM Plex Sans' } };
  const picture = (content) => new Resvg(svgOf(content), options);
  /** Blanks at the end count too: they are measured between two dots. */
  const measure = (text, font) => {
    const of = (words) => picture(`<text x="0" y="200" ${font}>${escaped(words)}</text>`).getBBox()?.width ?? 0;
    return of(`.${text}.`) - of('..');
  };
  const headline = wrap(card.headline, (line) => measure(line, `${display} font-size='90'`) <= headlineWidth);
  const codeWidth = measure(card.code, mono);
  const beforeWidth = measure(card.before, sans);
  const markedWidth = measure(card.marked, sans);
  const from = left + 30 + codeWidth + 26;
  const cardWidth = from + beforeWidth + markedWidth + 30 - left;
  const top = 208 + headline.length * 96;
  const content = [
    `<rect width="${width}" height="${height}" fill="#faf8f4"/>`,
    `<text x="${left}" y="106" fill="${ink}" ${display} font-size="46">Incis<tspan fill="#0a6e69">i</tspan>ve</text>`,
    ...headline.map(
      (line, at) => `<text x="${left}" y="${244 + at * 96}" fill="${ink}" ${display} font-size="90">${escaped(line)}</text>`,
    ),
    `<rect x="${left}" y="${top + 8}" width="${cardWidth}" height="88" rx="16" fill="${ink}" fill-opacity="0.06"/>`,
    `<rect x="${left}" y="${top}" width="${cardWidth}" height="88" rx="16" fill="#fff" stroke="#e3ddd2"/>`,
    `<text x="${left + 30}" y="${top + 55}" fill="${ink}" ${mono}>${escaped(card.code)}</text>`,
    `<rect x="${from + beforeWidth}" y="${top + 24}" width="${markedWidth + 3}" height="40" fill="#ffeeb8"/>`,
    `<rect x="${from + beforeWidth}" y="${top + 64}" width="${markedWidth + 3}" height="3" fill="#c58f00"/>`,
    `<text x="${from}" y="${top + 54}" fill="${ink}" ${sans} xml:space="preserve">${escaped(card.before + card.marked)}</text>`,
  ];
  return picture(content.join('')).render().asPng();
}
