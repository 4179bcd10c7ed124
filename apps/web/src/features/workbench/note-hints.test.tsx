import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { KeyHintsContext } from '../../components/overlay/key-hints.tsx';
import type { KeyHint } from '../../components/overlay/keys-sheet.tsx';
import { titleOf } from './note/note-title.ts';
import { useNoteHints } from './use-note-keys.ts';
import type { KeyCapability } from './use-note-keys.ts';

function hintsOf(...may: readonly KeyCapability[]): string[] {
  let told: readonly KeyHint[] = [];
  const holds = { codes: false, claim: false, decide: false, add: false, train: false, edit: false };
  const { unmount } = renderHook(() => useNoteHints({ ...holds, ...Object.fromEntries(may.map((one) => [one, true])) }), {
    wrapper: ({ children }) => (
      <KeyHintsContext
        value={(hints) => {
          told = hints;
          return () => undefined;
        }}
      >
        {children}
      </KeyHintsContext>
    ),
  });
  unmount();
  return told.flatMap((hint) => hint.keys);
}

it('U18: the sheet of keys shows only what the role can use', () => {
  expect(hintsOf('codes')).toEqual(['J', '↓', 'K', '↑', '→', 'S', 'F', 'N', 'P', 'Esc']);
  expect(hintsOf('codes', 'decide', 'add', 'train', 'edit')).toEqual(
    expect.arrayContaining(['A', 'R', 'X', 'C', 'Ctrl ⏎', 'Ctrl Z', 'E']),
  );
  expect(hintsOf('edit')).toEqual(['E', 'F', 'N', 'P', 'Esc']);
});

it('U19: a note is called by its procedure, else its file, else how it begins, never by its ID', () => {
  const text = 'PROCEDURE PERFORMED:\n1. Carpal tunnel release, left.\nThe hand was prepped.';
  const sections = [{ kind: 'procedure', label: 'PROCEDURE PERFORMED', start: 0, end: text.length }];
  expect(titleOf({ text, filename: 'hand.docx', sections })).toBe('Carpal tunnel release, left.');
  const report = `OPERATIVE REPORT -\nHand\n${text}`;
  const [begin, end] = [report.indexOf('PROCEDURE'), report.length];
  const both = [
    { kind: 'procedure', label: 'OPERATIVE REPORT -', start: 0, end: begin },
    { kind: 'procedure', label: 'PROCEDURE PERFORMED', start: begin, end },
  ];
  expect(titleOf({ text: report, filename: null, sections: both })).toBe('Carpal tunnel release, left.');
  expect(titleOf({ text: 'The hand was prepped.', filename: 'hand.docx', sections: [] })).toBe('hand.docx');
  expect(titleOf({ text: '\n  The hand was prepped.', filename: null, sections: [] })).toBe('The hand was prepped.');
});
