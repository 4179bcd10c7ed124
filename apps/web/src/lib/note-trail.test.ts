import { opNotes } from '@incisive/contract/op-notes';
import type { NoteRow } from '@incisive/contract/notes';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeServer } from '../testing/fake-server.ts';
import { dropFromTrail, forgetTrails, listAddress, nextInTrail, positionInTrail, rememberTrail } from './note-trail.ts';

beforeEach(() => forgetTrails());

describe('the list a note was opened from', () => {
  it('tells the position and both neighbors', () => {
    rememberTrail('op', ['a', 'b', 'c'], { total: 38 });
    expect(positionInTrail('op', 'b')).toEqual({ position: 2, total: 38, previous: 'a', next: 'c', more: false });
    expect(positionInTrail('op', 'c')).toMatchObject({ next: null });
    expect(positionInTrail('op', 'z')).toBeNull();
    expect(positionInTrail('ed', 'b')).toBeNull();
  });

  it('leads past a deleted note', () => {
    rememberTrail('op', ['a', 'b', 'c']);
    dropFromTrail('op', 'b');
    expect(positionInTrail('op', 'a')).toEqual({ position: 1, total: 2, previous: null, next: 'c', more: false });
  });

  it('forgets with the session, and bears foreign values', () => {
    rememberTrail('op', ['a']);
    forgetTrails();
    expect(positionInTrail('op', 'a')).toBeNull();
    sessionStorage.setItem('noteTrail.op', '{"ids":[1,"a"]}');
    expect(positionInTrail('op', 'a')).toMatchObject({ position: 1, total: 1 });
    sessionStorage.setItem('noteTrail.op', 'not json');
    expect(positionInTrail('op', 'a')).toBeNull();
  });

  it('U6: the next note is found beyond the rows that were loaded, in the same filter and order, to the end of the list', async () => {
    const asked: string[] = [];
    const row = (id: string) => ({ id }) as NoteRow;
    new FakeServer().on(opNotes.list, ({ query }) => {
      asked.push(query.toString());
      const last = query.get('cursor') === 'two';
      const results = (last ? ['e'] : ['b', 'c', 'd']).map(row);
      return { results, count: 5, previous: null, next: last ? null : '/api/v1/op-notes/?state=new&cursor=two' };
    });
    rememberTrail('op', ['a', 'b'], { total: 5, next: '/api/v1/op-notes/?state=new&cursor=one', search: { state: 'new' } });
    expect(await nextInTrail('op', 'a')).toBe('b');
    expect(asked).toEqual([]);
    expect(positionInTrail('op', 'b')).toMatchObject({ next: null, more: true });
    expect(await nextInTrail('op', 'b')).toBe('c');
    expect(positionInTrail('op', 'c')).toMatchObject({ position: 3, previous: 'b', next: 'd' });
    expect(await nextInTrail('op', 'd')).toBe('e');
    expect(await nextInTrail('op', 'e')).toBeNull();
    expect(asked).toEqual(['state=new&cursor=one', 'state=new&cursor=two']);
    expect(listAddress('op')).toEqual({ to: '/opnotes', search: { state: 'new' } });
  });

  it('ASV-82: words typed into a filter are not kept in the browser, and still lead back', () => {
    rememberTrail('op', ['a'], { next: '/api/v1/op-notes/?text=harbor&cursor=x', search: { text: 'harbor' } });
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('harbor');
    expect(listAddress('op').search).toEqual({ text: 'harbor' });
    expect(positionInTrail('op', 'a')?.more).toBe(true);
    forgetTrails();
    expect(listAddress('op').search).toEqual({});
  });

  it('U6: the way back keeps filter and order; without a list it leads to all', () => {
    expect(listAddress('ed')).toEqual({ to: '/ednotes', search: {} });
    rememberTrail('ed', ['a'], { search: { filename: 'hip', sortBy: 'created_at', sortDir: 'asc' } });
    expect(listAddress('ed').search).toEqual({ filename: 'hip', sortBy: 'created_at', sortDir: 'asc' });
    dropFromTrail('ed', 'a');
    expect(listAddress('ed').search).toMatchObject({ filename: 'hip' });
  });
});
