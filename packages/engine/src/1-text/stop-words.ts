/** Words that carry no clinical meaning; everything else may be a term. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the of and or to in on at by for from into with was were is are be been being as that this these those which who whom it its ' +
    'he she his her him they them their we our i my me you your patient patients pt then there here also both each per via using use used ' +
    'had has have having did do does done will would can could may might shall should than such so if when where while after before during ' +
    'under over up down out off about between through all any some same other more most very well again further once only just ' +
    'performed procedure procedures operation operations operative surgery surgical performing undergoing underwent done status ' +
    'noted seen found placed taken brought made obtained dr mr mrs ms m d doctor surgeon x abcd abc one'
  ).split(' '),
);
