import { describe, expect, it, test } from 'vitest';
import { shippedKnowledge } from '../../eval/shipped.ts';
import { spokenConcepts } from '../../eval/spoken-concepts.ts';
import { Lexicon } from '../1-text/lexicon.ts';
import { tokenize } from '../1-text/tokens.ts';
import { ASSERTIONS, assertionsOf } from './assertion.ts';
import { readNote } from './note.ts';

type Named = (typeof ASSERTIONS)[number];

const knowledge = shippedKnowledge();
const lexicon = new Lexicon({
  synonyms: knowledge.files['synonyms.txt'] ?? '',
  morphology: knowledge.files['morphology.tsv'] ?? '',
});

/** How the words of the part in braces are meant; all of them in one way, or the ways joined. */
function readingOf(marked: string): string {
  const start = marked.indexOf('{');
  const end = marked.indexOf('}') - 1;
  const note = readNote(marked.replace('{', '').replace('}', ''), lexicon);
  const ways = note.words.flatMap((word, at) =>
    word.start >= start && word.end <= end && !STRUCTURE.has(word.word) ? [ASSERTIONS[note.assertions[at] ?? 0]] : [],
  );
  return [...new Set(ways)].join(' and ');
}
const STRUCTURE = new Set(['of', 'and', 'or', 'the', 'for', 'with', 'without', 'to', 'by']);

