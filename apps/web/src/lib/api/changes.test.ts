import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { accounts } from '@incisive/contract/accounts';
import { auth } from '@incisive/contract/auth';
import { cptCodes } from '@incisive/contract/cpt-codes';
import { edNotes } from '@incisive/contract/ed-notes';
import type { Endpoint } from '@incisive/contract/endpoint';
import { exports } from '@incisive/contract/exports';
import { feedbacks } from '@incisive/contract/feedbacks';
import { opNotes } from '@incisive/contract/op-notes';
import { queries as questions } from '@incisive/contract/queries';
import { tenants } from '@incisive/contract/tenants';
import { followChanges } from './changes.ts';
import { announcing } from './call.ts';
import { ApiError } from './api-error.ts';

const lists: Record<string, QueryKey> = {
  opNotes: ['notes', 'op', 'list', 'more', {}],
  edNotes: ['notes', 'ed', 'list', 'more', {}],
  alertNotes: ['op-notes', 'alert', {}],
  users: ['users', 'list', 'page', {}],
  tenants: ['tenants', 'list', 'page', {}],
  models: ['models'],
  settled: ['settled-codes', 'page', {}],
  feedbacks: ['feedbacks', 'list', 'more', {}],
  codes: ['cpt-codes', 'list', 'page', {}],
  search: ['catalogue-search', 'hip'],
  exports: ['exports'],
  audit: ['audit', 'page', {}],
};

/** Which of the lists, all fetched just now, are out of date after a call. */
async function outdatedBy(endpoint: Endpoint, run: () => Promise<unknown> = async () => undefined): Promise<string[]> {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  for (const key of Object.values(lists)) queries.setQueryData(key, { pages: [], pageParams: [] });
  const stop = followChanges(queries);
  await announcing(endpoint, { id: 'a' }, run).catch(() => undefined);
  stop();
  return Object.keys(lists).filter((name) => queries.getQueryState(lists[name]!)?.isInvalidated);
}

const counted = ['users', 'tenants', 'models'];
const ofOp = ['opNotes', 'alertNotes', ...counted, 'settled', 'audit'].toSorted();
const ofEd = ['edNotes', ...counted, 'audit'].toSorted();

describe('U5: whatever changes a note refreshes the lists and counts that show it', () => {
  const changesOp = [
    'create',
    'update',
    'remove',
    'removeMany',
    'upload',
    'approve',
    'reject',
    'assign',
    'code',
    'undo',
    'submit',
  ] as const;
  it.each([...changesOp, 'undoSubmit' as const])('OpNotes: %s', async (name) => {
    expect((await outdatedBy(opNotes[name])).toSorted()).toEqual(ofOp);
  });
  it.each(['create', 'update', 'remove', 'removeMany', 'upload'] as const)('EdNotes: %s', async (name) => {
    expect((await outdatedBy(edNotes[name])).toSorted()).toEqual(ofEd);
  });
  it('a draft, a file made of notes, or reading changes no list of notes', async () => {
    for (const endpoint of [opNotes.putDraft, opNotes.removeDraft, opNotes.downloadMany, opNotes.exportMany, opNotes.list])
      expect(await outdatedBy(endpoint)).not.toContain('opNotes');
    expect(await outdatedBy(opNotes.list)).toEqual([]);
    expect(await outdatedBy(opNotes.exportMany)).toContain('exports');
  });
  it('an answered question outdates its note, which has an addendum then, the questions that wait, and the bell', async () => {
    const cached: QueryKey[] = [
      ['note', 'op', 'n'],
      ['note-claim', 'n'],
      ['work', 'n'],
      ['queries', 'list', 'for-me', false],
      ['notices', false],
    ];
    const queries = new QueryClient();
    for (const key of cached) queries.setQueryData(key, {});
    const stop = followChanges(queries);
    await announcing(questions.answer, { id: 'q' }, async () => undefined);
    stop();
    expect(cached.filter((key) => !queries.getQueryState(key)?.isInvalidated)).toEqual([]);
  });
  it('an answer that was lost counts as a change, a refusal does not', async () => {
    expect(await outdatedBy(opNotes.approve, () => Promise.reject(ApiError.offline()))).toContain('opNotes');
    expect(await outdatedBy(opNotes.approve, () => Promise.reject(ApiError.fromAnswer(403, '')))).toEqual([]);
  });
  it('a deleted note leaves the list at once, before the list has been reloaded', async () => {
    const queries = new QueryClient();
    const key = lists['opNotes']!;
    queries.setQueryData(key, { pages: [{ results: [{ id: 'a' }, { id: 'b' }], count: 2 }], pageParams: [null] });
    const stop = followChanges(queries);
    await announcing(opNotes.remove, { id: 'a' }, async () => undefined);
    stop();
    expect(queries.getQueryData(key)).toEqual({ pages: [{ results: [{ id: 'b' }], count: 1 }], pageParams: [null] });
  });
  it('a list that is on the screen is asked for again at once', async () => {
    const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    let asked = 0;
    const watch = new QueryObserver(queries, { queryKey: lists['opNotes']!, queryFn: () => (asked += 1) }).subscribe(
      () => undefined,
    );
    await queries.refetchQueries();
    const before = asked;
    const stop = followChanges(queries);
    await announcing(opNotes.submit, { id: 'a' }, async () => undefined);
    await queries.refetchQueries({ stale: true });
    expect(asked).toBeGreaterThan(before);
    stop();
    watch();
  });
});

it('U5: every call of the contract that changes a list outdates it', async () => {
  const families: readonly (readonly [Record<string, Endpoint>, string, readonly string[]])[] = [
    [feedbacks, 'feedbacks', []],
    [cptCodes, 'codes', []],
    [tenants, 'users', []],
    [exports, 'exports', []],
    [accounts, 'users', ['agreement', 'removeSession', 'readNotices']],
    [{ update: auth.update, remove: auth.remove, signUp: auth.signUp }, 'users', []],
  ];
  const missing: string[] = [];
  for (const [family, list, own] of families)
    for (const [name, endpoint] of Object.entries(family))
      if (endpoint.method !== 'GET' && !own.includes(name) && !(await outdatedBy(endpoint)).includes(list))
        missing.push(`${endpoint.method} ${endpoint.path} (${name}) leaves ${list} as it was`);
  expect(missing).toEqual([]);
});
