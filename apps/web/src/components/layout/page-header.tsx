import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import { withoutHidden } from '@incisive/contract/characters';
import { ShownText } from '../feedback/shown-text.tsx';
import classes from './page-header.module.css';
import { usePageTitle } from './use-page-title.ts';

export interface Crumb {
  readonly label: string;
  readonly to?: LinkProps['to'];
  /** Of a list: its filters and order. */
  readonly search?: Readonly<Record<string, string | number>>;
}

export interface PageHeaderProps {
  readonly title: string;
  /** The way here; the last one is this page and no link. A single crumb equal to the title is not repeated. */
  readonly crumbs?: readonly Crumb[];
  /** Said after the crumbs, e.g. `7 of 38 in this list`. */
  readonly aside?: ReactNode;
  /** Beside the heading, e.g. whether it is active. */
  readonly status?: ReactNode;
  /** Buttons at the right; they wrap below the title on narrow screens. */
  readonly children?: ReactNode;
  /** The document's title when it is not the heading. File names never go there. */
  readonly documentTitle?: string;
}

/**
 * The head of every page: breadcrumbs, the one h1, buttons. Sets the document's title and takes the focus when the page is
 * come to by navigation (not on the first load, which is the browser's).
 * @example <PageHeader title="OpNotes" crumbs={[{ label: 'OpNotes' }]}><Button>Add OpNote</Button></PageHeader>
 */
export function PageHeader({ title, crumbs = [], aside, status, children, documentTitle }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(withoutHidden(documentTitle ?? title));
  useEffect(() => {
    if (navigations > 0 && !document.querySelector('[role="dialog"]')) heading.current?.focus({ preventScroll: true });
  }, []);
  const trail = crumbs.length === 1 && crumbs[0]?.label === title && !aside ? [] : crumbs;
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <nav aria-label="Breadcrumbs" className={trail.length > 0 || aside ? classes.crumbs : 'visually-hidden'}>
          <ol>
            {crumbs.map((crumb, at) => (
              <li key={crumb.label} aria-current={at === crumbs.length - 1 ? 'page' : undefined}>
                {crumb.to ? (
                  <Link to={crumb.to} search={(crumb.search ?? {}) as never} activeOptions={{ exact: true }}>
                    {crumb.label}
                  </Link>
                ) : (
                  crumb.label
                )}
              </li>
            ))}
            {aside ? <li>{aside}</li> : null}
          </ol>
        </nav>
        <div className={classes.name}>
          <h1 ref={heading} tabIndex={-1} className={classes.title} data-long={title.length > 32}>
            <ShownText text={title} />
          </h1>
          {status}
        </div>
      </div>
      {children ? <div className={classes.actions}>{children}</div> : null}
    </header>
  );
}

let navigations = 0;
/** Told by the root whenever the path has changed, so that the next page's heading takes the focus. */
export const countNavigation = (): void => {
  navigations += 1;
};

/** The application has gone: the next one begins with a first load. */
export const forgetNavigations = (): void => {
  navigations = 0;
};
