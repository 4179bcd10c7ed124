import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { NoteServer } from '../note-server.fixture.ts';
import { claimOf, finding, line, lineId, openClaim, rows } from './claim.fixture.tsx';
import { fixesOf } from './claim-words.ts';

let server: NoteServer;
beforeEach(() => {
  server = new NoteServer();
  server.install();
});

it('the offer to undo goes with the next act, for undoing takes back what came last', async () => {
  const { user } = await openClaim(server, claimOf({ can_undo: true }));
  await rows();
  await user.keyboard('{Backspace}');
  expect(await screen.findByRole('button', { name: /^Undo/ })).toBeDefined();
  await user.keyboard('{Control>}z{/Control}');
  expect(await screen.findByText('Undone')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
});

it('finishing goes to an error before a warning', async () => {
  const warned = finding('dx.missing', [lineId(1)], { key: 'warned', severity: 'warning' });
  const wrong = finding('ptp.bundled', [lineId(2), lineId(1)], { key: 'wrong' });
  const { user } = await openClaim(server, claimOf({ findings: [warned, wrong] }));
  await rows();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(async () => {
    const [, second] = await rows();
    expect(second?.getAttribute('aria-current')).toBe('true');
  });
  expect(server.calls('POST /op-notes/:id/case/finish/')).toEqual([]);
});

it.each([
  [['XX'], [], 'Remove XX'],
  [['RT', 'XX'], ['RT'], 'Remove XX'],
  [['RT'], ['LT'], 'Set LT'],
  [[], ['50'], 'Set 50'],
])('from modifiers %j to %j is called', (now, next, label) => {
  const claim = claimOf({ lines: [line(1, '29827', { modifiers: now })] });
  const asked = finding('modifier.unknown', [lineId(1)], { fixes: [{ do: 'set-modifiers', line: lineId(1), modifiers: next }] });
  expect(fixesOf(claim, '', asked, false).map((fix) => fix.label)).toContain(label);
});

describe('a key that cannot act', () => {
  it.each([
    ['o', 'The lines are in the order of their value already.'],
    ['b', 'No other line has 29827 to merge with.'],
    ['[', 'Line 1 is the first already.'],
    ['2', 'There is no diagnosis 2.'],
    ['y', 'No finding is open.'],
  ])('%s says why', async (key, words) => {
    const { user } = await openClaim(server, claimOf());
    await rows();
    await user.keyboard(key === '[' ? '[[' : key);
    expect(await screen.findByText(words)).toBeDefined();
    expect(server.calls('POST /op-notes/:id/case/changes/')).toEqual([]);
  });

  it('opens no field on a claim without lines', async () => {
    const { user } = await openClaim(server, claimOf({ lines: [] }));
    await user.keyboard('u');
    expect(await screen.findByText('The claim has no line yet.')).toBeDefined();
    expect(screen.queryByRole('textbox', { name: 'Units' })).toBeNull();
  });

  it('orders and merges where it can', async () => {
    const lines = [line(1, '29827'), line(2, '29827')];
    const { user } = await openClaim(server, claimOf({ lines, sequence: [lineId(2), lineId(1)] }));
    await rows();
    await user.keyboard('ob');
    await waitFor(() =>
      expect(server.calls('POST /op-notes/:id/case/changes/').map(({ body }) => body)).toEqual([
        { operations: [{ do: 'order', order: [lineId(2), lineId(1)] }] },
        { operations: [{ do: 'merge', lines: [lineId(1), lineId(2)] }] },
      ]),
    );
  });
});
