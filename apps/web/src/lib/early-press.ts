interface Pressing {
  earlyPress?: HTMLElement;
}

const place = (): Pressing => window as Pressing;

/** Keeps what is pressed on a page that is drawn before its script stands: the last button, or the field in which Enter was struck. */
export function keepEarlyPress(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button) place().earlyPress = button;
  });
  document.addEventListener('keydown', ({ key, target }) => {
    if (key === 'Enter' && target instanceof HTMLInputElement) place().earlyPress = target;
  });
}

/** Once the script stands: does what was pressed before it did, where that is still there. */
export function doEarlyPress(): void {
  const pressed = place().earlyPress;
  delete place().earlyPress;
  if (!pressed?.isConnected) return;
  if (pressed instanceof HTMLInputElement) pressed.form?.requestSubmit();
  else pressed.click();
}
