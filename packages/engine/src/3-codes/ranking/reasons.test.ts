import { describe, expect, it } from 'vitest';
import { shippedEngine } from '../../../eval/shipped.ts';

const engine = shippedEngine();
const reasonsFor = (text: string, code: string) => engine.explain(text, { size: 25 }).find((each) => each.code === code);

describe('why a code ranks where it does', () => {
  const text =
    'PROCEDURE: Laparoscopic cholecystectomy.\nDESCRIPTION: The gallbladder was dissected off the liver bed. No cholangiogram was done.';

  it('explains the rows that are suggested, in their order', () => {
    const rows = engine.suggest(text, { size: 6 }).suggestions.map(({ code, rank }) => ({ code, rank }));
    expect(rows[0]).toEqual({ code: '47562', rank: 1 });
    expect(engine.explain(text, { size: 6 }).map(({ code, rank }) => ({ code, rank }))).toEqual(rows);
  });

  it('tells what is met, what is not said, and the line that is answered', () => {
    const plain = reasonsFor(text, '47562');
    expect(plain?.line).toBe('laparoscopic cholecystectomy.');
    expect(plain?.met).toContain('approach: named in the heading');
    expect(plain?.contradicted).toEqual([]);
    const imaged = reasonsFor(text, '47563');
    expect(imaged?.unsaid.join()).toMatch(/cholangio/);
  });

  it('tells what the note says otherwise, in words', () => {
    expect(reasonsFor(text, '47600')?.contradicted).toContain('the heading names another approach');
  });

  it('names the rules that speak by id, with their reason and which way', () => {
    const rules = engine.explain(text, { size: 25 }).flatMap((each) => each.rules);
    expect(rules.filter((rule) => rule.speaks === 'against').map((rule) => rule.kind)).toContain('needs');
    for (const { id, kind, speaks, reason } of rules) {
      expect(id).toMatch(/^[a-z-]+-\d{3}$/);
      expect(reason).not.toBe('');
      expect(speaks).toBe(kind === 'prefers' || kind === 'tells' ? 'for' : 'against');
    }
    // A need that is met says nothing: with the cholangiogram done, what missed it before is silent.
    const missed = reasonsFor(text, '47563')?.rules.filter((rule) => rule.kind === 'needs') ?? [];
    const done = reasonsFor('PROCEDURE: Laparoscopic cholecystectomy with intraoperative cholangiogram.', '47563');
    expect(done?.rules.filter((rule) => missed.some(({ id }) => id === rule.id))).toEqual([]);
  });

  it('says nothing of a text without suggestions', () => {
    expect(engine.explain('')).toEqual([]);
  });
});

describe('what is known of a code', () => {
  it('has its attributes, its neighbors with what each says beyond it, and its rules without wordings', () => {
    const { attributes, neighbors, rules } = engine.describe('47562');
    expect(attributes['approach']).toContain('laparoscopic');
    const imaged = neighbors.find((each) => each.code === '47563');
    expect(imaged?.description).not.toBe('');
    expect(JSON.stringify(imaged?.differs)).toMatch(/cholangiograph/);
    expect(neighbors.map((each) => each.code)).not.toContain('47562');
    expect(rules.length).toBeGreaterThan(0);
    for (const rule of rules) {
      expect(Object.keys(rule).sort()).toEqual(['example', 'id', 'kind', 'reason', 'scope', 'source']);
      expect(rule.reason).not.toMatch(/\(wide:/);
    }
  });

  it('is empty for a code that the knowledge does not hold', () => {
    expect(engine.describe('99999')).toEqual({ attributes: {}, neighbors: [], rules: [] });
  });

  it('is a copy: who changes it changes nothing of the engine', () => {
    const { attributes } = engine.describe('47562');
    attributes['approach']?.push('open');
    expect(engine.describe('47562').attributes['approach']).not.toContain('open');
  });
});
