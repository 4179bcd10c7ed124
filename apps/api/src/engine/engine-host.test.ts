import { parseKnowledge } from '@incisive/engine';
import { expect, test } from 'vitest';
import { knowledgeFiles } from '../compose.ts';
import { EngineHost } from './engine-host.ts';
import type { LearnedState } from './suggester.ts';

test('notes are counted under each state in one reading, as under each alone', () => {
  const files = Object.entries(knowledgeFiles()).filter(([file]) => !file.startsWith('codes/') || file.includes('liver-biliary'));
  const host = new EngineHost(parseKnowledge(Object.fromEntries(files)));
  const text = 'PROCEDURE: Laparoscopic cholecystectomy.\nDESCRIPTION: The gallbladder was removed in a bag.';
  let taught: LearnedState | null = null;
  for (let lesson = 0; lesson < 5; lesson += 1)
    taught = host.learn({
      state: taught,
      examples: [{ text, approved: ['47563'], rejected: [], weight: 'submitted' }],
      catalogue: 0,
    });
  const notes = [
    { text: `${text} Turn 1.`, codes: ['47563'] },
    { text: 'PROCEDURE: Liver biopsy by needle.', codes: ['47000'] },
  ];
  const measured = (states: (LearnedState | null)[]) => host.measure({ notes, states, catalogue: 0 });
  const [plain, learned] = measured([null, taught]);
  expect(plain).toMatchObject({ n: 2, at1: 1 });
  expect(learned).toMatchObject({ n: 2, at1: 2 });
  expect([...measured([null]), ...measured([taught])]).toEqual([plain, learned]);
});
