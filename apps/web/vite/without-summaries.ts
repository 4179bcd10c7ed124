import type { Plugin } from 'vite';

const summary = /\n\s*summary:\s*(?:'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`),/g;

/** The source of a contract's resource without the words that describe its endpoints to readers of the API. */
export const withoutSummaries = (source: string): string =>
  source.replaceAll(summary, (found) => '\n'.repeat(found.split('\n').length - 1));

/** The screens call endpoints; what these say of themselves is the API's documentation and nothing to load. */
export const leaveSummariesOut = (): Plugin => ({
  name: 'leave-summaries-out',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    return /packages\/contract\/src\/resources\/.*\.ts$/.test(id.replaceAll('\\', '/'))
      ? { code: withoutSummaries(code), map: null }
      : null;
  },
});
