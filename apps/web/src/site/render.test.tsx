// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { board, leaders } from './content/company.ts';
import { posts } from './content/posts.ts';
import type { SiteBuild } from './content/site.ts';
import { readExamples } from '../../vite/read-examples.ts';
import { fileOf, renderSite } from './render.tsx';

const plain: SiteBuild = {
  publicUrl: 'https://incisive.example',
  year: 2026,
  css: 'body{margin:0}',
  script: '/assets/site-1.js',
  contactScript: '/assets/contact-form-1.js',
  preloadedFonts: ['/assets/display-1.woff2'],
  socialLinks: [],
  officeAddress: [],
  map: { width: 10, height: 10, outline: 'M0 0L9 9Z', pin: null },
  reading: readExamples(),
};
const files = renderSite(plain);
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
        'robots.txt',
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

  it('hides social links and the address until the installation has them', () => {
    expect(files.get('about.html')).not.toContain('Social media');
    expect(files.get('contact.html')).toContain('Wherever you are');
    const told = renderSite({
      ...plain,
      socialLinks: [{ label: 'LinkedIn', href: 'https://social.example/incisive' }],
      officeAddress: ['1 Example Street', 'Springfield'],
      map: { ...plain.map, pin: { x: 3, y: 4 } },
    });
    expect(told.get('about.html')).toContain('<a href="https://social.example/incisive"');
    expect(told.get('contact.html')).toContain('1 Example Street');
    expect(told.get('contact.html')).toContain('translate(3 4)');
  });

  it('writes posts of useful length', () => {
    for (const post of posts) {
      const words = post.body.flatMap(({ paragraphs }) => paragraphs.join(' ').split(/\s+/));
      expect(words.length).toBeGreaterThan(500);
      expect(words.length).toBeLessThan(800);
    }
  });
});
