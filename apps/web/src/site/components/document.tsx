import type { ReactNode } from 'react';
import type { Site, SitePage } from '../content/site.ts';
import { Consent } from './consent.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

interface Props {
  readonly page: SitePage;
  readonly site: Site;
  readonly structuredData: object;
  readonly article?: boolean;
  readonly children: ReactNode;
}

// Keeps text from closing its element early, whatever the content says.
const safeJson = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

// Without script every quote is shown, one after the other.
const withoutScript =
  '.slides{display:block}.slide{visibility:visible!important;opacity:1!important;margin-bottom:48px}.needs-script{display:none!important}';

function Head({ page, site, structuredData, article }: Omit<Props, 'children'>) {
  const address = site.publicUrl + page.path;
  const image = `${site.publicUrl}/og.png`;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{page.title}</title>
      <meta name="description" content={page.description} />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#faf8f4" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#0e1622" media="(prefers-color-scheme: dark)" />
      {page.hidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <meta property="og:site_name" content="Incisive" />
      <meta property="og:type" content={article ? 'article' : 'website'} />
      <meta property="og:title" content={page.title} />
      <meta property="og:description" content={page.description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={image} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content="Incisive: every code, with the words that earned it" />
      <meta name="twitter:card" content="summary_large_image" />
      {site.preloadedFonts.map((href) => (
        <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
      ))}
      <style dangerouslySetInnerHTML={{ __html: site.css }} />
      <noscript>
        <style dangerouslySetInnerHTML={{ __html: withoutScript }} />
      </noscript>
      <script type="module" src={site.script} />
      {page.path === '/contact' && site.contactScript !== null ? <link rel="modulepreload" href={site.contactScript} /> : null}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: safeJson(structuredData) }} />
    </head>
  );
}

/** A whole page: head, skip link, header, content, footer. */
export function SiteDocument(props: Props) {
  const { page, site, children } = props;
  return (
    <html lang="en">
      <Head {...props} />
      <body data-route={page.route}>
        <a href="#content" className="skip-link">
          Skip to content
        </a>
        {site.sampleData ? (
          <aside className="sample-data" aria-label="Sample data">
            Sample data. Do not enter real patient records here.
          </aside>
        ) : null}
        <Consent />
        <Header path={page.path} />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <Footer path={page.path} site={site} />
      </body>
    </html>
  );
}
