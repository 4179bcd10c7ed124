import { render, screen } from '@testing-library/react';
import type { NoteRow } from '@incisive/contract/notes';
import { expect, it } from 'vitest';
import { noteState } from './note-cells.tsx';

const row = (work?: NoteRow['work']): NoteRow => ({
  id: '11111111-1111-4111-8111-111111111111',
  text: 'A note.',
  text_truncated: false,
  filename: null,
  created_at: '2026-01-02T10:00:00.000Z',
  updated_by: null,
  updated_at: '2026-01-02T10:00:00.000Z',
  type: 'text',
  cpt_codes_approved: [],
  state: 'review',
  ...(work ? { work } : {}),
});

it('U6: the status of a note is that of its codes until its case says it finer, with what it waits for', () => {
  const shown = (work?: NoteRow['work']): string => {
    const { container, unmount } = render(<>{noteState(row(work))}</>);
    const words = container.textContent;
    unmount();
    return words;
  };
  expect([shown(), shown({ state: 'new', reason: null, new_findings: 0 })]).toEqual(['In review', 'In review']);
  expect(shown({ state: 'held', reason: 'Page missing', new_findings: 0 })).toBe('Held, Page missing');
  expect(shown({ state: 'final', reason: null, new_findings: 0 })).toBe('Final');
  expect(shown({ state: 'new', reason: null, new_findings: 1 })).toBe('In review 1 new finding');
  expect(shown({ state: 'held', reason: 'Page missing', new_findings: 2 })).toBe('Held, Page missing 2 new findings');
  expect(screen.queryByText('Held')).toBeNull();
});
