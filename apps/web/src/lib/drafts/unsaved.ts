/** Text that the server does not have yet: sends it, and fails when it could not be kept. */
export type Flush = () => Promise<void>;

const open = new Set<Flush>();
let leaving = false;

/** Told by every editor while it is open. @returns the way to stop. */
export function registerUnsaved(flush: Flush): () => void {
  open.add(flush);
  return () => open.delete(flush);
}

/** Whether an editor is open. */
export const hasUnsaved = (): boolean => open.size > 0;

/** Sends everything that is typed and not kept. @throws when something could not be kept. */
export async function flushUnsaved(): Promise<void> {
  await Promise.all([...open].map((flush) => flush()));
}

/** Whether the page goes by the product's own doing, with everything kept: nobody is asked. */
export const isLeaving = (): boolean => leaving;

export const leaveKept = (): void => {
  leaving = true;
};

/** Reloads the page after everything typed has been kept. @throws when something could not be kept; nothing is reloaded then. */
export async function reloadKept(): Promise<void> {
  await flushUnsaved();
  leaveKept();
  window.location.reload();
}
