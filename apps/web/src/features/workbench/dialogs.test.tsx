import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearToasts } from '../../components/feedback/toasts.tsx';
import { NoteServer, noteId } from './note-server.fixture.ts';
import { renderScreen } from './render-screen.fixture.tsx';

afterEach(() => {
  cleanup();
  clearToasts();
  vi.unstubAllGlobals();
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('accessToken', 'token');
});

interface Opened {
  readonly path: 'opnotes' | 'ednotes';
  /** Pressed one after the other; the focus comes back to the first. */
  readonly openers: readonly RegExp[];
  readonly closer: 'Cancel' | 'Close';
  /** Something is typed into the note before. */
  readonly typed?: boolean;
}

const dialogs: readonly Opened[] = [
  { path: 'opnotes', openers: [/^Add CPT Code/], closer: 'Cancel' },
  { path: 'opnotes', openers: [/^Details/], closer: 'Close' },
  { path: 'opnotes', openers: [/^Download/], closer: 'Cancel' },
  { path: 'opnotes', openers: [/^Details/, /^Delete/], closer: 'Cancel' },
  { path: 'opnotes', openers: [/^Cancel/], closer: 'Cancel', typed: true },
  { path: 'ednotes', openers: [/^Delete/], closer: 'Cancel' },
  { path: 'ednotes', openers: [/^Cancel/], closer: 'Cancel', typed: true },
];

it.each(dialogs)(
  'A6: in $path the dialog of $openers gives the focus back, by Escape and by $closer',
  async ({ path, openers, closer, typed }) => {
    const kind = path === 'opnotes' ? 'op' : 'ed';
    new NoteServer(kind).install();
    const { user } = renderScreen(`/${path}/${noteId}`, 'Admin');
    if (typed) {
      await user.click(await screen.findByRole('button', { name: /^Edit/ }));
      await user.type(await screen.findByRole('textbox', { name: /^Text of the/ }), ' More.');
    }
    const button = await screen.findByRole('button', { name: openers[0]! });
    const inDialog = (): HTMLElement => screen.getByRole('dialog');
    const closings = [
      () => user.keyboard('{Escape}'),
      async () =>
        user.click([...inDialog().querySelectorAll('button')].find((each) => each.textContent === closer) ?? inDialog()),
    ];
    for (const close of closings) {
      for (const opener of openers) {
        await user.click(await screen.findByRole('button', { name: opener }));
        await waitFor(() => expect(inDialog().contains(document.activeElement)).toBe(true));
      }
      await close();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await waitFor(() => expect(document.activeElement).toBe(button));
    }
  },
);