const WAYS: Readonly<Record<'heading' | 'body', readonly (readonly [Named, string])[]>> = {
  heading: [
    ['denied', 'Laparoscopic cholecystectomy without {}'],
    ['denied', 'Laparoscopic cholecystectomy without any {}'],
    ['denied', 'Laparoscopic cholecystectomy w/o {}'],
    ['denied', 'Laparoscopic cholecystectomy, no {}'],
    ['denied', 'Laparoscopic cholecystectomy; {} not performed'],
    ['denied', 'Laparoscopic cholecystectomy without further {}'],
    ['denied', 'Laparoscopic cholecystectomy ({} deferred)'],
    ['denied', 'Laparoscopic cholecystectomy [ ] {}'],
    ['denied', 'Laparoscopic cholecystectomy rather than {}'],
    ['conditional', 'Laparoscopic cholecystectomy, possible {}'],
    ['conditional', 'Laparoscopic cholecystectomy, {} if needed'],
    ['conditional', 'Laparoscopic cholecystectomy, poss. {}'],
    ['past', 'Laparoscopic cholecystectomy, status post {}'],
    ['past', 'Laparoscopic cholecystectomy in a patient s/p {}'],
    ['past', 'Laparoscopic cholecystectomy; prior {} 2019'],
    ['by another', 'Laparoscopic cholecystectomy; {} by another surgeon'],
    ['planned', 'Laparoscopic cholecystectomy; {} planned for next week'],
    ['conditional', 'Laparoscopic cholecystectomy +/- {}'],
    ['done', 'Laparoscopic cholecystectomy with {}'],
    ['done', 'Laparoscopic cholecystectomy, {}'],
    ['done', 'Laparoscopic cholecystectomy and {} without difficulty'],
    ['done', 'Laparoscopic cholecystectomy [x] {} [ ] drain'],
    ['done', 'Laparoscopic cholecystectomy without drain, with {}'],
  ],
  body: [
    ['denied', 'No {} was performed.'],
    ['denied', 'There was no need for {}.'],
    ['denied', 'No further {} was needed.'],
    ['denied', 'No additional {} was undertaken.'],
    ['denied', '{} was not performed.'],
    ['denied', '{} not used.'],
    ['denied', "{} wasn't performed."],
    ['denied', '{} was deliberately not performed.'],
    ['denied', '{} was neither needed nor attempted.'],
    ['denied', 'We decided against {}.'],
    ['denied', 'The patient declined {}.'],
    ['denied', '{} was deferred.'],
    ['denied', '{} was omitted.'],
    ['denied', 'The procedure was completed without any {}.'],
    ['denied', '{}: none.'],
    ['denied', '{} - not done.'],
    ['denied', '{}: [ ] yes [x] no'],
    ['denied', '{} ( ) yes (x) not done'],
    ['done', '{}: [x] yes [ ] no'],
    ['denied', '[ ] {}'],
    ['denied', 'We were unable to perform {}.'],
    ['denied', '{} was not felt to be necessary.'],
    ['denied', 'It was elected not to proceed with {}.'],
    ['denied', 'There was no indication for {}.'],
    ['denied', 'Neither irrigation nor {} was required.'],
    ['denied', '{} could not be performed because of adhesions.'],
    ['denied', 'The need for {} was obviated.'],
    ['past', 'PMH: {} (2017), hypertension.'],
    ['past', 'Surgical history includes {} and appendectomy.'],
    ['past', 'Previous surgery: {}.'],
    ['past', 'Prior {} 2022.'],
    ['past', 'Hx {} 2020.'],
    ['past', 'History of {}.'],
    ['past', 'She is status post {}.'],
    ['past', '{} two yrs ago.'],
    ['past', '{} was done yesterday.'],
    ['past', '{} at the referring hospital.'],
    ['past', 'He had {} before transfer.'],
    ['by another', '{} was done by nuclear medicine.'],
    ['by another', '{} had been performed by the emergency physician.'],
    ['conditional', '{} only if the fever returns.'],
    ['conditional', 'Surgeons aware, {} if this fails.'],
    ['planned', '{} before discharge.'],
    ['past', 'He had a {} in 2018.'],
    ['past', 'She previously underwent {}.'],
    ['past', 'He had undergone {} at an outside hospital.'],
    ['planned', 'She will need {}.'],
    ['planned', 'He is scheduled for {}.'],
    ['planned', 'Plan for {} next month.'],
    ['planned', '{} will be done at a later date.'],
    ['planned', 'We recommend {}.'],
    ['planned', 'She will return for {}.'],
    ['planned', 'Will schedule {} in 6 weeks.'],
    ['conditional', 'Should she rebleed, {} is an option.'],
    ['conditional', 'She understands that {} may be necessary.'],
    ['conditional', 'Consider {}.'],
    ['conditional', 'If {} is required he will call.'],
    ['conditional', '{} was considered.'],
    ['conditional', 'The risks of {} were explained to her.'],
    ['conditional', 'Alternatives include {}.'],
    ['by another', '{} was performed by another surgeon.'],
    ['by another', '{} will be dictated separately.'],
    ['by another', '{} was done by urology, see separate note.'],
    ['by another', '{} under separate cover.'],
    ['by another', 'Dr. Jones of plastic surgery will perform {}.'],
    ['by another', '{} per the plastic surgery team.'],
    ['family', 'His father underwent {}.'],
    ['family', 'Family history of {}.'],
    ['family', 'Her mother had {}.'],
    ['done', '{} was performed without difficulty.'],
    ['done', '{} was performed without any significant complication.'],
    ['done', 'Not only {} but also irrigation was performed.'],
    ['done', 'No complications occurred, and {} was performed.'],
    ['done', 'There was no bleeding, and {} was then performed.'],
    ['done', 'We then performed {} as planned.'],
    ['done', '[x] {}'],
    ['done', 'Once the clamp was off, {} was carried out with no problem.'],
    ['done', 'Because the prior graft had failed, {} was performed.'],
    ['done', 'It was not possible to close the skin, so {} was performed.'],
    ['done', '{} was performed because the stone could not be reached.'],
    ['done', 'After ruling out perforation, {} was performed.'],
    ['done', 'History of gout; {} was performed today.'],
    ['done', 'Although no stone was seen, {} was performed.'],
  ],
};

const { said: concepts, unsaid } = spokenConcepts(knowledge);
const frame = (place: 'heading' | 'body', sentence: string): string =>
  place === 'heading'
    ? `PROCEDURE: ${sentence}.\nDESCRIPTION: The patient was prepped and draped.`
    : `PROCEDURE: Umbilical hernia repair.\nDESCRIPTION: The patient was prepped and draped. ${sentence}\nThe skin was closed.`;

