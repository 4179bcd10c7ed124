import { expect, test } from 'vitest';
import { shippedKnowledge } from '../../../eval/shipped.ts';
import { starterCatalogue } from '../../pipeline.ts';
import { createCodeSearch } from './code-search.ts';

const knowledge = shippedKnowledge();
const search = createCodeSearch(starterCatalogue(knowledge), knowledge);

test.each([
  ['port a cath', '36561'],
  ['CABG one vein', '33517'],
  ['CABG two arteries', '33534'],
  ['CABG LIMA', '33533'],
  ['ACDF', '22551'],
  ['vasectomy', '55250'],
  ['D&C', '58120'],
  ['pacemaker dual chamber', '33208'],
  ['epidural lumbar injection', '62323'],
  ['knee scope medial meniscus', '29881'],
  ['total knee', '27447'],
  ['ear tubes', '69436'],
  ['tonsils and adenoids under 12', '42820'],
  ['cataract with lens', '66984'],
  ['chest tube', '32551'],
  ['skin tag removal', '11200'],
  ['dialysis catheter tunneled', '36558'],
  ['gastric sleeve', '43775'],
])('U16: "%s" finds %s first', (query, code) => {
  expect(search.search(query, 10)[0]?.code).toBe(code);
});
