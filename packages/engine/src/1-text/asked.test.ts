import { describe, expect, it } from 'vitest';
import { shippedEngine } from '../../eval/shipped.ts';
import { withoutQuestions } from './asked.ts';

const note =
  'PROCEDURE: Laparoscopic appendectomy.\nThe appendix was inflamed. Its base was stapled and it was taken out in a bag.';
const asked =
  'Which meniscus was trimmed during the arthroscopy of the left knee, and was a 7 cm lesion excised; procedure: which?';
const addendum = (question: string, answer: string): string =>
  `${note}\n\nADDENDUM 11/23/2026 by a.north 2: ${question}\nAnswer: ${answer}`;

describe('what was asked', () => {
  const engine = shippedEngine();
  const all = (text: string) => [engine.suggest(text), engine.claimLines(text), engine.read(text), engine.assess(text)];

  const likely = (text: string): string[] =>
    engine.suggest(text).suggestions.flatMap(({ code, tier }) => (tier === 'likely' ? [code] : []));

  it('is not read: any other question gives the same codes, lines and procedures', () => {
    expect(all(addendum(asked, 'Cannot be determined'))).toEqual(all(addendum('?'.padEnd(asked.length), 'Cannot be determined')));
    expect(likely(addendum(asked, 'No'))).toEqual(likely(note));
  });

  it('opens no section, and what was answered is read', () => {
    const text = addendum(asked, 'A diagnostic cystoscopy was done as well');
    expect(engine.sections(text).map(({ label }) => label)).toEqual(['PROCEDURE', 'Answer']);
    expect(engine.suggest(text).suggestions.map(({ code }) => code)).toContain('52000');
    expect(engine.suggest(note).suggestions.map(({ code }) => code)).not.toContain('52000');
  });

  it('keeps every place, and nothing else goes', () => {
    const text = addendum(asked, 'No');
    const kept = withoutQuestions(text);
    expect(kept).toHaveLength(text.length);
    expect(kept.replaceAll(/ {2,}/g, '')).toBe(`${note}\n\n\nAnswer: No`);
    for (const other of [note, 'ADDENDUM 11/23/2026 by a: Was it?', 'ADDENDUM: see above.\nAnswer: No'])
      expect(withoutQuestions(other)).toBe(other);
  });
});
