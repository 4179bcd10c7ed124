import { screen, waitFor } from '@testing-library/react';
import { type ClaimCase, type ClaimFinding, type ClaimLine, newHeader } from '@incisive/contract/cases';
import { expect } from 'vitest';
import { noteId, type NoteServer, noteText } from '../note-server.fixture.ts';
import { renderScreen } from '../render-screen.fixture.tsx';

export const rangeOf = (words: string) => ({ start: noteText.indexOf(words), end: noteText.indexOf(words) + words.length });
export const lineId = (n: number): string => `0000000${n}-0000-4000-8000-000000000000`;
export const line = (n: number, code: string, more: Partial<ClaimLine> = {}): ClaimLine => ({
  id: lineId(n),
  code,
  description: `About ${code}`,
  units: 1,
  modifiers: [],
  side: null,
  facts: {},
  dx: [1],
  service_date: null,
  origin: 'approved',
  settled: false,
  stale: false,
  evidence: { code: [rangeOf('Arthroscopic repair')] },
  proposed: [],
  ...more,
});
export const finding = (reason: string, lines: string[], more: Partial<ClaimFinding> = {}): ClaimFinding => ({
  key: `${reason} ${lines.join(' ')}`,
  reason,
  severity: 'error',
  lines,
  facts: { column1: '29827', column2: '29807' },
  source: { kind: 'ptp', file: 'pairs', version: 'v32.2' },
  fixes: [{ do: 'remove-line', line: lines[0] ?? '' }],
  said: null,
  ...more,
});
export const claimOf = (more: Partial<ClaimCase> = {}): ClaimCase => {
  const lines = more.lines ?? [line(1, '29827'), line(2, '29807')];
  const findings = more.findings ?? [];
  return {
    id: 'c',
    note_id: noteId,
    header: { ...newHeader, service_date: '2026-08-14' },
    revision: 1,
    state: 'open',
    claim_version: 0,
    finished_by: null,
    finished_at: null,
    sha256: null,
    lines,
    diagnoses: [{ icd: 'M7510', description: 'A torn cuff' }],
    findings,
    questions: [],
    sequence: lines.map((one) => one.id),
    values: Object.fromEntries(lines.map((one) => [one.id, 10])),
    shares: {},
    checked: [{ kind: 'ptp', file: 'pairs', version: 'v32.2' }],
    not_checked: [],
    counts: { open: findings.filter((one) => one.severity === 'error' && !one.said).length, to_say: 0, not_checked: 0 },
    also_saw: [],
    without_words: [],
    recheck: null,
    can_undo: false,
    file: null,
    ...more,
  };
};

/** Opens the claim by its key, with what the server says of it. */
export async function openClaim(server: NoteServer, claim: ClaimCase, role: 'Approver' | 'Coder' = 'Approver') {
  server.claim = claim;
  const screenOf = renderScreen(`/opnotes/${noteId}`, role);
  await screen.findByRole('tab', { name: /Claim/ });
  await waitFor(() =>
    expect(document.querySelector('tr[aria-current="true"]') ?? document.querySelector('table')).not.toBeNull(),
  );
  await screenOf.user.keyboard('g');
  await screen.findByRole('region', { name: 'Claim' });
  return screenOf;
}
export const rows = () => screen.findAllByRole('listitem', { name: /^Line / });
