import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { browserSettings } from './happy-dom.ts';

// Finding by role is slow where the machine is busy; no test measures time.
configure({ asyncUtilTimeout: 60_000 });

// happy-dom has no font loading; Mantine's growing text field listens to it.
const inBrowser = typeof document !== 'undefined';
if (inBrowser && !('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });

if (inBrowser) {
  const settings = browserSettings();
  // A file that is handed over is clicked away to: the page stays where it is.
  Object.assign(settings.navigation, { disableMainFrameNavigation: true, disableFallbackToSetURL: true });
  settings.handleDisabledFileLoadingAsSuccess = false;
}

// No test touches the network: what it has no server for, or asks for when that is gone, is refused.
if (inBrowser) globalThis.fetch = () => Promise.reject(new TypeError('This test has no server.'));

/** happy-dom does not know HTML's `search` element; every browser that the build targets shows it as one. */
const unknownElement = /unrecognized in this browser.* search$/;

let complaints: unknown[][] = [];

beforeEach(() => {
  complaints = [];
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void complaints.push(words));
});

afterEach(() => {
  if (inBrowser) cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  if (inBrowser) {
    localStorage.clear();
    sessionStorage.clear();
  }
  // A complaint of React or of the product is a failure, even when everything asserted came true.
  const words = complaints
    .map((complaint) => complaint.map(String).join(' ').slice(0, 400))
    .filter((line) => !unknownElement.test(line));
  if (words.length > 0) throw new Error(`console.error was called:\n${words.join('\n')}`);
});

/**
 * The files of one worker share its page and its libraries. What the product does a moment after a screen is gone, like giving the focus
 * back, is over before the next file begins, timers run in order; and the next one loads the product's own modules anew, for some of them
 * keep things.
 */
afterAll(async () => {
  vi.useRealTimers();
  vi.resetModules();
  if (!inBrowser) return;
  await new Promise((resolve) => setTimeout(resolve, 400));
  document.body.replaceChildren();
  for (const sheet of document.head.querySelectorAll('link')) sheet.remove();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]!}=; max-age=0; path=/`;
});
