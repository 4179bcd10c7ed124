import { useEffect } from 'react';

/** What the browser's tab says of the page. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Incisive`;
  }, [title]);
}
