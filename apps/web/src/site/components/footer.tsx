import { navigation } from '../content/site.ts';
import type { Site } from '../content/site.ts';
import { WordMark } from './header.tsx';
import { OfficeAddress } from './office-address.tsx';

function ContactCall() {
  return (
    <section className="wrap contact-call" aria-labelledby="contact-call">
      <h2 id="contact-call">Bring us your toughest note.</h2>
      <p>
        <a className="button" href="/contact">
          Contact us
        </a>
      </p>
    </section>
  );
}

/** Contact call-to-action (left out on the contact page), every page once more, and what the installation tells about itself. */
export function Footer({ path, site }: { readonly path: string; readonly site: Site }) {
  return (
    <footer className="site-footer">
      {path === '/contact' ? null : <ContactCall />}
      <div className="wrap footer-columns">
        <div>
          <a href="/" className="home-link" aria-label="Incisive, back to home">
            <WordMark />
          </a>
          <p>Operative-note coding that shows its reasons.</p>
        </div>
        <nav aria-label="Footer">
          <ul>
            {navigation.map(({ href, label }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
            <li>
              <a href="/login">Log in</a>
            </li>
            <li>
              <a href="/privacy">Privacy</a>
            </li>
            <li>
              <a href="/security">Security</a>
            </li>
            {site.sourceUrl === undefined ? null : (
              <li>
                <a href={site.sourceUrl} rel="noopener">
                  Source code
                </a>
              </li>
            )}
          </ul>
        </nav>
        {site.socialLinks.length === 0 ? null : (
          <nav aria-label="Social media">
            <ul>
              {site.socialLinksAreExamples ? <li className="example-mark">Example links</li> : null}
              {site.socialLinks.map(({ href, label }) => (
                <li key={href}>
                  <a href={href} rel="noopener">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {site.officeAddress.length === 0 ? null : <OfficeAddress site={site} />}
      </div>
      <div className="wrap footer-small">
        <p>
          © {site.year} Incisive. CPT is a registered trademark of the American Medical Association. Code descriptions on this
          site are our own words.
        </p>
        <p className="cookie-settings">
          <button type="button" data-cookie-settings="">
            Cookie settings
          </button>
          <output data-cookie-status="" />
        </p>
      </div>
    </footer>
  );
}
