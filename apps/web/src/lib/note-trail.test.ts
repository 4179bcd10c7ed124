import { beforeEach, describe, expect, it } from 'vitest';
import { dropFromTrail, forgetTrails, placeInTrail, rememberTrail } from './note-trail.ts';

beforeEach(() => sessionStorage.clear());

describe('the list a note was opened from', () => {
  it('tells the place and both neighbours', () => {
    rememberTrail('op', ['a', 'b', 'c'], 38);
    expect(placeInTrail('op', 'b')).toEqual({ position: 2, total: 38, previous: 'a', next: 'c' });
    expect(placeInTrail('op', 'c')).toMatchObject({ next: null });
    expect(placeInTrail('op', 'z')).toBeNull();
    expect(placeInTrail('ed', 'b')).toBeNull();
  });

  it('leads past a deleted note', () => {
    rememberTrail('op', ['a', 'b', 'c']);
    dropFromTrail('op', 'b');
    expect(placeInTrail('op', 'a')).toEqual({ position: 1, total: 2, previous: null, next: 'c' });
  });

  it('forgets with the session, and bears foreign values', () => {
    rememberTrail('op', ['a']);
    forgetTrails();
    expect(placeInTrail('op', 'a')).toBeNull();
    sessionStorage.setItem('noteTrail.op', '{"ids":[1,"a"]}');
    expect(placeInTrail('op', 'a')).toMatchObject({ position: 1, total: 1 });
    sessionStorage.setItem('noteTrail.op', 'not json');
    expect(placeInTrail('op', 'a')).toBeNull();
  });
});
