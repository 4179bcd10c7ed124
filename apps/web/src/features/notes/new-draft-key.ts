import type { NoteKind } from '@incisive/contract/notes';
import { randomId } from '../../lib/random-id.ts';

/** The names that this window writes to; held until it goes. */
const own = new Map<string, Promise<string>>();

/** A name that no other window of this browser writes to; without locks (plain http) every window trusts its own memory. */
function claim(name: string): Promise<boolean> {
  const locks = navigator.locks as LockManager | null | undefined;
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    void locks.request(`incisive-draft-${name}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      // Held as long as this window lives.
      return lock === null ? undefined : new Promise<void>(() => undefined);
    });
  });
}

async function choose(slot: string, kept: () => Promise<readonly string[]>): Promise<string> {
  const before = sessionStorage.getItem(slot);
  const candidates = [...(before === null ? [] : [before]), ...(await kept()), `new-${randomId()}`];
  for (const key of candidates) {
    // oxlint-disable-next-line no-await-in-loop -- the first that is free, in this order
    if (!(await claim(`${slot}.${key}`))) continue;
    sessionStorage.setItem(slot, key);
    return key;
  }
  return `new-${randomId()}`;
}

/**
 * The name of this window's own draft: the one it had before it was reloaded, else one that another window has left, else a
 * new one. Only the name stands in the browser's storage.
 * @param kept names of the drafts on the server, newest first.
 */
export function newDraftKey(kind: NoteKind, userId: string, kept: () => Promise<readonly string[]>): Promise<string> {
  const slot = `newDraft.${kind}.${userId}`;
  const key = own.get(slot) ?? choose(slot, kept);
  own.set(slot, key);
  key.catch(() => own.delete(slot));
  return key;
}
