// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { board, leaders } from './content/company.ts';
import { posts } from './content/posts.ts';
import type { SiteBuild, SiteSettings } from './content/site.ts';
import { readExamples } from '../../vite/read-examples.ts';
import { fileOf, renderSite } from './render.tsx';
import { readSettings } from './settings.ts';

const build: SiteBuild = {
  css: 'body{margin:0}',
  script: '/assets/site-1.js',
  contactScript: '/assets/contact-form-1.js',
  preloadedFonts: ['/assets/display-1.woff2'],
  map: { width: 585, height: 366, outline: 'M0 0L9 9Z' },
  reading: readExamples(),
};
const nothingSet = { sourceUrl: undefined, socialLinks: undefined, officeAddress: undefined, officeLocation: undefined };
const plain = readSettings({ publicUrl: 'https://incisive.example', sampleData: false, ...nothingSet }, build);
const render = (settings: SiteSettings) => renderSite(build, settings, 2026);
const files = render(plain);
const pages = [...files].filter(([name]) => name.endsWith('.html') && name !== 'not-found.html');
const hrefs = (html: string): readonly string[] => [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map((match) => match[1] ?? '');

describe('renderSite', () => {
  it('makes a page for every public path, a site map and robots.txt', () => {
    expect([...files.keys()].toSorted()).toEqual(
      [
        'about.html',
        'blog.html',
        'blog/blog11.html',
        'blog/blog12.html',
        'contact.html',
        'index.html',
        'not-found.html',
        'privacy.html',
        'robots.txt',
        'security.html',
        'sitemap.xml',
        'solution.html',
        'why-incisive.html',
      ].toSorted(),
    );
  });

  it.each(pages)('%s has one h1, a title, a description, a canonical address and an image for shared links', (name, html) => {
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toMatch(/<title>[^<]{10,}<\/title>/);
    expect(html).toMatch(/<meta name="description" content="[^"]{50,170}"/);
    const path = name === 'index.html' ? '/' : `/${name.replace('.html', '')}`;
    expect(html).toContain(`<link rel="canonical" href="https://incisive.example${path}"/>`);
    expect(html).toContain('content="https://incisive.example/og.png"');
    expect(files.get('sitemap.xml')).toContain(`<loc>https://incisive.example${path}</loc>`);
  });

  it.each(pages)('%s links only to pages that exist, the application or its own parts', (_name, html) => {
    const known = new Set([...files.keys(), 'login.html', 'opnotes/new.html']);
    const lost = hrefs(html).filter((href) =>
      href.startsWith('#') ? !html.includes(`id="${href.slice(1)}"`) : !known.has(fileOf(href)),
    );
    expect(lost).toEqual([]);
  });

  it.each(pages)('%s runs no script of its own markup, and its structured data can be read', (_name, html) => {
    const scripts = [...html.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)].map(([, attributes = '', text = '']) => ({
      attributes,
      text,
    }));
    const [data, ...others] = scripts.toSorted((one) => (one.attributes.includes('application/ld+json') ? -1 : 1));
    expect(JSON.parse(data?.text ?? '')).toHaveProperty('@type');
    expect(others.map(({ text }) => text)).toEqual(['']);
  });

  it('keeps the page for unknown addresses out of search engines', () => {
    expect(files.get('not-found.html')).toContain('<meta name="robots" content="noindex"/>');
    expect(files.get('sitemap.xml')).not.toContain('not-found');
  });

  it('shows four leaders with a biography each, and a board of four, all marked as examples', () => {
    const about = files.get('about.html') ?? '';
    expect(leaders).toHaveLength(4);
    expect(board).toHaveLength(4);
    for (const { id } of leaders) expect(about).toContain(`<dialog id="bio-${id}"`);
    expect(about.match(/class="example"/g)).toHaveLength(12);
  });

  it('A1: shows what the installation tells of itself, and nothing else', () => {
    expect(files.get('index.html')).not.toContain('Social media');
    expect(files.get('contact.html')).not.toContain('pin-point');
    const told = render(
      readSettings(
        {
          publicUrl: 'https://incisive.example',
          sampleData: false,
          sourceUrl: 'https://git.example/incisive',
          socialLinks: 'Mastodon=https://social.example/@incisive, https://www.video.example/incisive',
          officeAddress: '1 Main Street | Springfield',
          officeLocation: '39.80,-89.64',
        },
        build,
      ),
    );
    expect(told.get('index.html')).toContain('href="https://social.example/@incisive"');
    expect(told.get('index.html')).toContain('>video.example</a>');
    expect(told.get('contact.html')).toContain('1 Main Street');
    // Springfield, Illinois, in the atlas' projection.
    expect(told.get('contact.html')).toMatch(/translate\(3[4-6]\d 1[5-7]\d\)/);
    for (const mark of ['example-mark', 'sample-data'])
      expect([...told.values()].some((html) => html.includes(mark))).toBe(false);
  });

  it('with sample data says so on every page, and marks links and address as examples', () => {
    const demo = render(readSettings({ publicUrl: 'http://127.0.0.1:3000', sampleData: true, ...nothingSet }, build));
    const silent = [...demo].filter(
      ([name, html]) => name.endsWith('.html') && !html.includes('Sample data. Do not enter real patient records here.'),
    );
    expect(silent).toEqual([]);
    expect(demo.get('index.html')).toContain('Example links');
    expect(demo.get('contact.html')).toContain('Example address');
    expect(demo.get('contact.html')).toContain('pin-point');
  });

  it.each([
    [{ socialLinks: 'Mastodon=http://plain.example' }, /SOCIAL_LINKS: write/],
    [{ officeLocation: 'Springfield' }, /OFFICE_LOCATION: write/],
    [{ officeLocation: '1,2,3' }, /OFFICE_LOCATION: write/],
  ])('%j is refused with what to write', (wrong, message) => {
    expect(() => readSettings({ publicUrl: 'https://x.example', sampleData: false, ...nothingSet, ...wrong }, build)).toThrow(
      message,
    );
  });

  it('writes posts of useful length', () => {
    for (const post of posts) {
      const words = post.body.flatMap(({ paragraphs }) => paragraphs.join(' ').split(/\s+/));
      expect(words.length).toBeGreaterThan(500);
      expect(words.length).toBeLessThan(800);
    }
  });
});
