import { screen, waitFor, within } from '@testing-library/react';
import type { ClaimCase } from '@incisive/contract/cases';
import { claimReasons } from '@incisive/contract/claim-rules';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NoteServer, noteText } from '../note-server.fixture.ts';
import * as fixture from './claim.fixture.tsx';
import { claimOf, finding, line, lineId, rangeOf, rows } from './claim.fixture.tsx';
import { messageOfFinding } from './claim-words.ts';

let server: NoteServer;
beforeEach(() => {
  server = new NoteServer();
  server.install();
});

const openClaim = (claim: ClaimCase, role?: 'Approver' | 'Coder') => fixture.openClaim(server, claim, role);
const operations = () =>
  server.calls('POST /op-notes/:id/case/changes/').map(({ body }) => (body as { operations: unknown[] }).operations);

describe('the claim beside the codes', () => {
  it('opens by G, marks the words of its line, and goes back by G', async () => {
    const { user } = await openClaim(claimOf());
    expect((await rows()).map((row) => row.getAttribute('aria-current'))).toEqual(['true', null]);
    expect(document.querySelector('mark[data-lit]')?.textContent).toBe('Arthroscopic repair');
    await user.keyboard('j');
    expect((await rows()).map((row) => row.getAttribute('aria-current'))).toEqual([null, 'true']);
    // Its lines are counted, which are not always as many as the approved codes.
    expect(screen.getByRole('tab', { name: 'Claim 2' })).toBeDefined();
    await user.keyboard('g');
    const codes = await screen.findByRole('region', { name: 'CPT codes' });
    expect(screen.getByRole('tab', { name: 'Claim 2' })).toBeDefined();
    expect(document.activeElement).toBe(within(codes).getByRole('row', { current: true }));
  });

  it('goes back by G to the panel of the codes where it has none', async () => {
    server.suggested = [];
    const { user } = await openClaim(claimOf());
    await rows();
    await user.keyboard('g');
    expect(document.activeElement).toBe(await screen.findByRole('region', { name: 'CPT codes' }));
  });

  it('takes a proposed modifier with its words by one key, and sends the version that was read', async () => {
    const proposed = [{ modifier: '59', words: [rangeOf('Two blanks')] }];
    const second = line(2, '29807', { proposed });
    const bundled = finding('ptp.bundled', [lineId(2), lineId(1)]);
    const { user } = await openClaim(claimOf({ lines: [line(1, '29827'), second], findings: [bundled] }));
    expect(await screen.findByText(claimReasons['ptp.bundled'].message(bundled.facts))).toBeDefined();
    expect(screen.getByText('pairs v32.2')).toBeDefined();
    server.claim = claimOf({ lines: [line(1, '29827'), line(2, '29807', { modifiers: ['59'] })] });
    await user.keyboard('j.');
    expect(await screen.findByRole('button', { name: 'Modifier 59 of 29807' })).toBeDefined();
    expect(operations()).toEqual([[{ do: 'line', line: lineId(2), modifiers: ['59'], words: { '59': proposed[0]!.words } }]]);
    expect(server.calls('POST /op-notes/:id/case/changes/')[0]!.headers.get('if-match')).toBe('"c1"');
  });

  it('never shows what was not checked as clean: the strip names the kinds, values are a dash, and who may import is sent there', async () => {
    const claim = claimOf({ checked: [], not_checked: ['ptp', 'mpfs'], counts: { open: 0, to_say: 0, not_checked: 2 } });
    await openClaim({ ...claim, values: { [lineId(1)]: null, [lineId(2)]: null } });
    expect(await screen.findByText(/Not checked for this date: NCCI pairs, fee schedule\./)).toBeDefined();
    expect(screen.getByText(/Findings are by Incisive’s knowledge alone\./).textContent).toContain(
      'An administrator imports the files',
    );
    const [first] = await rows();
    expect(within(first!).getByText('–')).toBeDefined();
  });

  it('a line that several procedures reduce says with what share it counts', async () => {
    await openClaim(claimOf({ shares: { [lineId(2)]: 0.5 } }));
    const [first, second] = await rows();
    expect(within(second!).getByText('50 %')).toBeDefined();
    expect(within(first!).queryByText(/%/)).toBeNull();
  });

  it('I gives a line a day of its own, Escape leaves it, and an empty field gives the claim’s day back', async () => {
    const { user } = await openClaim(claimOf());
    await rows();
    await user.keyboard('ji');
    await user.type(await screen.findByRole('textbox', { name: 'Day of this line' }), '08/32/2026{Enter}');
    expect(screen.getByRole('textbox', { name: 'Day of this line' }).getAttribute('aria-invalid')).toBe('true');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('textbox', { name: 'Day of this line' })).toBeNull();
    expect(operations()).toEqual([]);

    server.claim = claimOf({ lines: [line(1, '29827'), line(2, '29807', { service_date: '2026-08-15' })] });
    await user.keyboard('i');
    await user.type(await screen.findByRole('textbox', { name: 'Day of this line' }), '08/15/2026{Enter}');
    expect(await screen.findByText('on 08/15/2026')).toBeDefined();
    await user.keyboard('i');
    await user.clear(await screen.findByRole('textbox', { name: 'Day of this line' }));
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(operations()).toEqual([
        [{ do: 'line', line: lineId(2), service_date: '2026-08-15' }],
        [{ do: 'line', line: lineId(2), service_date: null }],
      ]),
    );
  });

  it('finishes when nothing is open, and goes to the first finding while something is', async () => {
    const { user } = await openClaim(claimOf({ findings: [finding('dx.missing', [lineId(2)], { fixes: [], source: null })] }));
    await rows();
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(async () => expect((await rows())[1]!.getAttribute('aria-current')).toBe('true'));
    expect(server.calls('POST /op-notes/:id/case/finish/')).toHaveLength(0);
  });

  it('asks once about what was also said and not coded, then finishes; a finished claim is plain text', async () => {
    const also = [{ code: '29826', description: 'About 29826', confidence: 0.8, evidence: [] }];
    const { user } = await openClaim(claimOf({ also_saw: also }));
    await rows();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByRole('region', { name: 'Before you finish' })).toBeDefined();
    expect(server.calls('POST /op-notes/:id/case/finish/')).toHaveLength(0);
    server.claim = claimOf({
      state: 'finished',
      claim_version: 1,
      finished_by: 'approver',
      finished_at: '2026-08-16T10:42:00Z',
      sha256: 'ab'.repeat(32),
    });
    const scrolled = screen.getByText('Date of service').closest('section > div')!;
    scrolled.scrollTop = 300;
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Version 1')).toBeDefined();
    expect(scrolled.scrollTop).toBe(0);
    expect(screen.getByText('All keys').parentElement!.textContent).not.toContain('Modifiers');
    expect(screen.queryByRole('button', { name: /Finish/ })).toBeNull();
    await user.keyboard('{Backspace}');
    expect(operations()).toEqual([]);
  });

  it('answers the second look by a key each, and tells what was asked', async () => {
    const also = [{ code: '29826', description: 'About 29826', confidence: 0.8, evidence: [rangeOf('Arthroscopic repair')] }];
    const { user } = await openClaim(claimOf({ also_saw: also, without_words: ['29807'] }));
    await rows();
    await user.keyboard('{Control>}{Enter}{/Control}');
    const look = within(await screen.findByRole('region', { name: 'Before you finish' }));
    expect(look.getByText('Arthroscopic repair')).toBeDefined();
    await user.keyboard('r');
    expect(look.getByText('Not billed')).toBeDefined();
    await user.keyboard('r');
    expect(look.getByText('Removed')).toBeDefined();
    await waitFor(() => expect(operations()).toEqual([[{ do: 'remove', line: lineId(2) }]]));
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() =>
      expect(server.calls('POST /op-notes/:id/case/finish/').map((call) => call.body)).toEqual([
        { asked: { leads: ['29826'], without_words: ['29807'] } },
      ]),
    );
  });

  it('names the modifier that the arrows stand on, and takes it by Enter', async () => {
    const { user } = await openClaim(claimOf());
    await rows();
    await user.keyboard('m');
    const field = await screen.findByRole('combobox', { name: 'Modifiers of 29827' });
    const named = (): string | undefined => document.getElementById(field.getAttribute('aria-activedescendant')!)?.textContent;
    expect(named()).toBe('59 apart from the other procedure');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(named()).toBe('XS apart: another structure');
    const list = within(screen.getByRole('listbox', { name: 'Modifiers' }));
    expect(list.getByRole('option', { selected: true }).textContent).toBe(named());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(operations()).toMatchObject([[{ do: 'line', line: lineId(1), modifiers: ['XS'] }]]));
  });

  it('chooses other words of the note for a modifier by Tab, shows them there, and takes it with them', async () => {
    const { user } = await openClaim(claimOf({ lines: [line(1, '29827'), line(2, '29807')] }));
    await rows();
    await user.keyboard('m');
    const field = await screen.findByRole('combobox', { name: 'Modifiers of 29827' });
    const chosen = () => within(screen.getByRole('listbox', { name: 'Modifiers' })).getByRole('option', { selected: true });
    await user.keyboard('{Tab}');
    expect(document.activeElement).toBe(field);
    const nearest = chosen().textContent;
    expect(nearest).toMatch(/^59 apart from the other procedure .*Arthroscopic repair of the cuff/);
    await user.keyboard('{Tab}');
    expect(chosen().textContent).not.toBe(nearest);
    await user.keyboard('{Shift>}{Tab}{/Shift}');
    expect(chosen().textContent).toBe(nearest);
    await waitFor(() =>
      expect([...document.querySelectorAll('mark[data-codes~="59"]')].map((mark) => mark.textContent).join('')).toContain(
        'of the cuff',
      ),
    );
    await user.keyboard('{Enter}');
    await waitFor(() => expect(operations().length).toBe(1));
    const [[taken]] = operations() as [[{ modifiers: string[]; words: Record<string, { start: number; end: number }[]> }]];
    expect(taken.modifiers).toEqual(['59']);
    const [{ start, end }] = taken.words['59'] as [{ start: number; end: number }];
    expect(nearest).toBe(`59 apart from the other procedure ${noteText.slice(start, end)}`);
  });

  it('tells what newly imported files changed, and which findings are new', async () => {
    const [known, fresh] = [finding('ptp.bundled', [lineId(1)]), finding('mue.day-policy', [lineId(1)])];
    await openClaim(claimOf({ findings: [known, fresh], recheck: { kinds: ['mue', 'ptp'], keys: [fresh.key], gone: 2 } }));
    await rows();
    const region = within(screen.getByRole('region', { name: 'Claim' }));
    expect(region.getByText(/Checked again/).textContent).toBe(
      'Checked again by new files (unit limits, NCCI pairs): 1 finding is new, 2 are gone.',
    );
    expect(region.getAllByText('New')).toHaveLength(1);
    expect(region.getByText('New').parentElement?.textContent).toContain(messageOfFinding(fresh));
  });

  it('leads from the note to codes or claim, whichever is asked for, on a telephone', async () => {
    const { user } = await openClaim(claimOf());
    await user.click(screen.getByRole('button', { name: /^Codes \(/ }));
    expect(await screen.findByRole('region', { name: 'CPT codes' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: /^Claim \(/ }));
    expect(await screen.findByRole('region', { name: 'Claim' })).toBeDefined();
  });

  it('takes the date from the keys, with or without slashes, and goes back to the line; what is no date is not taken', async () => {
    const header = { ...claimOf().header, service_date: null };
    const missing = finding('date.missing', [lineId(1), lineId(2)], { source: null, fixes: [{ do: 'say-date' }] });
    const { user } = await openClaim(claimOf({ header, findings: [missing] }));
    expect(await screen.findAllByText('There is no date of service.')).toHaveLength(1);
    await user.keyboard('.');
    const field = screen.getByRole('textbox', { name: 'Date of service' });
    expect(document.activeElement).toBe(field);
    await user.keyboard('13/45{Enter}');
    expect([document.activeElement, field.getAttribute('aria-invalid')]).toEqual([field, 'true']);
    await user.clear(field);
    await user.keyboard('08142026{Enter}');
    await waitFor(() => expect(operations()).toEqual([[{ do: 'header', service_date: '2026-08-14' }]]));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Line 1: 29827');
  });

  it('leaves a fact as it was by Escape', async () => {
    const { user } = await openClaim(claimOf());
    await user.type(await screen.findByRole('textbox', { name: 'Account' }), '4711{Escape}');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Line 1: 29827'));
    expect(operations()).toEqual([]);
  });

  it('offers what the note’s diagnoses may be coded as, with their words, before anything is typed', async () => {
    const words = [rangeOf('Arthroscopic repair')];
    server.proposedDiagnoses = [{ code: 'S46011A', description: 'A torn cuff of the right', words }];
    const { user } = await openClaim(claimOf({ diagnoses: [] }));
    await rows();
    await user.keyboard('d');
    const option = await screen.findByRole('option', { name: /S46\.011A/ });
    expect(within(option).getByText('Arthroscopic repair')).toBeDefined();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(operations()).toEqual([[{ do: 'diagnoses', icd: ['S46011A'] }]]));
  });

  it('takes the typed code though Enter came before what is found', async () => {
    const { user } = await openClaim(claimOf({ diagnoses: [] }));
    await rows();
    server.icdImported = false;
    const answer = server.holdSearches();
    await user.keyboard('d');
    await user.type(await screen.findByRole('combobox', { name: 'Add a diagnosis' }), 'K80.20{Enter}');
    expect(operations()).toEqual([]);
    answer();
    await waitFor(() => expect(operations()).toEqual([[{ do: 'diagnoses', icd: ['K8020'] }]]));
  });

  it('says that no diagnosis has the words, instead of an empty list', async () => {
    const { user } = await openClaim(claimOf({ diagnoses: [] }));
    await rows();
    await user.keyboard('d');
    await user.type(await screen.findByRole('combobox', { name: 'Add a diagnosis' }), 'no such words');
    expect(await screen.findByText(/No billable diagnosis has these words/)).toBeDefined();
  });

  it('reminds of the keys that are worth something now, and of none that change a finished claim', async () => {
    await openClaim(claimOf({ findings: [finding('ptp.never', [lineId(2), lineId(1)])] }));
    const reminded = () => screen.getByText('All keys').parentElement!.textContent;
    await rows();
    expect(reminded()).toContain('V Next finding');
    expect(reminded()).toContain('M Modifiers');
  });

  it('says of which line a modifier is to be chosen, where a finding is about two', async () => {
    const fixes = [1, 2].map((n) => ({ do: 'offer-modifiers', line: lineId(n) }) as const);
    await openClaim(claimOf({ findings: [finding('ptp.same-site', [lineId(1), lineId(2)], { fixes })] }));
    expect(await screen.findByRole('button', { name: /Choose a modifier for 29827/ })).toBeDefined();
    expect(screen.getByRole('button', { name: /Choose a modifier for 29807/ })).toBeDefined();
  });

  it('a coder who sees no suggestions takes what the engine saw first by A; with nothing at all Finish says so', async () => {
    const also = [{ code: '29826', description: 'About 29826', confidence: 0.98, evidence: [] }];
    const { user } = await openClaim(claimOf({ lines: [], also_saw: also }), 'Coder');
    expect(await screen.findByText(/take what the engine saw/)).toBeDefined();
    expect(screen.getByText(/The engine also saw/).closest('details')?.open).toBe(true);
    expect(screen.getByText('All keys').parentElement!.textContent).toContain('A Add what the engine saw');
    await user.keyboard('a');
    await waitFor(() =>
      expect(server.calls('POST /op-notes/:id/cpt-codes-coded/').map(({ body }) => body)).toEqual([{ cpt_codes: ['29826'] }]),
    );
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('There is no line to finish yet')).toBeDefined();
    expect(server.calls('POST /op-notes/:id/case/finish/')).toEqual([]);
  });

  it('a key that has nothing to do leaves nothing waiting', async () => {
    await openClaim(claimOf({ sequence: [] }));
    await rows();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'o', bubbles: true }));
    await waitFor(() => expect(screen.getByRole('region', { name: 'Claim' }).getAttribute('aria-busy')).toBe('false'));
  });

  const finished = { state: 'finished', claim_version: 1, finished_at: '2026-08-16T10:42:00Z', sha256: 'ab'.repeat(32) } as const;
  it('hands a finished claim over as charges or as a FHIR bundle', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
    const { user } = await openClaim(claimOf(finished), 'Coder');
    await user.click(await screen.findByRole('button', { name: 'FHIR R4 (.json)' }));
    await user.click(screen.getByRole('button', { name: 'Charges (.csv)' }));
    await waitFor(() =>
      expect(server.calls('POST /op-notes/:id/case/export/').map(({ query }) => query.get('format'))).toEqual(['fhir', 'csv']),
    );
  });

  it('hands nothing over to those who may not take it away', async () => {
    await openClaim(claimOf(finished), 'Approver');
    expect(await screen.findByText('Version 1')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'FHIR R4 (.json)' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Charges (.csv)' })).toBeNull();
  });

  it('tells somebody else’s change, and reads the claim again', async () => {
    const { user } = await openClaim(claimOf({ sequence: [lineId(2), lineId(1)] }));
    await rows();
    server.refuse('POST /op-notes/:id/case/changes/', {
      status: 412,
      code: 'stale',
      detail: 'Somebody else changed this claim.',
    });
    const reads = server.calls('GET /op-notes/:id/case/').length;
    await user.keyboard('o');
    expect((await screen.findAllByText('Somebody else changed this claim.')).length).toBeGreaterThan(0);
    await waitFor(() => expect(server.calls('GET /op-notes/:id/case/').length).toBeGreaterThan(reads));
  });

  it('points, counts, and says why without the mouse', async () => {
    const warning = finding('ptp.one-site', [lineId(1)], { severity: 'warning', fixes: [{ do: 'say-why' }] });
    const { user } = await openClaim(claimOf({ findings: [warning] }));
    await rows();
    await user.keyboard('1');
    await waitFor(() => expect(operations()).toHaveLength(1));
    await user.keyboard('u');
    await user.type(await screen.findByRole('textbox', { name: 'Units' }), '{Control>}a{/Control}3{Enter}');
    await waitFor(() => expect(operations()).toHaveLength(2));
    await user.keyboard('y');
    await user.type(await screen.findByRole('textbox', { name: 'Why' }), 'Two sites{Enter}');
    await waitFor(() => expect(operations()).toHaveLength(3));
    expect(operations()).toEqual([
      [{ do: 'line', line: lineId(1), dx: [] }],
      [{ do: 'line', line: lineId(1), units: 3 }],
      [{ do: 'say-why', key: warning.key, why: 'Two sites' }],
    ]);
  });
});
