/** Turns links to a dialog into buttons that open it as a modal; focus returns to the link by the browser itself. */
export function startDialogs(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-opens]')) {
    const dialog = document.getElementById(link.dataset['opens'] ?? '');
    if (dialog instanceof HTMLDialogElement) connect(link, dialog);
  }
}

function connect(link: HTMLAnchorElement, dialog: HTMLDialogElement): void {
  link.setAttribute('role', 'button');
  link.setAttribute('aria-haspopup', 'dialog');
  const open = (event: Event): void => {
    event.preventDefault();
    dialog.showModal();
  };
  link.addEventListener('click', open);
  link.addEventListener('keydown', (event) => {
    if (event.key === ' ') open(event);
  });
  const close = dialog.querySelector<HTMLAnchorElement>('[data-closes]');
  close?.setAttribute('role', 'button');
  close?.addEventListener('click', (event) => {
    event.preventDefault();
    dialog.close();
  });
  close?.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
}
