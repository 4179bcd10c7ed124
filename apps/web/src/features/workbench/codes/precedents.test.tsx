import { screen, waitFor, within } from '@testing-library/react';
import type { Precedent } from '@incisive/contract/precedents';
import { beforeEach, describe, expect, it } from 'vitest';
import { aServerForEachTest, noteId, server } from '../note-server.fixture.ts';
import { renderScreen } from '../render-screen.fixture.tsx';

const path = `/opnotes/${noteId}`;
aServerForEachTest();

const settled = (at: number, approved: string[], rejected: string[] = []): Precedent => ({
  id: `22222222-2222-4222-8222-22222222222${at}`,
  filename: at === 1 ? null : `shoulder-${at}.docx`,
  text: 'PROCEDURE: Repair of the cuff.\nThe rest of it.',
  settled_at: '2026-01-02T10:00:00.000Z',
  approved,
  rejected,
});
const row = (code: string) => screen.getByRole('rowheader', { name: code }).closest('tr')!;

describe('settled notes that are like this one', () => {
  beforeEach(() => {
    server.precedents = [settled(0, ['29807']), settled(1, ['29827', '29807']), settled(2, ['29827'], ['29822'])];
  });

  it('each suggestion tells how many carry it; rejected is not carried', async () => {
    renderScreen(path);
    await screen.findAllByText('2 of 3 similar notes of yours carry it');
    expect(within(row('29827')).getByText('2 of 3 similar notes of yours carry it')).toBeTruthy();
    expect(within(row('29807')).getByText('2 of 3 similar notes of yours carry it')).toBeTruthy();
    expect(within(row('29822')).getByText('0 of 3 similar notes of yours carry it')).toBeTruthy();
    // One question for all rows.
    expect(server.calls('GET /op-notes/:id/precedents/')).toHaveLength(1);
  });

  it('by keyboard the line opens the list, those that carry the code first, and Escape goes back to it', async () => {
    const { user } = renderScreen(path);
    await screen.findAllByText('2 of 3 similar notes of yours carry it');
    const opener = within(row('29827')).getByRole('button', { name: /similar notes/ });
    opener.focus();
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Similar notes and 29827' });
    const links = within(dialog).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      'PROCEDURE: Repair of the cuff.',
      'shoulder-2.docx',
      'shoulder-0.docx',
    ]);
    expect(links[0]!.getAttribute('href')).toBe('/opnotes/22222222-2222-4222-8222-222222222221');
    expect(within(dialog).getAllByText(/^carries it/)).toHaveLength(2);
    expect(within(dialog).getAllByText(/^doesn’t have it/)).toHaveLength(1);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it('who turned it down is told apart', async () => {
    const { user } = renderScreen(path);
    await user.click(await within(await waitFor(() => row('29822'))).findByRole('button', { name: /similar notes/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Similar notes and 29822' });
    expect(within(dialog).getAllByText(/^turned it down/)).toHaveLength(1);
  });

  it('without any, and where they cannot be had, the rows say nothing of it', async () => {
    server.precedents = [];
    renderScreen(path);
    await waitFor(() => expect(server.calls('GET /op-notes/:id/precedents/').length).toBeGreaterThan(0));
    expect(screen.queryByText(/similar note/)).toBeNull();
  });
});
