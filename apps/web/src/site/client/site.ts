import '../styles/site.css';
import { reportPageView } from '../../lib/page-views.ts';
import { storedUserId } from '../../lib/session/session.ts';
import { startConsent } from './consent.ts';
import { startDialogs } from './dialogs.ts';
import { startEvidence } from './evidence.ts';
import { startMenu } from './menu.ts';
import { startSlider } from './slider.ts';
import { startTryNote } from './try-note.ts';

function start(): void {
  document.documentElement.classList.add('with-script');
  startConsent();
  startMenu();
  startEvidence();
  startDialogs();
  for (const slider of document.querySelectorAll<HTMLElement>('[data-slider]')) startSlider(slider);
  const form = document.querySelector<HTMLFormElement>('[data-contact]');
  if (form) void import('./contact-form.ts').then(({ startContactForm }) => startContactForm(form));
  const tried = document.querySelector<HTMLFormElement>('[data-try]');
  if (tried) startTryNote(tried);
  reportPageView(document.body.dataset['route'] ?? '/');
}

// Somebody who is signed in came to work.
if (window.location.pathname === '/' && storedUserId()) window.location.replace('/opnotes/new');
else start();
