import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Endpoint } from '@incisive/contract/endpoint';

export interface Change {
  readonly endpoint: Pick<Endpoint, 'method' | 'path'>;
  readonly params: Readonly<Record<string, string>>;
  /** No answer came: it may have been done or not. */
  readonly uncertain: boolean;
}

/** What counts notes. */
const counts: readonly QueryKey[] = [['models'], ['users'], ['tenants']];
const opLists: readonly QueryKey[] = [
  ['notes', 'op'],
  ['op-notes'],
  ['settled-codes'],
  ['queue'],
  ['work'],
  ['quality'],
  ...counts,
];
const edLists: readonly QueryKey[] = [['notes', 'ed'], ...counts];

/** Which cached lists, counts and totals show what a call changes; the first that fits. Whoever adds a list adds its key here. */
const shownIn: readonly (readonly [path: RegExp, keys: readonly QueryKey[]])[] = [
  // A draft, and a file made of notes, change no note.
  [/^\/api\/v1\/(op|ed)-notes\/(drafts|download)\//, []],
  [/^\/api\/v1\/(((op|ed)-notes\/)?exports|cases\/export)\//, [['exports']]],
  // None of these is open now, and none may open from the cache.
  [/^\/api\/v1\/op-notes\/delete\//, [...opLists, ['note', 'op'], ['note-codes']]],
  [/^\/api\/v1\/ed-notes\/delete\//, [...edLists, ['note', 'ed']]],
  [/^\/api\/v1\/op-notes\/:id\/queries\//, [...opLists, ['queries']]],
  [/^\/api\/v1\/op-notes\//, opLists],
  // An answer stands in the note, which is read again.
  [/^\/api\/v1\/queries\//, [...opLists, ['queries', 'list'], ['note', 'op'], ['note-codes'], ['note-claim'], ['notices']]],
  [/^\/api\/v1\/ed-notes\//, edLists],
  [/^\/api\/v1\/billing\//, [['billing'], ['queue'], ['work'], ['note-claim']]],
  [/^\/api\/v1\/queue\//, [['queue'], ['work'], ['quality']]],
  [/^\/api\/v1\/reviews\//, [['notes', 'op'], ['queue'], ['work'], ['quality']]],
  [/^\/api\/v1\/feedbacks\//, [['feedbacks'], ['note-denials']]],
  [/^\/api\/v1\/cpt-codes\//, [['cpt-codes'], ['catalogue-search'], ['note-codes'], ['settled-codes'], ['models']]],
  [/^\/api\/v1\/tenants\//, [['tenants'], ['tenant-directory'], ['users'], ['notes'], ['models']]],
  [
    /^(\/api\/v1\/accounts\/(?!notices|sessions|agreement)|\/auth\/(update|delete|signup)\/)/,
    [['users'], ['creators'], ['models']],
  ],
];
/** Whatever is done leaves a row here. */
const record: QueryKey = ['audit'];

const listeners = new Set<(change: Change) => void>();

/** Told by the callers of the API after every call that changes something. */
export function announceChange(change: Change): void {
  for (const listener of listeners) listener(change);
}

/** Takes a deleted row off every list under the key: until the list has been reloaded, it would open as Not Found. */
function dropRow(queries: QueryClient, key: QueryKey, id: string): void {
  type Pages = InfiniteData<{ results: readonly { id: string }[]; count: number }>;
  queries.setQueriesData<Pages>({ queryKey: [...key, 'list'] }, (data) =>
    data?.pages.some((page) => page.results.some((row) => row.id === id))
      ? {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            results: page.results.filter((row) => row.id !== id),
            count: page.count - 1,
          })),
        }
      : data,
  );
}

/** Keeps the cache true to what this page changes. Returns the way to stop. */
export function followChanges(queries: QueryClient): () => void {
  const follow = ({ endpoint, params, uncertain }: Change): void => {
    const keys = shownIn.find(([path]) => path.test(endpoint.path))?.[1] ?? [];
    const deleted = endpoint.method === 'DELETE' && !uncertain ? params['id'] : undefined;
    for (const key of keys) {
      if (deleted !== undefined && key[0] === 'notes') dropRow(queries, key, deleted);
      void queries.invalidateQueries({ queryKey: key, refetchType: uncertain ? 'none' : 'active' });
    }
    void queries.invalidateQueries({ queryKey: record, refetchType: uncertain ? 'none' : 'active' });
  };
  listeners.add(follow);
  return () => listeners.delete(follow);
}
