import { expect, test } from 'vitest';
import { shippedEngine } from '../eval/shipped.ts';

const engine = shippedEngine();
const suggested = (text: string) => engine.suggest(text).suggestions;
const codesOf = (text: string): string[] => suggested(text).map(({ code }) => code);

/** What a body tells that its heading leaves open. */
const bodies = {
  hartmann:
    'Lower midline incision. Feculent fluid was suctioned. The sigmoid held a perforated diverticulum. It was mobilized and divided with the ' +
    'stapler at the descending colon and at the top of the rectum, and removed. The rectal stump was marked with prolene. No anastomosis was ' +
    'made. The proximal end was brought out on the left as an end colostomy and matured. The fascia was closed.',
  hysterectomy:
    'A midline incision was made. The round ligaments were ligated and divided. The bladder was taken down. The uterine arteries were clamped with ' +
    'Heaney clamps, cut and ligated. The uterus and cervix were removed through a cut around the vagina. The cuff was closed with vicryl. The fascia was closed.',
};

test.each([
  ['Exploratory laparotomy.', bodies.hartmann, '44143', '49000'],
  ['Exploratory laparotomy, see below.', bodies.hysterectomy, '58150', '49000'],
  ['Left.', bodies.hartmann, '44143', '49000'],
  ['See dictation.', bodies.hysterectomy, '58150', '49000'],
])('"PROCEDURE: %s" leaves to the body what was done', (heading, body, code, look) => {
  const codes = codesOf(`PROCEDURE: ${heading}\nANESTHESIA: General.\n\nDESCRIPTION: ${body}`);
  expect(codes[0]).toBe(code);
  expect(codes[0]).not.toBe(look);
});

test.each([
  ['Exploratory laparotomy', 'The bowel was run twice and nothing was found. The abdomen was closed.', '49000'],
  [
    'Diagnostic laparoscopy',
    'Liver, diaphragms, bowel and pelvis were looked at through the scope. All was normal. Gas was let out.',
    '49320',
  ],
  [
    'Diagnostic arthroscopy of the knee',
    'The scope was passed. Menisci, cruciates and cartilage were sound. Nothing was done.',
    '29870',
  ],
])('a look that found nothing stays one: %s', (heading, body, code) => {
  expect(codesOf(`PROCEDURE: ${heading}.\n\nDESCRIPTION: ${body}`)[0]).toBe(code);
});
