import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { NoteServer } from '../note-server.fixture.ts';
import { claimOf, openClaim, rows } from './claim.fixture.tsx';

const line = vi.hoisted(() => ({ there: false }));
vi.mock('./claim-panel.tsx', async (original) => {
  if (!line.there) throw new TypeError('Failed to fetch dynamically imported module');
  return original();
});

it('a claim that could not be loaded says so, G goes back to the codes, and Retry brings it', async () => {
  const server = new NoteServer();
  server.install();
  const { user } = await openClaim(server, claimOf());
  await screen.findByRole('button', { name: 'Retry' });
  await user.keyboard('g');
  expect(await screen.findByRole('region', { name: 'CPT codes' })).toBeDefined();
  await user.keyboard('g');
  await screen.findByRole('button', { name: 'Retry' });
  line.there = true;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await rows()).toHaveLength(2);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull());
});
