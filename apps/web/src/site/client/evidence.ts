/** Ties the code rows of a note picture to their words: hover or focus shows one code's words, a press keeps them shown. */
export function startEvidence(): void {
  for (const picture of document.querySelectorAll<HTMLElement>('[data-note]')) connect(picture);
}

/** Ties the rows of one picture to its marks. */
export function connect(picture: HTMLElement): void {
  const rows = [...picture.querySelectorAll<HTMLButtonElement>('[data-code]')];
  const marks = [...picture.querySelectorAll<HTMLElement>('mark[data-codes]')];
  let kept: string | undefined;
  const show = (code: string | undefined): void => {
    for (const mark of marks) {
      const belongs = code !== undefined && (mark.dataset['codes'] ?? '').split(' ').includes(code);
      mark.classList.toggle('mark-off', code !== undefined && !belongs);
    }
    for (const row of rows) row.classList.toggle('code-row-on', row.dataset['code'] === code);
  };
  for (const row of rows) {
    const code = row.dataset['code'];
    row.addEventListener('click', () => {
      kept = kept === code ? undefined : code;
      for (const other of rows) other.setAttribute('aria-pressed', String(other.dataset['code'] === kept));
      show(kept ?? code);
    });
    row.addEventListener('pointerenter', () => show(code));
    row.addEventListener('pointerleave', () => show(kept));
    row.addEventListener('focus', () => show(code));
    row.addEventListener('blur', () => show(kept));
  }
}