describe('every word has one assertion', () => {
  it('is asked of every concept that names a thing, in 30 ways and more', () => {
    expect(unsaid.length).toBeLessThanOrEqual(concepts.length / 15);
    expect(concepts.length * (WAYS.heading.length + WAYS.body.length)).toBeGreaterThanOrEqual(3000);
    expect(WAYS.heading.length + WAYS.body.length).toBeGreaterThanOrEqual(30);
  });

  const rows = (['heading', 'body'] as const).flatMap((place) =>
    WAYS[place].map(([assertion, way]) => ({ place, assertion, way })),
  );
  it.each(rows)('$assertion, $place: $way', ({ place, assertion, way }) => {
    const wrong = concepts.flatMap(({ name, words }) => {
      const read = readingOf(frame(place, way.replace('{}', `{${words}}`)));
      return read === assertion ? [] : [`${name}: ${way.replace('{}', words)} reads ${read}`];
    });
    expect(wrong).toEqual([]);
  });
});

describe('by word', () => {
  const meantAs = (sentence: string, word: string): Named | undefined => {
    const text = sentence.toLowerCase();
    const tokens = tokenize(text);
    const at = tokens.findIndex((token) => token.word === word);
    return ASSERTIONS[assertionsOf(text, tokens)[at] ?? -1];
  };
  test.each<[string, string, Named]>([
    ['No biopsy was taken.', 'biopsy', 'denied'],
    ['Epidural injection without fluoroscopy', 'fluoroscopy', 'denied'],
    ['Epidural injection without fluoroscopy', 'injection', 'done'],
    ['History of colonoscopy; now for hernia repair', 'repair', 'done'],
    ['The flap is dictated separately', 'flap', 'by another'],
    ['Laparoscopic converted to open cholecystectomy', 'laparoscopic', 'denied'],
    ['Laparoscopic converted to open cholecystectomy', 'open', 'done'],
    ['Prior EGD 2022 with band ligation', 'ligation', 'past'],
    ['Hx R TKA 2020', 'tka', 'past'],
    ['An old fracture of the rib was seen', 'fracture', 'past'],
    ['Remote appendectomy', 'appendectomy', 'past'],
    ['Old clot was evacuated', 'evacuated', 'done'],
    ['The old tunneled catheter was exchanged over a wire', 'exchanged', 'done'],
    ['Remote pacemaker interrogation', 'interrogation', 'done'],
    ['ORIF L ankle two yrs ago', 'orif', 'past'],
    ['Removal of a previously placed stent', 'stent', 'done'],
    ['Takedown of prior colostomy', 'colostomy', 'done'],
    ['A 60 year old woman with a hernia', 'hernia', 'done'],
    ['Debridement prior to closure', 'closure', 'done'],
    ['Fistulogram with angioplasty was not performed', 'fistulogram', 'denied'],
    ['The duct was clipped and the artery was not injured', 'clipped', 'done'],
    ['No masses, polyps or ulcers were seen', 'ulcers', 'denied'],
    ['No bleeding, biopsies were taken', 'biopsies', 'done'],
    ['Colonoscopy without biopsy and upper endoscopy with dilation', 'dilation', 'done'],
    ['Tendon visible in the wound, not debrided', 'tendon', 'denied'],
    ['Tendon visible in the wound, not debrided', 'wound', 'denied'],
    ['The bone was exposed but not debrided', 'bone', 'denied'],
    ['Bone was exposed at the base of the ulcer but was not removed', 'bone', 'denied'],
    ['The joint was seen and was not entered', 'joint', 'denied'],
    ['The pleura was identified, not violated', 'pleura', 'denied'],
    ['A sessile polyp was seen in the cecum but not removed', 'polyp', 'denied'],
    ['Two stones are present, not treated today', 'stones', 'denied'],
    ['Muscle was debrided; bone was seen, not removed', 'muscle', 'done'],
    ['Muscle was excised, bone was exposed but not excised', 'muscle', 'done'],
    ['The nerve was identified and not injured', 'nerve', 'done'],
    ['Paced rhythm unchanged. Cerebral protection not used.', 'protection', 'denied'],
    ['Left breast biopsied, right not biopsied', 'right', 'denied'],
    ['Left breast biopsied, right not biopsied', 'left', 'done'],
    ['Colon biopsied and ileum not entered', 'ileum', 'denied'],
    ['Colon biopsied and ileum not entered', 'colon', 'done'],
    ['Hernia repaired with mesh not sutured', 'hernia', 'done'],
    ['Stent not yet removed', 'stent', 'denied'],
    ['The ureteral stent was not left in place', 'stent', 'denied'],
    ["The balloon couldn't be passed", 'balloon', 'denied'],
    ["We didn't use mesh", 'mesh', 'denied'],
    ['The polyp was not completely removed', 'polyp', 'done'],
    ['Adenocarcinoma not otherwise specified', 'adenocarcinoma', 'done'],
    ['The microscope stood by', 'microscope', 'denied'],
    ['Held off on biopsy', 'biopsy', 'denied'],
    ['The old biliary stent was grasped', 'stent', 'done'],
    ['Colectomy was planned but not done', 'colectomy', 'denied'],
    ['Since no tumor was seen a biopsy was taken', 'biopsy', 'done'],
    ['To rule out cancer of the dome a biopsy was taken', 'biopsy', 'done'],
    ['Without a stent in place the tube was passed', 'tube', 'done'],
    ['Colectomy considered', 'colectomy', 'conditional'],
    ['We considered a colectomy', 'colectomy', 'conditional'],
    ['The polyp was too large to snare', 'snare', 'denied'],
    ['Injury to the ureter was avoided', 'ureter', 'denied'],
    ['Colposcopy next visit', 'colposcopy', 'planned'],
    ['Return in 2 to 3 weeks for stent removal', 'stent', 'planned'],
    ['Biopsy and fulguration; return in 2 weeks', 'fulguration', 'done'],
    ['The skin was closed in 2 layers', 'closed', 'done'],
    ['Adenoidectomy in a 6-year-old', 'adenoidectomy', 'done'],
    ['We did the planned colectomy', 'colectomy', 'done'],
    ['Eleven days after appendectomy, fever', 'appendectomy', 'past'],
    ['Nine years after knee replacement the tray is loose', 'knee', 'done'],
    ['Five days after repair, the wound was opened', 'wound', 'done'],
    ['He already had an ERCP elsewhere', 'ercp', 'past'],
    ['Recent biopsy showed cancer', 'biopsy', 'past'],
    ['Biopsy-proven carcinoma', 'biopsy', 'past'],
    ['Stent (occluded, placed 2020)', 'placed', 'past'],
    ["See the oncologist's note for the mastectomy", 'mastectomy', 'by another'],
    ['The cyst was excised but not opened', 'cyst', 'done'],
    ['The stone was seen and removed, not fragmented', 'stone', 'done'],
    ['The polyp was seen not only in the cecum and was removed', 'polyp', 'done'],
    ['Debrided 3 wks ago with bone biopsy', 'biopsy', 'past'],
    ['Left breast lumpectomy, possible axillary dissection', 'lumpectomy', 'done'],
    ['She had her gallbladder removed in 2010', 'gallbladder', 'past'],
    ['A colectomy was done in 2016', 'colectomy', 'past'],
    ['Repair of an aneurysm in 2015', 'aneurysm', 'past'],
    ['The chest port put in 2014 was taken out', 'port', 'done'],
    ['The chest port put in 2014 was taken out', 'taken', 'done'],
    ['Removal of a loop recorder implanted in 2019', 'recorder', 'done'],
    ['Removal of a loop recorder implanted in 2019', 'implanted', 'past'],
    ['Incisional hernia from her laparotomy in 2015', 'hernia', 'done'],
    ['Incisional hernia from her laparotomy in 2015', 'laparotomy', 'past'],
    ['Lysis of adhesions after colectomy in 2012', 'adhesions', 'done'],
    ['Open release if a second one fails', 'release', 'conditional'],
    ['Tube removed, thoracotomy if the air leak persists', 'thoracotomy', 'conditional'],
    ['Tube removed, thoracotomy if the air leak persists', 'removed', 'done'],
    ['The graft was checked to see if it was patent', 'graft', 'done'],
    ['The stone could be grasped and was removed', 'grasped', 'done'],
    ['A stent could be considered', 'stent', 'conditional'],
  ])('%s: %s is %s', (sentence, word, expected) => {
    expect(meantAs(sentence, word)).toBe(expected);
  });
});
