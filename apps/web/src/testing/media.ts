import { vi } from 'vitest';

/** A window of which only these media queries are true, until mocks are restored. */
export const mediaWhere = (isTrue: (query: string) => boolean) =>
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: isTrue(query),
        media: query,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
