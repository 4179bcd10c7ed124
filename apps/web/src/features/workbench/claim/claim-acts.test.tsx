import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { NoteServer } from '../note-server.fixture.ts';
import { claimOf, finding, line, lineId, openClaim, rows } from './claim.fixture.tsx';
import { fixesOf, wrongWords } from './claim-words.ts';
import { modifierWords } from './modifier-words.ts';

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

it('a file that is missing is told below with the way to have it: the finding offers no other', () => {
  const missing = finding('data.not-covered', [lineId(1)], { severity: 'warning', fixes: [{ do: 'import', kinds: ['ptp'] }] });
  expect(fixesOf(claimOf(), '', missing, false)).toEqual([{ label: 'Say why', opens: 'why' }]);
});

it.each([
  ['Date of service', '.', '09/01/2026'],
  ['Units', 'u', '3'],
])('Escape in %s leaves it as it was', async (field, key, typed) => {
  const { user } = await openClaim(server, claimOf());
  await rows();
  if (key === '.') await user.click(screen.getByLabelText(field));
  else await user.keyboard(key);
  await user.clear(await screen.findByLabelText(field));
  await user.keyboard(`${typed}{Escape}`);
  await user.keyboard('j');
  await waitFor(async () => expect((await rows())[1]?.getAttribute('aria-current')).toBe('true'));
  expect(server.calls('POST /op-notes/:id/case/changes/')).toEqual([]);
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

describe('what a field cannot take', () => {
  /** The field says that it is wrong, and what to do stands in its description. */
  const expectRefused = (field: HTMLElement, words: string): void => {
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([words]);
  };
  const changes = () => server.calls('POST /op-notes/:id/case/changes/').map(({ body }) => body);

  it('is told of a date by Enter and by leaving, and goes once it is a date', async () => {
    const { user } = await openClaim(server, claimOf());
    await rows();
    const field = screen.getByRole('textbox', { name: 'Date of service' });
    await user.clear(field);
    await user.type(field, '13/45');
    expect(field.getAttribute('aria-invalid')).toBeNull();
    await user.keyboard('{Enter}');
    expectRefused(field, wrongWords.date);
    await user.type(field, '{Control>}a{/Control}08/15/2026');
    expect(field.getAttribute('aria-invalid')).toBeNull();
    await user.type(field, '{Control>}a{/Control}yesterday');
    await user.tab();
    expectRefused(field, wrongWords.date);
    expect(changes()).toEqual([]);
  });

  it('is told of units and of the day of a line, which stay open, and are taken by leaving once they can be read', async () => {
    const { user } = await openClaim(server, claimOf());
    await rows();
    await user.keyboard('u');
    const units = screen.getByRole('textbox', { name: 'Units' });
    await user.type(units, '{Control>}a{/Control}1.5{Enter}');
    expectRefused(units, wrongWords.units);
    await user.type(units, '{Control>}a{/Control}2');
    await user.tab();
    await waitFor(() => expect(changes()).toEqual([{ operations: [{ do: 'line', line: lineId(1), units: 2 }] }]));
    await user.keyboard('i');
    const day = await screen.findByRole('textbox', { name: 'Day of this line' });
    await user.type(day, '08/32/2026{Enter}');
    expectRefused(day, wrongWords.day);
  });

  it.each([
    ['', wrongWords.diagnosis],
    ['zzz', wrongWords.noDiagnosis],
  ])('is told of the diagnosis "%s"', async (typed, words) => {
    const { user } = await openClaim(server, claimOf({ diagnoses: [] }));
    await rows();
    await user.keyboard('d');
    const field = await screen.findByRole('combobox', { name: 'Add a diagnosis' });
    await user.type(field, `${typed}{Enter}`);
    await waitFor(() => expectRefused(field, words));
    expect(screen.getAllByText(words)).toHaveLength(1);
  });

  it('is told of a diagnosis that is no code where no file is there to look in, and of one that could not be looked for', async () => {
    server.icdImported = false;
    const { user } = await openClaim(server, claimOf({ diagnoses: [] }));
    await rows();
    await user.keyboard('d');
    const field = await screen.findByRole('combobox', { name: 'Add a diagnosis' });
    await user.type(field, 'zzz{Enter}');
    await waitFor(() => expectRefused(field, wrongWords.notCode));
    server.refuse('GET /icd-codes/', { status: 400, code: 'bad-request', detail: 'The search failed.' });
    await user.type(field, 'y{Enter}');
    await waitFor(() => expectRefused(field, 'The search failed.'));
    expect(changes()).toEqual([]);
  });

  it('is told of a modifier', async () => {
    const { user } = await openClaim(server, claimOf());
    await rows();
    await user.keyboard('m');
    const field = await screen.findByRole('combobox', { name: 'Modifiers of 29827' });
    await user.type(field, '?{Enter}');
    expectRefused(field, wrongWords.modifier);
    expect(changes()).toEqual([]);
  });
});

describe('modifiers in words', () => {
  it('are listed with what each says, also one that stands on the line, and named so', async () => {
    const { user } = await openClaim(server, claimOf({ lines: [line(1, '29827', { modifiers: ['RT'] })] }));
    const [row] = await rows();
    expect(within(row!).getByRole('button', { name: 'Modifier RT of 29827', description: 'right side' })).toBeDefined();
    await user.keyboard('m');
    expect(await screen.findByRole('option', { name: 'RT take off: right side' })).toBeDefined();
    await user.keyboard('f');
    expect(screen.getByRole('option', { name: 'F5 right thumb' })).toBeDefined();
    await user.keyboard('{Backspace}zz');
    // A payer may have its own, which nobody here has words for.
    expect(screen.getByRole('option', { name: 'ZZ' })).toBeDefined();
  });

  it('cover every modifier that the rules name', () => {
    const named =
      '22 24 25 26 50 51 52 53 54 55 56 57 58 59 62 66 76 77 78 79 80 81 82 91 AS TC LT RT XE XP XS XU ' +
      'E1 E2 E3 E4 FA F1 F2 F3 F4 F5 F6 F7 F8 F9 TA T1 T2 T3 T4 T5 T6 T7 T8 T9 LC LD LM RC RI';
    expect(Object.keys(modifierWords).toSorted()).toEqual(named.split(' ').toSorted());
  });
});

describe('a claim that is none yet', () => {
  const none = (more = {}) => claimOf({ id: null, lines: [], diagnoses: [], ...more });

  it('has no field that would take what leads nowhere, and says when it will', async () => {
    const { user } = await openClaim(server, none());
    expect(await screen.findByText(/can be entered once there is a code/)).toBeDefined();
    const claim = within(screen.getByRole('region', { name: 'Claim' }));
    for (const role of ['textbox', 'combobox'] as const) expect(claim.queryByRole(role)).toBeNull();
    expect(claim.queryByRole('button', { name: 'Add a diagnosis' })).toBeNull();
    await user.keyboard('d');
    expect(await screen.findByText('There is no claim yet. Approve or add a code first.')).toBeDefined();
    expect(claim.queryByRole('combobox')).toBeNull();
  });

  it('has them once it is there, also while it has no line', async () => {
    await openClaim(server, none({ id: 'c' }));
    expect(await screen.findByRole('textbox', { name: 'Date of service' })).toBeDefined();
    expect(screen.queryByText(/can be entered once/)).toBeNull();
  });

  it('takes by A what the engine saw first, and tells when that fails', async () => {
    const saw = (code: string) => ({ code, description: `About ${code}`, confidence: 0.9, evidence: [] });
    server.refuse('POST /op-notes/:id/cpt-codes-approved/', { status: 409, code: 'conflict', detail: 'The claim is finished.' });
    const { user } = await openClaim(server, none({ also_saw: [saw('29826'), saw('29823')] }));
    expect(await screen.findByText(/take what the engine saw \(A\)/)).toBeDefined();
    expect(screen.getAllByText('A', { selector: 'details kbd' })).toHaveLength(1);
    await user.keyboard('a');
    // By the toast, and on the claim.
    expect(await screen.findAllByText('The claim is finished.')).toHaveLength(2);
    await user.keyboard('a');
    await waitFor(() =>
      expect(server.calls('POST /op-notes/:id/cpt-codes-approved/').map(({ body }) => body)).toEqual([
        { cpt_codes: ['29826'] },
        { cpt_codes: ['29826'] },
      ]),
    );
  });

  it('takes one code by A, also where it is pressed again before the line is here', async () => {
    const { user } = await openClaim(
      server,
      none({ also_saw: [{ code: '29826', description: 'About 29826', confidence: 0.9, evidence: [] }] }),
    );
    server.claim = claimOf();
    await user.keyboard('aa');
    expect(await rows()).toHaveLength(2);
    expect(server.calls('POST /op-notes/:id/cpt-codes-approved/')).toHaveLength(1);
  });

  it('takes nothing by A once there is a line', async () => {
    const { user } = await openClaim(
      server,
      claimOf({ also_saw: [{ code: '29826', description: 'About 29826', confidence: 0.9, evidence: [] }] }),
    );
    await rows();
    await user.keyboard('au');
    expect(await screen.findByRole('textbox', { name: 'Units' })).toBeDefined();
    expect(server.calls('POST /op-notes/:id/cpt-codes-approved/')).toEqual([]);
  });
});
