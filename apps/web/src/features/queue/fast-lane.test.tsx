import { screen, waitFor } from '@testing-library/react';
import { cases } from '@incisive/contract/cases';
import type { ClaimCase, ClaimFinding } from '@incisive/contract/cases';
import type { CodeLink } from '@incisive/contract/code-links';
import type { NoteDetail } from '@incisive/contract/notes';
import { opNotes } from '@incisive/contract/op-notes';
import { lane } from '@incisive/contract/lane';
import { queue } from '@incisive/contract/queue';
import { afterEach, expect, it, vi } from 'vitest';
import { Refusal } from '../../testing/fake-server.ts';
import { profileOf, renderApp, serverFor } from '../../testing/render-app.tsx';

afterEach(() => vi.unstubAllGlobals());

const first = '11111111-1111-4111-8111-111111111111';
const text = 'POSTOPERATIVE DIAGNOSIS: Gallstones.\nPROCEDURE PERFORMED: Laparoscopic cholecystectomy.';
const rangeOf = (words: string) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length });
const code = (named: string, more: Partial<CodeLink> = {}) =>
  ({
    code: named,
    description: `About ${named}`,
    tier: 'likely',
    confidence: 0.98,
    alternative_to: null,
    part_of: null,
    evidence: [rangeOf('Laparoscopic cholecystectomy')],
    ...more,
  }) as CodeLink;

function start(findings: Partial<ClaimFinding>[] = []) {
  const acts: [string, unknown][] = [];
  const waiting = [first];
  const claim = (of: Partial<ClaimCase>) => ({ questions: [], diagnoses: [], findings, ...of }) as unknown as ClaimCase;
  serverFor(profileOf('Coder'))
    .on(lane.next, () => ({ note_id: waiting.shift() ?? null }))
    .on(queue.active, () => undefined)
    // The note itself is another screen's.
    .on(opNotes.get, () => (acts.length > 0 ? new Refusal('not-found') : ({ text } as NoteDetail)))
    .on(opNotes.suggested, () => ({
      results: [
        code('47562'),
        code('47563', { alternative_to: '47562' }),
        code('49320', { part_of: '47562' }),
        code('44970', { tier: 'look' }),
      ],
      count: 4,
      next: null,
      previous: null,
    }))
    .on(cases.proposedDiagnoses, () => ({
      results: [{ code: 'K80.20', description: 'Stones of the gallbladder', words: [rangeOf('Gallstones')] }],
    }))
    .on(opNotes.approve, ({ body }) => {
      acts.push(['approve', body]);
      return { results: [], count: 0, next: null, previous: null };
    })
    .on(cases.get, () => claim({}))
    .on(cases.change, ({ body }) => {
      acts.push(['change', body]);
      return claim({ findings: [] });
    })
    .on(cases.finish, ({ body }) => {
      acts.push(['finish', body]);
      return claim({ state: 'finished' });
    });
  return acts;
}

it('shows what would be billed with its words, and finishes it by Ctrl+Enter; the next one follows', async () => {
  const acts = start([{ reason: 'dx.missing', severity: 'error' }]);
  const { user } = renderApp('/queue/fast');
  expect(await screen.findByText('About 47562', { exact: false })).toBeTruthy();
  for (const other of ['47563', '49320', '44970']) expect(screen.queryByText(other)).toBeNull();
  expect(screen.getByText('K80.20')).toBeTruthy();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(acts.map(([what]) => what)).toEqual(['approve', 'change', 'finish']));
  expect(acts.map(([, body]) => body)).toEqual([
    { cpt_codes: ['47562'] },
    { operations: [{ do: 'diagnoses', icd: ['K80.20'] }] },
    { fast: true },
  ]);
  expect(await screen.findByText('Claim finished')).toBeTruthy();
  expect(await screen.findByText('Nothing waits in the fast lane')).toBeTruthy();
});

it('a claim of which the rules say something is opened in its note, and not finished', async () => {
  const acts = start([{ reason: 'ptp.bundled', severity: 'warning' }]);
  const { user, router } = renderApp('/queue/fast');
  await screen.findByText('About 47562', { exact: false });
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/opnotes/${first}`));
  expect(acts.map(([what]) => what)).toEqual(['approve']);
});
