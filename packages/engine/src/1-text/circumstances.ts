/**
 * Words of a title that tell of the patient, the place, the anesthesia or the course, and not of what was done: "left MRM, drains x2, GA",
 * "PEG 20 Fr, tolerated well". None of them decides between codes: "recurrent", "bilateral" and "open" are not here.
 */
export const CIRCUMSTANCES: ReadonlySet<string> = new Set(
  (
    'left right l r lt rt ' +
    'ga mac lma ett tiva general local sedation sed iv anesthesia anaesthesia anesthetic anaesthetic awake asleep propofol versed fentanyl midaz fent ' +
    'lido lidocaine marcaine bupivacaine ' +
    'or asc theatre theater bedside clinic office icu ed er ward endo suite cath lab room ' +
    'tolerated tol well stable uneventful uncomplicated routine elective urgent emergent emergency stat easy easily straightforward ok fine good ' +
    'completed complete done no complication complications comp comps nil none issue issues without ' +
    'drain drains jp blake foley ebl uop min mins minutes cc ml mm cm fr french gauge g size sized sz ' +
    'report note record summary notes ' +
    'yo y o yr yrs year years old mo male female f boy girl child adult infant ' +
    'wk wks week weeks day days month months pod ' +
    'symptomatic known chronic acute'
  ).split(' '),
);
