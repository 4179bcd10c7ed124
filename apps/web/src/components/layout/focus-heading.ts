/** Puts the focus where a page begins, when what had it is gone. */
export const focusHeading = (): void => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
