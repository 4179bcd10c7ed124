import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { limits } from '@incisive/contract/limits';
import classes from './pager.module.css';

/**
 * The pages to show: two at each end, five around the current one, a gap as null.
 * @example pageWindow(10, 20) // [1, 2, null, 8, 9, 10, 11, 12, null, 19, 20]
 */
export function pageWindow(page: number, pages: number): (number | null)[] {
  const reach = (limits.pageRange - 1) / 2;
  const first = Math.max(1, Math.min(page - reach, pages - limits.pageRange + 1));
  const last = Math.min(pages, Math.max(page + reach, limits.pageRange));
  const window: (number | null)[] = [];
  for (let at = 1; at <= pages; at += 1) {
    const wanted = at <= limits.pageMargin || at > pages - limits.pageMargin || (at >= first && at <= last);
    if (wanted) window.push(at);
    else if (window.at(-1) !== null) window.push(null);
  }
  return window;
}

export interface PagerProps {
  readonly page: number;
  readonly pages: number;
  readonly go: (page: number) => void;
}

/** Previous, a window of pages, next. */
export function Pager({ page, pages, go }: PagerProps) {
  return (
    <nav className={classes.pager} aria-label="Pages">
      <button type="button" aria-label="Previous page" disabled={page <= 1} onClick={() => go(page - 1)}>
        <IconChevronLeft size={16} aria-hidden />
      </button>
      {pageWindow(page, pages).map((at, index) =>
        at === null ? (
          <span key={`gap-${String(index)}`} aria-hidden>
            …
          </span>
        ) : (
          <button
            key={at}
            type="button"
            aria-label={`Page ${at}`}
            aria-current={at === page ? 'page' : undefined}
            onClick={() => go(at)}
          >
            {at}
          </button>
        ),
      )}
      <button type="button" aria-label="Next page" disabled={page >= pages} onClick={() => go(page + 1)}>
        <IconChevronRight size={16} aria-hidden />
      </button>
    </nav>
  );
}
