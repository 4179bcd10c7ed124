import { askConsentAgain, onConsentChange, readConsent, storeConsent } from '../../lib/consent.ts';
import { reportPageView } from '../../lib/page-views.ts';

const route = (): string => document.body.dataset['route'] ?? '/';

/** The banner asks until it is answered; the footer's button withdraws the answer and asks again. */
export function startConsent(): void {
  const banner = document.querySelector<HTMLElement>('[data-consent]');
  const settings = document.querySelector<HTMLButtonElement>('[data-cookie-settings]');
  const status = document.querySelector<HTMLElement>('[data-cookie-status]');
  if (!banner || !settings || !status) return;
  const show = (): void => {
    banner.hidden = readConsent() !== 'unasked';
  };
  for (const button of banner.querySelectorAll<HTMLButtonElement>('[data-answer]')) {
    button.addEventListener('click', () => {
      const answer = button.dataset['answer'] === 'accepted' ? 'accepted' : 'declined';
      storeConsent(answer);
      if (answer === 'accepted') reportPageView(route());
      settings.focus({ preventScroll: true });
      status.textContent = answer === 'accepted' ? 'Cookies accepted.' : 'Cookies declined.';
    });
  }
  settings.addEventListener('click', () => {
    askConsentAgain();
    if (banner.hidden) {
      status.textContent = 'Your browser asks not to be tracked, so no cookies are set.';
      return;
    }
    status.textContent = 'Cookies removed.';
    banner.querySelector('button')?.focus();
  });
  onConsentChange(show);
  show();
}
