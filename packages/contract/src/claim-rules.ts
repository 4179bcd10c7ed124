/** Facts of a finding, by name, as the rules give them. */
export type Facts = Readonly<Record<string, unknown>>;

export type ClaimReason = keyof typeof claimReasons;

interface Words {
  /** Short, for a chip or a list. */
  title: string;
  /** One sentence that says what is the matter. */
  message: (facts: Facts) => string;
  /** Nobody may override it: such a claim is not one. */
  structural?: true;
}

const one = (facts: Facts, name: string): string => {
  const fact = facts[name];
  return typeof fact === 'string' || typeof fact === 'number' ? String(fact) : '';
};
const all = (facts: Facts, name: string): string => {
  const fact = facts[name];
  return Array.isArray(fact) ? fact.join(', ') : one(facts, name);
};

const KINDS: Readonly<Record<string, string>> = {
  mpfs: 'fee schedule',
  ptp: 'procedure pairs',
  mue: 'unit limits',
  addon: 'add-on codes',
  icd: 'diagnosis codes',
};
const kinds = (facts: Facts): string => {
  const named = Array.isArray(facts['kinds']) ? facts['kinds'].map(String) : [];
  return named.map((kind) => KINDS[kind] ?? kind).join(', ');
};
const evidence = (modifier: string, states: string): Words => ({
  title: `${modifier} without words`,
  message: () => `No words of the note are attached to ${modifier}: ${states}.`,
});

