import type { NoteKind } from '@incisive/contract/notes';
import { isSignedIn, onSessionChange } from './session.ts';

/**
 * The list that a note was opened from, for N and P: ids only, in this tab only, gone with the tab or the session.
 */
interface Trail {
  readonly ids: readonly string[];
  /** How many notes the whole list has, of which `ids` are those loaded. */
  readonly total: number;
}

export interface TrailPlace {
  /** From 1. */
  readonly position: number;
  readonly total: number;
  readonly previous: string | null;
  readonly next: string | null;
}

const keyOf = (kind: NoteKind): string => `noteTrail.${kind}`;

/** Remembers the rows of a list in their order; the list calls it whenever its rows change. */
export function rememberTrail(kind: NoteKind, ids: readonly string[], total: number = ids.length): void {
  try {
    sessionStorage.setItem(keyOf(kind), JSON.stringify({ ids, total: Math.max(total, ids.length) } satisfies Trail));
  } catch {
    // Full or forbidden storage costs N and P, not the list.
  }
}

/** Forgets the lists, as the end of the session does by itself. */
export function forgetTrails(): void {
  sessionStorage.removeItem(keyOf('op'));
  sessionStorage.removeItem(keyOf('ed'));
}

function readTrail(kind: NoteKind): Trail | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(kind)) ?? 'null');
    if (typeof value !== 'object' || value === null || !('ids' in value) || !Array.isArray(value.ids)) return null;
    const ids = value.ids.filter((id): id is string => typeof id === 'string');
    const total = 'total' in value && typeof value.total === 'number' ? value.total : ids.length;
    return { ids, total: Math.max(total, ids.length) };
  } catch {
    return null;
  }
}

/** Where a note stands in the list that it was opened from; null when it was not opened from one. */
export function placeInTrail(kind: NoteKind, id: string): TrailPlace | null {
  const trail = readTrail(kind);
  const at = trail?.ids.indexOf(id) ?? -1;
  if (!trail || at < 0) return null;
  return { position: at + 1, total: trail.total, previous: trail.ids[at - 1] ?? null, next: trail.ids[at + 1] ?? null };
}

/** Takes a deleted note out, so that N and P do not lead to it. */
export function dropFromTrail(kind: NoteKind, id: string): void {
  const trail = readTrail(kind);
  if (trail?.ids.includes(id))
    rememberTrail(
      kind,
      trail.ids.filter((other) => other !== id),
      trail.total - 1,
    );
}

onSessionChange(() => {
  if (!isSignedIn()) forgetTrails();
});
