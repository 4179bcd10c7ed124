import { keepEarlyPress } from './lib/early-press.ts';
import { readConsent } from './lib/consent.ts';
import { opensApplication } from './lib/session/opens-application.ts';

/**
 * Runs before the first paint of the page that the server sends, which has the sign-in card drawn already:
 * whoever is signed in, has answered about cookies or chose a color scheme never sees it otherwise.
 */
const page = document.documentElement;
if (opensApplication()) page.dataset['opens'] = 'application';
else keepEarlyPress();
if (readConsent() !== 'unasked') page.dataset['consent'] = 'answered';
const chosen = localStorage.getItem('mantine-color-scheme-value');
const isDark = chosen === 'dark' || (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
page.dataset['mantineColorScheme'] = isDark ? 'dark' : 'light';
