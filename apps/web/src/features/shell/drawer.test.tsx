import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mediaWhere } from '../../testing/media.ts';
import { profileOf, renderApp, serverFor } from '../../testing/render-app.tsx';

const wideMedia = (wide: boolean) => mediaWhere((query) => wide && query.includes('1200px'));

beforeEach(() => localStorage.removeItem('drawerOpen'));
afterEach(() => vi.restoreAllMocks());

test('A12: on a wide screen the menu is open in groups, folds by [ to a rail, and stays as it was left', async () => {
  wideMedia(true);
  serverFor(profileOf('SuperAdmin'));
  renderApp('/profile');
  const menu = await screen.findByRole('navigation', { name: 'Main' });
  expect(within(menu).getByText('Catalog')).not.toBeNull();
  expect(screen.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')).toBe('true');
  await userEvent.keyboard('[[');
  expect(screen.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')).toBe('false');
  expect(within(menu).getByRole('link', { name: 'Audit log' })).not.toBeNull();
  cleanup();
  renderApp('/profile');
  await screen.findByRole('navigation', { name: 'Main' });
  expect(screen.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')).toBe('false');
});

test('A12: on a narrow screen it lies over the page and closes by Escape, giving the focus back', async () => {
  wideMedia(false);
  serverFor(profileOf('SuperAdmin'));
  renderApp('/profile');
  const button = await screen.findByRole('button', { name: 'Menu' });
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  await userEvent.click(button);
  const first = within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'OpNotes' });
  await waitFor(() => expect(document.activeElement).toBe(first));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('[ that a screen has used leaves the menu as it is', async () => {
  wideMedia(true);
  serverFor(profileOf('SuperAdmin'));
  renderApp('/profile');
  await screen.findByRole('navigation', { name: 'Main' });
  const used = (event: KeyboardEvent): void => event.preventDefault();
  document.addEventListener('keydown', used);
  await userEvent.keyboard('[[');
  document.removeEventListener('keydown', used);
  expect(screen.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')).toBe('true');
});
