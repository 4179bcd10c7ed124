import { expect, test } from 'vitest';
import { shippedEngine } from '../eval/shipped.ts';

const engine = shippedEngine();

/** A note of two endoscopies, and the codes that are likely of it. */
const NOTES: readonly (readonly [name: string, text: string, likely: readonly string[]])[] = [
  [
    'biopsies of the stomach, a colon that was only looked at',
    'PROCEDURE: EGD and colonoscopy\nFINDINGS: The gastroscope was passed to the second portion of the duodenum. Antral erythema was biopsied with cold forceps. The esophagus was normal. The colonoscope was then advanced to the cecum. The prep was good. No polyps. Small internal hemorrhoids. The patient tolerated both well.',
    ['43239', '45378'],
  ],
  [
    'a stomach that was only looked at, a polyp of the colon',
    'PROCEDURES:\n1. EGD\n2. Colonoscopy\nEGD: The scope was passed to D2. Normal esophagus, stomach and duodenum. No biopsies.\nCOLONOSCOPY: The scope was advanced to the cecum. A 7 mm sessile polyp in the sigmoid was removed with a cold snare and retrieved.\nIMPRESSION: One polyp.',
    ['43235', '45385'],
  ],
  [
    'biopsies of both',
    'PROCEDURE PERFORMED: Esophagogastroduodenoscopy with biopsy and colonoscopy with biopsy.\nThe endoscope was advanced into the duodenum. Duodenal biopsies for celiac disease and gastric biopsies for H. pylori were taken. The colonoscope was advanced to the terminal ileum. Random colon biopsies for microscopic colitis were taken.',
    ['43239', '45380'],
  ],
  [
    'a feeding tube and a polyp',
    'OPERATION: 1. Upper endoscopy with PEG. 2. Colonoscopy with polypectomy.\nThe gastroscope was passed. PEG placed by pull technique, 20 Fr. Then the colonoscope was passed to the cecum, and a pedunculated polyp of the sigmoid was snared.',
    ['43246', '45385'],
  ],
];

test.each(NOTES)('%s', (_name, text, likely) => {
  const { suggestions } = engine.suggest(text);
  expect(suggestions.flatMap(({ code, tier }) => (tier === 'likely' ? [code] : [])).sort()).toEqual(likely);
});

test('the evidence of a code is of its own endoscopy', () => {
  const [, text] = NOTES[2] ?? [];
  for (const { code, evidence } of engine.suggest(text ?? '').suggestions.filter(({ tier }) => tier === 'likely')) {
    const shown = evidence
      .map(({ start, end }) => (text ?? '').slice(start, end).toLowerCase())
      .filter((words) => !words.includes('scopy with'));
    expect(shown.some((words) => (code === '45380' ? /gastric|duodenal|celiac/ : /colon|colitis/).test(words))).toBe(false);
  }
});
