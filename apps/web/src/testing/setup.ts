import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

// Finding by role is slow where the machine is busy; no test measures time.
configure({ asyncUtilTimeout: 10_000 });

// happy-dom has no font loading; Mantine's growing text field listens to it.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });

let complaints: unknown[][] = [];

beforeEach(() => {
  complaints = [];
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void complaints.push(words));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  // A complaint of React or of the product is a failure, even when everything asserted came true.
  const words = complaints.map((complaint) => complaint.map(String).join(' ').slice(0, 400));
  if (words.length > 0) throw new Error(`console.error was called:\n${words.join('\n')}`);
});
