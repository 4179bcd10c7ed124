import { navigation } from '../content/site.ts';

export function WordMark() {
  return (
    <span className="word-mark">
      Incis<i>i</i>ve
    </span>
  );
}

function Links({ path }: { readonly path: string }) {
  return navigation.map(({ href, label }) => {
    const here = path === href ? 'page' : path.startsWith(`${href}/`) ? 'true' : undefined;
    return (
      <li key={href}>
        <a href={href} aria-current={here}>
          {label}
        </a>
      </li>
    );
  });
}

/** Name, pages and the way in. On narrow screens the pages fold into a native disclosure, which needs no script. */
export function Header({ path }: { readonly path: string }) {
  return (
    <header className="site-header">
      <div className="wrap">
        <a href="/" className="home-link" aria-label="Incisive, home" aria-current={path === '/' ? 'page' : undefined}>
          <WordMark />
        </a>
        <nav className="wide-nav" aria-label="Main">
          <ul>
            <Links path={path} />
          </ul>
        </nav>
        <a href="/login" className="log-in">
          Log in
        </a>
        <details className="narrow-nav" data-menu="">
          <summary>Menu</summary>
          <nav aria-label="Main">
            <ul>
              <Links path={path} />
            </ul>
          </nav>
        </details>
      </div>
    </header>
  );
}
