import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openFromQueue } from '../../../lib/work/take-next.ts';
import { aServerForEachTest, noteId, server } from '../note-server.fixture.ts';
import { renderScreen } from '../render-screen.fixture.tsx';

aServerForEachTest();

/** The case is the reader's own, since some minutes. */
function haveFor(minutes: number): void {
  server.work = {
    ...server.work,
    state: 'claimed',
    holder: { name: 'approver', minutes, mine: true },
    acts: ['hold', 'skip', 'release'],
  };
}

const bar = () => screen.findByRole('region', { name: 'Case' });

it('tells where the case stands, and takes it', async () => {
  const { user } = renderScreen(`/opnotes/${noteId}`);
  expect(await within(await bar()).findByText('New')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Take' }));
  expect(await screen.findByText('You, 0 min')).toBeTruthy();
});

it('H and a digit hold for a reason whose day is told before; words are asked for where the reason needs them', async () => {
  haveFor(4);
  const { user } = renderScreen(`/opnotes/${noteId}`);
  await screen.findByText('You, 4 min');
  await user.keyboard('h');
  const asked = await screen.findByRole('dialog', { name: /Hold/ });
  expect((await within(asked).findByRole('button', { name: /Page missing/ })).textContent).toMatch(/\d\d\/\d\d/);
  await waitFor(() => expect(asked.contains(document.activeElement)).toBe(true));
  await user.keyboard('3');
  const words = await within(asked).findByLabelText('What it waits for');
  await user.type(words, 'The operating list{Enter}');
  await screen.findByText('Page missing');
  expect(server.calls('POST /op-notes/:id/case/hold/').map(({ body }) => body)).toEqual([
    { reason: 'other', words: 'The operating list' },
  ]);
});

it('Shift+H lets the case go', async () => {
  haveFor(4);
  const { user } = renderScreen(`/opnotes/${noteId}`);
  await screen.findByText('You, 4 min');
  await user.keyboard('{Shift>}H{/Shift}');
  expect(await screen.findByText('Released')).toBeTruthy();
  expect(server.calls('POST /op-notes/:id/case/hold/')).toEqual([]);
});

it('somebody else’s case is told by name, and only a lead may take it over', async () => {
  server.work = { ...server.work, state: 'claimed', holder: { name: 'm.coder', minutes: 12, mine: false }, acts: ['take-over'] };
  renderScreen(`/opnotes/${noteId}`, 'Admin');
  expect(await screen.findByText('m.coder, 12 min')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Take over' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Hold' })).toBeNull();
});

it('a case that Next has taken is not taken again once it is let go', async () => {
  openFromQueue(noteId);
  haveFor(0);
  const { user } = renderScreen(`/opnotes/${noteId}`);
  await screen.findByText('You, 0 min');
  await user.keyboard('{Shift>}H{/Shift}');
  expect(await screen.findByText('Released')).toBeTruthy();
  expect(await within(await bar()).findByText('New')).toBeTruthy();
  expect(server.calls('POST /op-notes/:id/case/claim/')).toEqual([]);
});

it('K: an open question to the surgeon is told also while somebody has the case, and leads to it; ? is told the keys of the case', async () => {
  haveFor(4);
  server.work = { ...server.work, question: '77777777-7777-4777-8777-777777777777' };
  const told = new Set<string>();
  renderScreen(`/opnotes/${noteId}`, 'Approver', (hints) => {
    for (const { keys } of hints) told.add(keys[0]!);
    return () => undefined;
  });
  const link = await within(await bar()).findByRole('link', { name: 'Question open' });
  expect(link.getAttribute('href')).toBe('/queries/77777777-7777-4777-8777-777777777777');
  for (const key of ['H', 'W', '⇧ H', 'Q', '⇧ C', 'J']) expect([...told]).toContain(key);
});