/** What is said of each finding on a claim, once. The rules decide what is found and how grave it is. */
export const claimReasons = {
  'data.not-covered': { title: 'Not checked', message: (f) => `Not checked for ${one(f, 'date')}: ${kinds(f)}.` },
  'date.missing': { title: 'No date of service', message: () => 'The line has no date of service.', structural: true },
  'date.future': { title: 'Date in the future', message: (f) => `${one(f, 'date')} is in the future.`, structural: true },
  'code.unknown': { title: 'Unknown code', message: (f) => `${one(f, 'code')} is not in the fee schedule of this date.` },
  'code.not-valid': {
    title: 'Not valid for Medicare',
    message: (f) => `${one(f, 'code')} has status ${one(f, 'status')}: Medicare wants another code.`,
  },
  'code.excluded': {
    title: 'Excluded',
    message: (f) => `${one(f, 'code')} has status ${one(f, 'status')}: excluded from the fee schedule.`,
  },
  'code.bundled': {
    title: 'Never paid apart',
    message: (f) => `${one(f, 'code')} has status ${one(f, 'status')}: always part of another service.`,
  },
  'code.not-covered': {
    title: 'Not covered',
    message: (f) => `${one(f, 'code')} has status ${one(f, 'status')}: Medicare does not cover it.`,
  },
  'code.carrier-priced': {
    title: 'Priced by the payer',
    message: (f) => `${one(f, 'code')} is priced by the payer: attach the note.`,
  },
  'code.restricted': {
    title: 'Restricted',
    message: (f) => `${one(f, 'code')} has status ${one(f, 'status')}: paid in special cases only.`,
  },
  'code.anesthesia': { title: 'Anesthesia', message: (f) => `${one(f, 'code')} is paid by anesthesia time and base units.` },
  'units.invalid': { title: 'Units', message: () => 'Units are whole numbers from 1.', structural: true },
  'mod.too-many': {
    title: 'Too many modifiers',
    message: (f) => `${one(f, 'count')} modifiers: a line holds four.`,
    structural: true,
  },
  'mod.duplicate': { title: 'Modifier twice', message: (f) => `${all(f, 'modifiers')} stands twice.`, structural: true },
  'mod.unknown': {
    title: 'Unknown modifier',
    message: (f) => `${all(f, 'modifiers')} is not in the list: it may be the payer’s own.`,
  },
  'mod.conflict': { title: 'Modifiers exclude each other', message: (f) => `${all(f, 'modifiers')} cannot stand together.` },
  'mod.facility-only': { title: 'For facilities', message: (f) => `${all(f, 'modifiers')} is for the facility’s claim.` },
  'mod.em-only': { title: 'For visits', message: (f) => `${all(f, 'modifiers')} is for visits.` },
  'mod.not-for-em': { title: 'Not for visits', message: (f) => `${all(f, 'modifiers')} is not for visits.` },
  'mod.order': { title: 'Order of modifiers', message: (f) => `Usual order: ${all(f, 'order')}.` },
  'mod.22-global': { title: '22', message: () => '22 is for operations with a global period of 0, 10 or 90 days.' },
  'mod.22-evidence': evidence('22', 'it states far more work than usual'),
  'mod.52-evidence': evidence('52', 'it states that a part was left out by choice'),
  'mod.53-evidence': evidence('53', 'it states a stop for danger to the patient'),
  'mod.split-global': {
    title: 'Split care',
    message: (f) => `${all(f, 'modifiers')} splits a global period of 10 or 90 days; this code has none.`,
  },
  'ptp.never': {
    title: 'Never together',
    message: (f) => `CMS never pays ${one(f, 'column2')} beside ${one(f, 'column1')}; no modifier changes that.`,
  },
  'ptp.bundled': {
    title: 'Part of another line',
    message: (f) => `${one(f, 'column2')} is part of ${one(f, 'column1')} unless separate.`,
  },
  'ptp.same-site': {
    title: 'Same place',
    message: (f) => `${one(f, 'column2')} and ${one(f, 'column1')} say the same place: one is part of the other.`,
  },
  'ptp.one-site': {
    title: 'Place not said',
    message: (f) => `${one(f, 'column2')} is part of ${one(f, 'column1')} at the same place. Say where each was done.`,
  },
  'ptp.unbundled': { title: 'Unbundled', message: (f) => `Unbundled by ${all(f, 'modifiers')}: show the words.` },
  'mue.zero': { title: 'Limit 0', message: (f) => `CMS pays no units of ${one(f, 'code')}.` },
  'mue.line': { title: 'Too many units', message: (f) => `${one(f, 'units')} units, limit ${one(f, 'limit')} a line.` },
  'mue.day-policy': {
    title: 'Too many units',
    message: (f) => `${one(f, 'units')} units, limit ${one(f, 'limit')} a day by policy.`,
  },
  'mue.day-clinical': {
    title: 'Many units',
    message: (f) => `${one(f, 'units')} units, limit ${one(f, 'limit')} a day by clinical data.`,
  },
  'dup.line': {
    title: 'Line twice',
    message: (f) => `${one(f, 'code')} stands twice with the same modifiers: merge, or say what differs.`,
  },
  'addon.no-primary': {
    title: 'Primary missing',
    message: (f) => `${one(f, 'code')} is added to another code, and none of those is on the claim.`,
  },
  'addon.alone': { title: 'Add-on alone', message: (f) => `${one(f, 'code')} is added to another procedure, and there is none.` },
  'addon.unlisted-primary': {
    title: 'Primary not listed',
    message: (f) => `None of the primaries listed for ${one(f, 'code')} is on the claim; the payer decides.`,
  },
  'addon.51': { title: '51 on an add-on', message: (f) => `${one(f, 'code')} is an add-on: never reduced, never 51.` },
  'bilat.not-allowed': { title: '50 not allowed', message: () => 'This code has no two sides for Medicare: 50 is not allowed.' },
  'bilat.already': { title: 'Both sides already', message: () => 'This code is both sides already.' },
  'bilat.units': { title: '50 is one unit', message: (f) => `50 with ${one(f, 'units')} units: both sides are one unit.` },
  'bilat.use-50': { title: 'Use 50', message: () => 'Both sides is one line with 50.' },
  'bilat.use-two-lines': { title: 'Use two lines', message: () => 'This payer wants a line for each side.' },
  'bilat.two-units': { title: 'Two units, no side', message: () => 'Two units without a side: if both sides are meant, say 50.' },
  'bilat.paid-once': { title: 'Paid once', message: () => 'Both sides are paid as one.' },
  'side.missing': { title: 'No side', message: () => 'This code has sides, and the line names none.' },
  'side.dx': {
    title: 'Other side',
    message: (f) => `${one(f, 'code')} says ${one(f, 'diagnosis_side')}, the line says ${one(f, 'line_side')}.`,
  },
  'global.needs-modifier': {
    title: 'In a global period',
    message: (f) => `Day ${one(f, 'day')} of ${Number(f['global_days'])} after ${one(f, 'prior')}.`,
  },
  'global.visit': {
    title: 'Visit in a global period',
    message: (f) => `Day ${one(f, 'day')} of ${Number(f['global_days'])} after ${one(f, 'prior')}: the visit is part of it.`,
  },
  'global.none-open': {
    title: 'No open period',
    message: (f) => `${all(f, 'modifiers')} needs an earlier operation, and none is known here.`,
  },
  'em.needs-57': {
    title: 'Visit needs 57',
    message: () => 'A visit on the day of a major operation, or the day before, needs 57.',
  },
  'em.needs-25': { title: 'Visit needs 25', message: () => 'A visit on the day of a procedure needs 25.' },
  'em.25-for-57': { title: '57, not 25', message: () => 'Beside a major operation the decision for it is 57.' },
  'em.57-for-25': { title: '25, not 57', message: () => 'Beside a minor procedure a separate visit is 25.' },
  'asst.not-payable': { title: 'No assistant paid', message: () => 'An assistant is not paid for this code.' },
  'asst.no-concept': { title: 'No assistant', message: () => 'The concept of an assistant does not apply to this code.' },
  'asst.document': { title: 'Assistant: say why', message: () => 'An assistant is paid only when the note shows the need.' },
  'asst.performer': {
    title: 'Another claim',
    message: (f) => `An assistant’s modifier on the claim of the ${one(f, 'performer')}.`,
  },
  'asst.missing': { title: 'Assistant modifier', message: () => 'A line of the assistant’s claim needs 80, 81, 82 or AS.' },
  'cosurg.not-permitted': { title: 'No co-surgeon paid', message: () => 'Two surgeons are not paid for this code.' },
  'cosurg.no-concept': { title: 'No co-surgeon', message: () => 'The concept of two surgeons does not apply to this code.' },
  'cosurg.document': { title: 'Co-surgeon: say why', message: () => 'Two surgeons are paid only when the note shows the need.' },
  'cosurg.missing': { title: '62 missing', message: () => 'No line of the co-surgeon’s claim has 62.' },
  'team.not-permitted': { title: 'No team paid', message: () => 'A team is not paid for this code.' },
  'team.no-concept': { title: 'No team', message: () => 'The concept of a team does not apply to this code.' },
  'team.by-report': { title: 'By report', message: () => 'A team is paid by report: attach the note.' },
  'pctc.needs-26': {
    title: '26 missing',
    message: () => 'In a facility the machine is the facility’s: bill the reading with 26.',
  },
  'pctc.tc-in-facility': { title: 'TC in a facility', message: () => 'In a facility the machine part is the facility’s.' },
  'pctc.not-split': {
    title: 'Cannot be split',
    message: (f) => `${all(f, 'modifiers')}: this code has no reading and machine part.`,
  },
  'dx.missing': { title: 'No diagnosis', message: () => 'The line points to no diagnosis.', structural: true },
  'dx.bad-pointer': {
    title: 'Pointer to nothing',
    message: () => 'The line points to a diagnosis that is not in the list.',
    structural: true,
  },
  'dx.too-many': {
    title: 'Too many diagnoses',
    message: (f) => `${one(f, 'count')} diagnoses: a claim holds twelve.`,
    structural: true,
  },
  'dx.too-many-pointers': {
    title: 'Too many pointers',
    message: (f) => `${one(f, 'count')} pointers: a line holds four.`,
    structural: true,
  },
  'dx.duplicate-pointer': { title: 'Pointer twice', message: () => 'The line points to one diagnosis twice.', structural: true },
  'dx.unknown': { title: 'Unknown diagnosis', message: (f) => `${one(f, 'code')} is not an ICD-10-CM code of this date.` },
  'dx.not-billable': { title: 'Heading, not a code', message: (f) => `${one(f, 'code')} is a heading: choose one of its codes.` },
  'seq.order': { title: 'Order by value', message: () => 'Order the lines by value.' },
  'mult.51-exempt': { title: '51 not for this code', message: () => 'This code is never reduced beside others: no 51.' },
  'mult.51-first': { title: '51 on the first', message: () => '51 belongs to further procedures, not to the first.' },
  'mult.51-not-needed': { title: '51 not needed', message: () => 'This payer adds 51 itself.' },
  'mult.51-missing': { title: '51 missing', message: () => 'This payer wants 51 on further procedures.' },
  'known.part': {
    title: 'Part of another line',
    message: (f) =>
      `By Incisive’s knowledge ${one(f, 'part')} is part of ${one(f, 'whole')} at one site. Not checked against CMS’s pairs.`,
  },
  'known.primary': {
    title: 'Primary missing',
    message: (f) => `By Incisive’s knowledge ${one(f, 'code')} is added to another code, and none of those is on the claim.`,
  },
  'known.side': { title: 'No side', message: () => 'By Incisive’s knowledge this organ has sides, and the line names none.' },
  'known.both-sides': {
    title: '50 not usual',
    message: () => 'By Incisive’s knowledge this code has no two sides: 50 is not usual.',
  },
  'known.units': {
    title: 'Usually one unit',
    message: (f) => `By Incisive’s knowledge ${one(f, 'code')} is not counted; the line has ${one(f, 'units')} units.`,
  },
} satisfies Record<string, Words>;

/** The words of a finding. */
export const wordsOf = (reason: ClaimReason): Words => claimReasons[reason];
