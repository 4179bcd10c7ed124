import { useCallback, useEffect, useRef, useState } from 'react';
import { edNotes } from '@incisive/contract/ed-notes';
import type { NoteKind } from '@incisive/contract/notes';
import { opNotes } from '@incisive/contract/op-notes';
import { callNext } from './api/call.ts';
import { noteKinds } from './note-kinds.ts';
import { isSignedIn, onSessionChange } from './session/session.ts';

/** A list's state as its address holds it: filters, order, page size. */
export type ListAddress = Readonly<Record<string, string | number>>;

/** The list that a note was opened from, for N, P and the way back: in this tab only, gone with the session. */
interface Trail {
  readonly ids: readonly string[];
  /** How many notes the whole list has, of which `ids` are those loaded. */
  readonly total: number;
  /** Where the rows after `ids` are found, as the server gave it. */
  readonly next: string | null;
  readonly search: ListAddress;
}

export interface TrailPosition {
  /** From 1. */
  readonly position: number;
  readonly total: number;
  readonly previous: string | null;
  readonly next: string | null;
  /** The list goes on after the last row that was loaded: `nextInTrail` asks for it. */
  readonly more: boolean;
}

const keyOf = (kind: NoteKind): string => `noteTrail.${kind}`;

/** Words that somebody typed into a filter can be words of a note: they are held by the page alone and do not outlive it. */
const typed = new Map<NoteKind, Pick<Trail, 'next' | 'search'>>();
const closedWords = new Set(['state', 'sortBy', 'sortDir', 'pageRows']);
const nothingTyped = (search: ListAddress): boolean => Object.keys(search).every((name) => closedWords.has(name));

/** Remembers the rows of a list in their order; the list calls it whenever its rows change. */
export function rememberTrail(
  kind: NoteKind,
  ids: readonly string[],
  { total = ids.length, next = null, search = {} }: Partial<Omit<Trail, 'ids'>> = {},
): void {
  const kept = nothingTyped(search) ? { next, search } : { next: null, search: {} };
  typed.set(kind, { next, search });
  try {
    const trail: Trail = { ids, total: Math.max(total, ids.length), ...kept };
    sessionStorage.setItem(keyOf(kind), JSON.stringify(trail));
  } catch {
    // Full or forbidden storage costs N and P, not the list.
  }
}

/** Forgets the lists, as the end of the session does by itself. */
export function forgetTrails(): void {
  typed.clear();
  sessionStorage.removeItem(keyOf('op'));
  sessionStorage.removeItem(keyOf('ed'));
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function readTrail(kind: NoteKind): Trail | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(kind)) ?? 'null');
    if (!isRecord(value) || !Array.isArray(value['ids'])) return null;
    const ids = value['ids'].filter((id): id is string => typeof id === 'string');
    const total = typeof value['total'] === 'number' ? value['total'] : ids.length;
    return {
      ids,
      total: Math.max(total, ids.length),
      next: typeof value['next'] === 'string' ? value['next'] : null,
      search: isRecord(value['search']) ? (value['search'] as ListAddress) : {},
      ...typed.get(kind),
    };
  } catch {
    return null;
  }
}

/** Where a note stands in the list that it was opened from; null when it was not opened from one. */
export function positionInTrail(kind: NoteKind, id: string): TrailPosition | null {
  const trail = readTrail(kind);
  const at = trail?.ids.indexOf(id) ?? -1;
  if (!trail || at < 0) return null;
  const next = trail.ids[at + 1] ?? null;
  return {
    position: at + 1,
    total: trail.total,
    previous: trail.ids[at - 1] ?? null,
    next,
    more: next === null && trail.next !== null,
  };
}

/** The address of the list that was last looked at, with its filters and order: where the breadcrumb and the end of a note lead. */
export const listAddress = (
  kind: NoteKind,
): { readonly to: (typeof noteKinds)[NoteKind]['listPath']; readonly search: ListAddress } => ({
  to: noteKinds[kind].listPath,
  search: readTrail(kind)?.search ?? {},
});

/**
 * The note after this one, also beyond the rows that were loaded; null at the end of the list.
 * @throws ApiError when the rows that follow cannot be had
 */
export async function nextInTrail(kind: NoteKind, id: string): Promise<string | null> {
  const here = positionInTrail(kind, id);
  const trail = readTrail(kind);
  if (!here || !trail || !here.more || trail.next === null) return here?.next ?? null;
  const page = await callNext(kind === 'op' ? opNotes.list : edNotes.list, trail.next);
  const fresh = page.results.map((row) => row.id).filter((other) => !trail.ids.includes(other));
  rememberTrail(kind, [...trail.ids, ...fresh], { ...trail, next: page.next });
  return fresh[0] ?? null;
}

/** Where the note on the screen stands in its list, and the steps from it; a step that is on its way is not taken twice. */
export function useTrail(kind: NoteKind, id: string, open: (id: string) => void, failed: (error: unknown) => void) {
  const [position, setPosition] = useState(() => positionInTrail(kind, id));
  const latest = useRef({ open, failed });
  const asked = useRef<string | null>(null);
  useEffect(() => {
    latest.current = { open, failed };
  });
  const openNext = useCallback(async (): Promise<boolean> => {
    if (asked.current === id) return true;
    asked.current = id;
    try {
      const next = await nextInTrail(kind, id);
      if (next !== null) latest.current.open(next);
      else setPosition(positionInTrail(kind, id));
      return next !== null;
    } catch (error) {
      latest.current.failed(error);
      return false;
    } finally {
      asked.current = null;
    }
  }, [kind, id]);
  const previous = position?.previous ?? null;
  return {
    position,
    /** Answers whether there is a next note. */
    openNext,
    openPrevious: () => {
      if (previous !== null) latest.current.open(previous);
    },
  };
}

export type NoteTrail = ReturnType<typeof useTrail>;

/** Takes a deleted note out, so that N and P do not lead to it. */
export function dropFromTrail(kind: NoteKind, id: string): void {
  const trail = readTrail(kind);
  if (trail?.ids.includes(id))
    rememberTrail(
      kind,
      trail.ids.filter((other) => other !== id),
      { ...trail, total: trail.total - 1 },
    );
}

onSessionChange(() => {
  if (!isSignedIn()) forgetTrails();
});
