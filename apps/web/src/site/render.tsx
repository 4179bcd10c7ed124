import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
export { shareCard } from './content/share-card.ts';
export { readSettings } from './settings.ts';
import { SiteDocument } from './components/document.tsx';
import { posts, postsPerPage } from './content/posts.ts';
import type { Post } from './content/post.ts';
import type { Site, SiteBuild, SitePage, SiteSettings } from './content/site.ts';
import { About } from './pages/about.tsx';
import { BlogPost } from './pages/blog-post.tsx';
import { Blog, blogPagePath } from './pages/blog.tsx';
import { Contact } from './pages/contact.tsx';
import { Home } from './pages/home.tsx';
import { NotFound } from './pages/not-found.tsx';
import { PolicyPage, privacy, security } from './pages/policy.tsx';
import { Solution } from './pages/solution.tsx';
import { WhyIncisive } from './pages/why-incisive.tsx';

interface Built {
  readonly page: SitePage;
  readonly content: ReactNode;
  readonly structuredData: object;
  readonly article?: boolean;
}

const organization = (site: Site): object => ({
  '@type': 'Organization',
  name: 'Incisive',
  url: `${site.publicUrl}/`,
  logo: `${site.publicUrl}/favicon.svg`,
  ...(site.socialLinks.length > 0 ? { sameAs: site.socialLinks.map(({ href }) => href) } : {}),
  ...(site.officeAddress.length > 0 ? { address: site.officeAddress.join(', ') } : {}),
});

const data = (type: string, site: Site, page: SitePage, more: object = {}): object => ({
  '@context': 'https://schema.org',
  '@type': type,
  name: page.title,
  description: page.description,
  url: site.publicUrl + page.path,
  ...more,
});

function plainPages(site: Site): readonly Built[] {
  const make = (type: string, content: ReactNode, path: string, title: string, description: string, more?: object): Built => {
    const page = { path, route: path, title, description };
    return { page, content, structuredData: data(type, site, page, more) };
  };
  return [
    make(
      'WebSite',
      <Home reading={site.reading} />,
      '/',
      'Incisive: operative-note coding with its reasons',
      'Incisive reads the operative note and suggests CPT codes, each tied to the words it came from. Coders and surgeons decide, with a key.',
      { publisher: organization(site) },
    ),
    make(
      'AboutPage',
      <About />,
      '/about',
      'About Incisive',
      'Why we build coding software that shows its reasons, who leads it, and who keeps it honest.',
    ),
    make(
      'WebPage',
      <Solution reading={site.reading} />,
      '/solution',
      'Solution: how Incisive reads a note',
      'From the note to the code in five steps: sections, findings, ranking, reasons and learning. The same note always gets the same answer.',
    ),
    make(
      'WebPage',
      <WhyIncisive />,
      '/why-incisive',
      'Why Incisive',
      'Better reimbursement, shorter coding time and fewer questions back: what Incisive changes for hospitals, private practices and coders.',
    ),
    make(
      'ContactPage',
      <Contact site={site} />,
      '/contact',
      'Contact Incisive',
      'Tell us who you are and what slows your coding down. A person reads it and answers.',
      { mainEntity: organization(site) },
    ),
    make('WebPage', <PolicyPage policy={privacy} />, '/privacy', 'Privacy | Incisive', privacy.lead),
    make('WebPage', <PolicyPage policy={security} />, '/security', 'Security | Incisive', security.lead),
  ];
}

function listPages(site: Site): readonly Built[] {
  const pages = Math.max(1, Math.ceil(posts.length / postsPerPage));
  return Array.from({ length: pages }, (_, index) => {
    const shown = posts.slice(index * postsPerPage, (index + 1) * postsPerPage);
    const page = {
      path: blogPagePath(index + 1),
      route: '/blog',
      title: index === 0 ? 'Blog: notes on coding notes | Incisive' : `Blog, page ${String(index + 1)} | Incisive`,
      description: 'Practical writing for people who code operative notes: denials, evidence and audits.',
    };
    return {
      page,
      content: <Blog posts={shown} page={index + 1} pages={pages} />,
      structuredData: data('Blog', site, page, {
        blogPost: shown.map(({ id, title, date }) => ({
          '@type': 'BlogPosting',
          headline: title,
          datePublished: date,
          url: `${site.publicUrl}/blog/${id}`,
        })),
      }),
    };
  });
}

function postPage(site: Site, post: Post, index: number): Built {
  const page = { path: `/blog/${post.id}`, route: '/blog/:id', title: `${post.title} | Incisive`, description: post.summary };
  const other = posts.length > 1 ? posts[(index + 1) % posts.length] : undefined;
  return {
    page,
    content: <BlogPost post={post} other={other} />,
    article: true,
    structuredData: data('BlogPosting', site, page, {
      headline: post.title,
      datePublished: post.date,
      image: `${site.publicUrl}/og.png`,
      author: organization(site),
      publisher: organization(site),
      mainEntityOfPage: site.publicUrl + page.path,
    }),
  };
}

function notFoundPage(site: Site): Built {
  const page = {
    path: '/not-found',
    route: '/not-found',
    title: 'Not Found | Incisive',
    description: 'There is no page at this address. It may have moved, or the link may be cut short.',
    hidden: true,
  };
  return { page, content: <NotFound />, structuredData: data('WebPage', site, page) };
}

const sitemap = (site: Site, pages: readonly Built[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.filter(({ page }) => !page.hidden).map(({ page }) => `  <url><loc>${site.publicUrl}${page.path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');

const robots = (site: Site): string =>
  ['User-agent: *', 'Disallow: /api/', 'Disallow: /auth/', '', `Sitemap: ${site.publicUrl}/sitemap.xml`, ''].join('\n');

/** Name of the file that the server answers for a path: `index.html` for `/`, `blog/blog11.html` for `/blog/blog11`. */
export const fileOf = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

/**
 * Renders the whole public site of an installation.
 * @returns file names, relative to the web folder, with their text: the pages, sitemap.xml and robots.txt.
 */
export function renderSite(build: SiteBuild, settings: SiteSettings, year: number): ReadonlyMap<string, string> {
  const { pin, ...told } = settings;
  const site: Site = { ...build, ...told, year, map: { ...build.map, pin } };
  const pages = [
    ...plainPages(site),
    ...listPages(site),
    ...posts.map((post, index) => postPage(site, post, index)),
    notFoundPage(site),
  ];
  const files = new Map<string, string>();
  for (const { page, content, structuredData, article } of pages) {
    const html = renderToStaticMarkup(
      <SiteDocument page={page} site={site} structuredData={structuredData} {...(article ? { article } : {})}>
        {content}
      </SiteDocument>,
    );
    files.set(fileOf(page.path), `<!doctype html>\n${html}\n`);
  }
  files.set('sitemap.xml', sitemap(site, pages));
  files.set('robots.txt', robots(site));
  return files;
}
