import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aServerForEachTest, noteId, noteText, server, suggestion } from '../note-server.fixture.ts';
import { renderScreen } from '../render-screen.fixture.tsx';
const path = `/opnotes/${noteId}`;

aServerForEachTest();

const codes = (): string[] => screen.queryAllByRole('rowheader').map((cell) => cell.textContent);

describe('a note where nothing was done', () => {
  beforeEach(() => {
    server.reading = {
      kind: 'other',
      why: 'This reads like a consult. Nothing was done.',
      evidence: [{ start: noteText.indexOf('Torn'), end: noteText.indexOf('Torn') + 9, says: 'asked for an opinion' }],
    };
  });

  it('says why in its words, has no code, and shows them on S, which hides them again', async () => {
    const { user } = renderScreen(path);
    const held = await screen.findByRole('region', { name: 'Suggestions are held back' });
    expect(within(held).getByRole('heading').textContent).toBe('This reads like a consult. Nothing was done.');
    expect(within(held).getByText('Torn cuff')).toBeTruthy();
    expect(within(held).getByText('asked for an opinion')).toBeTruthy();
    expect(within(held).getByText('3 codes held back')).toBeTruthy();
    expect(codes()).toEqual([]);
    await user.keyboard('s');
    await waitFor(() => expect(codes()).toEqual(['29827', '29807', '29822']));
    expect(screen.getByText('This reads like a consult. Nothing was done.')).toBeTruthy();
    await user.keyboard('s');
    await waitFor(() => expect(codes()).toEqual([]));
    await user.click(screen.getByRole('button', { name: /Show anyway/ }));
    await waitFor(() => expect(codes()).toHaveLength(3));
  });
});

describe('the readings of one procedure', () => {
  beforeEach(() => {
    server.suggested = [
      { ...suggestion('29827', 1, 'likely', 'repair of the cuff'), group: 0 },
      { ...suggestion('29806', 2, 'look'), group: 0, alternative_to: '29827' },
      { ...suggestion('29805', 3, 'look'), group: 1, part_of: '29827' },
      { ...suggestion('23412', 4, 'look'), group: 2 },
    ];
  });

  it('those that are hardly possible are counted under their lead, apart from other codes', async () => {
    server.suggested = [
      ...server.suggested,
      { ...suggestion('29807', 5, 'look'), group: 0, alternative_to: '29827', confidence: 0.02 },
    ];
    renderScreen(path);
    const under = await screen.findByRole('list', { name: 'Under 29827' });
    expect(within(under).getByText('1 more under 29827 below 5%')).toBeTruthy();
  });

  it('stand under their lead; Right opens them, Right folds them', async () => {
    const { user } = renderScreen(path);
    await waitFor(() => expect(codes()).toEqual(['29827', '23412']));
    const under = screen.getByRole('list', { name: 'Under 29827' });
    expect(within(under).getByText('31%')).toBeTruthy();
    expect(within(under).getByText('part of 29827')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Replace 29827' })).toBeNull();
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByRole('button', { name: 'Replace 29827' })).toBeTruthy();
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Replace 29827' })).toBeNull());
  });

  it('one takes the place of the lead in one act, and one undo takes it back', async () => {
    const { user } = renderScreen(path);
    await waitFor(() => expect(codes()).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: 'Open the alternatives to 29827' }));
    await user.click(screen.getByRole('button', { name: 'Replace 29827' }));
    await waitFor(() =>
      expect(server.calls('POST /op-notes/:id/cpt-codes-replaced/').map(({ body }) => body)).toEqual([
        { cpt_code: '29827', with: '29806' },
      ]),
    );
    await waitFor(() => expect(document.querySelector('tr[data-code="29806"]')?.getAttribute('data-state')).toBe('APPROVED'));
    expect(document.querySelector('tr[data-code="29827"]')?.getAttribute('data-state')).toBe('REJECTED');
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() =>
      expect(server.calls('POST /op-notes/:id/cpt-codes-undo/').map(({ body }) => body)).toEqual([
        { cpt_codes: ['29806', '29827'] },
      ]),
    );
  });
});

it('U8: two codes of which one contains the other say so beside the row as soon as both are approved, until one is rejected', async () => {
  server.suggested = [
    { ...suggestion('47563', 1, 'likely'), includes: ['47562'] },
    { ...suggestion('47562', 2, 'likely'), included_in: ['47563'] },
  ];
  const { user } = renderScreen(path);
  await waitFor(() => expect(codes()).toEqual(['47563', '47562']));
  const row = (code: string): HTMLElement => document.querySelector<HTMLElement>(`tr[data-code="${code}"]`)!;
  const words = 'Included in 47563. Report only one.';
  expect(screen.queryByText(words)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Approve 47563' }));
  expect(await within(row('47562')).findByText(words)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Approve 47562' }));
  await waitFor(() => expect(row('47562').dataset['state']).toBe('APPROVED'));
  expect(within(row('47562')).getByText(words)).toBeTruthy();
  expect(within(row('47563')).queryByText(/Report only one/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Reject 47563' }));
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
});
