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
const day = (facts: Facts, name: string): string => one(facts, name).replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');
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
  title: `${modifier} not supported`,
  message: () => `Attach the words of the note that support ${modifier}: ${states}.`,
});

/** What is said of each finding on a claim, once. The rules decide what is found and how grave it is. */
export const claimReasons = {
  'data.not-covered': { title: 'Not checked', message: (f) => `Not checked for ${day(f, 'date')}: ${kinds(f)}.` },
  'date.missing': { title: 'No date of service', message: () => 'There is no date of service.', structural: true },
  'date.future': { title: 'Date in the future', message: (f) => `${day(f, 'date')} is in the future.`, structural: true },
  'code.unknown': { title: 'Unknown code', message: (f) => `${one(f, 'code')} is not in the fee schedule for this date.` },
  'code.not-valid': {
    title: 'Not valid for Medicare',
    message: (f) => `${one(f, 'code')} has status ${one(f, 'status')}: Medicare requires a different code.`,
  },
  'code.excluded': {
    title: 'Excluded',
    message: (f) => `${one(f, 'code')} has status ${one(f, 'status')}: excluded from the fee schedule.`,
  },
  'code.bundled': {
    title: 'Bundled',
    message: (f) => `${one(f, 'code')} has status ${one(f, 'status')}: always bundled into another service.`,
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
    message: (f) => `${one(f, 'code')} has status ${one(f, 'status')}: paid only in special circumstances.`,
  },
  'code.anesthesia': { title: 'Anesthesia', message: (f) => `${one(f, 'code')} is paid by anesthesia time and base units.` },
  'units.invalid': { title: 'Units', message: () => 'Units must be a whole number, 1 or more.', structural: true },
  'mod.too-many': {
    title: 'Too many modifiers',
    message: (f) => `A line can have at most four modifiers; this one has ${one(f, 'count')}.`,
    structural: true,
  },
  'mod.duplicate': { title: 'Duplicate modifier', message: (f) => `${all(f, 'modifiers')} is listed twice.`, structural: true },
  'mod.unknown': {
    title: 'Unknown modifier',
    message: (f) => `${all(f, 'modifiers')} is not a known modifier; it may be payer-specific.`,
  },
  'mod.conflict': { title: 'Conflicting modifiers', message: (f) => `${all(f, 'modifiers')} can’t be used together.` },
  'mod.facility-only': { title: 'Facility only', message: (f) => `${all(f, 'modifiers')} is for facility claims only.` },
  'mod.em-only': { title: 'Visits only', message: (f) => `${all(f, 'modifiers')} is for visits only.` },
  'mod.not-for-em': { title: 'Not for visits', message: (f) => `${all(f, 'modifiers')} is not for visits.` },
  'mod.order': { title: 'Order of modifiers', message: (f) => `Usual order: ${all(f, 'order')}.` },
  'mod.22-global': { title: '22', message: () => '22 is for operations with a global period of 0, 10 or 90 days.' },
  'mod.22-evidence': evidence('22', 'substantially more work than usual'),
  'mod.52-evidence': evidence('52', 'part of the service was left out by choice'),
  'mod.53-evidence': evidence('53', 'stopped because of danger to the patient'),
  'mod.split-global': {
    title: 'Split care',
    message: (f) => `${all(f, 'modifiers')} splits a 10- or 90-day global period; this code has none.`,
  },
  'ptp.never': {
    title: 'Never together',
    message: (f) => `CMS never pays ${one(f, 'column2')} with ${one(f, 'column1')}; no modifier changes that.`,
  },
  'ptp.bundled': {
    title: 'Part of another line',
    message: (f) => `${one(f, 'column2')} is included in ${one(f, 'column1')} unless separate.`,
  },
  'ptp.same-site': {
    title: 'Same site',
    message: (f) => `${one(f, 'column2')} and ${one(f, 'column1')} name the same site: one is included in the other.`,
  },
  'ptp.one-site': {
    title: 'Site not stated',
    message: (f) => `${one(f, 'column2')} is included in ${one(f, 'column1')} at the same site. State where each was done.`,
  },
  'ptp.unbundled': { title: 'Unbundled', message: (f) => `Unbundled by ${all(f, 'modifiers')}: show the supporting words.` },
  'mue.zero': { title: 'Limit 0', message: (f) => `CMS allows no units of ${one(f, 'code')}.` },
  'mue.line': { title: 'Too many units', message: (f) => `${one(f, 'units')} units; the limit is ${one(f, 'limit')} per line.` },
  'mue.day-policy': {
    title: 'Too many units',
    message: (f) => `${one(f, 'units')} units; the limit is ${one(f, 'limit')} per day by policy.`,
  },
  'mue.day-clinical': {
    title: 'Many units',
    message: (f) => `${one(f, 'units')} units; the limit is ${one(f, 'limit')} per day by clinical data.`,
  },
  'dup.line': {
    title: 'Duplicate line',
    message: (f) => `${one(f, 'code')} is listed twice with the same modifiers. Combine the lines, or show how they differ.`,
  },
  'addon.no-primary': {
    title: 'Primary missing',
    message: (f) => `${one(f, 'code')} is an add-on code, and none of its primary codes is on the claim.`,
  },
  'addon.alone': {
    title: 'Add-on alone',
    message: (f) => `${one(f, 'code')} is an add-on code, and no primary procedure is on the claim.`,
  },
  'addon.unlisted-primary': {
    title: 'Primary not listed',
    message: (f) => `None of the primary codes listed for ${one(f, 'code')} is on the claim; the payer decides.`,
  },
  'addon.51': { title: '51 on an add-on', message: (f) => `${one(f, 'code')} is an add-on code: never reduced, never 51.` },
  'bilat.not-allowed': {
    title: '50 not allowed',
    message: () => 'Medicare does not treat this code as bilateral: 50 is not allowed.',
  },
  'bilat.already': { title: 'Already bilateral', message: () => 'This code already covers both sides.' },
  'bilat.units': { title: '50 is one unit', message: (f) => `50 with ${one(f, 'units')} units: both sides count as one unit.` },
  'bilat.use-50': { title: 'Use 50', message: () => 'Report both sides on one line with 50.' },
  'bilat.use-two-lines': { title: 'Use two lines', message: () => 'This payer wants one line per side.' },
  'bilat.two-units': { title: 'Two units, no side', message: () => 'Two units with no side: if both sides were done, use 50.' },
  'bilat.paid-once': { title: 'Paid once', message: () => 'Both sides are paid as one.' },
  'side.missing': { title: 'No side', message: () => 'This code needs a side, and the line has none.' },
  'side.dx': {
    title: 'Side mismatch',
    message: (f) => `${one(f, 'code')} is ${one(f, 'diagnosis_side')}; the line is ${one(f, 'line_side')}.`,
  },
  'global.needs-modifier': {
    title: 'In a global period',
    message: (f) => `Day ${one(f, 'day')} of ${Number(f['global_days'])} after ${one(f, 'prior')}.`,
  },
  'global.visit': {
    title: 'Visit in a global period',
    message: (f) => `Day ${one(f, 'day')} of ${Number(f['global_days'])} after ${one(f, 'prior')}: the visit is included.`,
  },
  'global.none-open': {
    title: 'No open period',
    message: (f) => `${all(f, 'modifiers')} needs an earlier operation, and none is on record here.`,
  },
  'em.needs-57': {
    title: 'Visit needs 57',
    message: () => 'A visit on the day of a major operation, or the day before, needs 57.',
  },
  'em.needs-25': { title: 'Visit needs 25', message: () => 'A visit on the day of a procedure needs 25.' },
  'em.25-for-57': { title: '57, not 25', message: () => 'With a major operation, the decision for surgery takes 57.' },
  'em.57-for-25': { title: '25, not 57', message: () => 'With a minor procedure, a separate visit takes 25.' },
  'asst.not-payable': { title: 'No assistant paid', message: () => 'An assistant is not paid for this code.' },
  'asst.no-concept': { title: 'No assistant', message: () => 'The assistant-surgeon concept does not apply to this code.' },
  'asst.document': {
    title: 'Assistant: document why',
    message: () => 'An assistant is paid only when the note documents the need.',
  },
  'asst.performer': {
    title: 'Another claim',
    message: (f) => `An assistant’s modifier is on the claim of the ${one(f, 'performer')}.`,
  },
  'asst.missing': { title: 'Assistant modifier', message: () => 'A line on the assistant’s claim needs 80, 81, 82 or AS.' },
  'cosurg.not-permitted': { title: 'No co-surgeon paid', message: () => 'Co-surgeons are not paid for this code.' },
  'cosurg.no-concept': { title: 'No co-surgeon', message: () => 'The co-surgeon concept does not apply to this code.' },
  'cosurg.document': {
    title: 'Co-surgeon: document why',
    message: () => 'Co-surgeons are paid only when the note documents the need.',
  },
  'cosurg.missing': { title: '62 missing', message: () => 'No line on the co-surgeon’s claim has 62.' },
  'team.not-permitted': { title: 'No team paid', message: () => 'A team is not paid for this code.' },
  'team.no-concept': { title: 'No team', message: () => 'The surgical-team concept does not apply to this code.' },
  'team.by-report': { title: 'By report', message: () => 'A team is paid by report: attach the note.' },
  'pctc.needs-26': {
    title: '26 missing',
    message: () => 'In a facility, the equipment is the facility’s: bill the professional component with 26.',
  },
  'pctc.tc-in-facility': {
    title: 'TC in a facility',
    message: () => 'In a facility, the technical component is the facility’s.',
  },
  'pctc.not-split': {
    title: 'Cannot be split',
    message: (f) => `${all(f, 'modifiers')}: this code has no professional and technical components.`,
  },
  'dx.missing': { title: 'No diagnosis', message: () => 'No diagnosis is pointed to.', structural: true },
  'dx.bad-pointer': {
    title: 'Invalid pointer',
    message: () => 'The line points to a diagnosis that is not in the list.',
    structural: true,
  },
  'dx.too-many': {
    title: 'Too many diagnoses',
    message: (f) => `A claim can have at most twelve diagnoses; this one has ${one(f, 'count')}.`,
    structural: true,
  },
  'dx.too-many-pointers': {
    title: 'Too many pointers',
    message: (f) => `A line can have at most four pointers; this one has ${one(f, 'count')}.`,
    structural: true,
  },
  'dx.duplicate-pointer': {
    title: 'Duplicate pointer',
    message: () => 'The line points to the same diagnosis twice.',
    structural: true,
  },
  'dx.unknown': { title: 'Unknown diagnosis', message: (f) => `${one(f, 'code')} is not an ICD-10-CM code on this date.` },
  'dx.not-billable': { title: 'Not billable', message: (f) => `${one(f, 'code')} is a category: choose one of its codes.` },
  'seq.order': { title: 'Order by value', message: () => 'Order the lines by value, highest first.' },
  'mult.51-exempt': { title: '51 not for this code', message: () => 'This code is never reduced with other procedures: no 51.' },
  'mult.51-first': { title: '51 on the first', message: () => '51 goes on additional procedures, not on the first.' },
  'mult.51-not-needed': { title: '51 not needed', message: () => 'This payer adds 51 itself.' },
  'mult.51-missing': { title: '51 missing', message: () => 'This payer wants 51 on additional procedures.' },
  'known.part': {
    title: 'Part of another line',
    message: (f) =>
      `By Incisive’s own knowledge, ${one(f, 'part')} is included in ${one(f, 'whole')} at the same site. Not checked against CMS pairs.`,
  },
  'known.primary': {
    title: 'Primary missing',
    message: (f) =>
      `By Incisive’s own knowledge, ${one(f, 'code')} is an add-on code, and none of its primary codes is on the claim.`,
  },
  'known.side': {
    title: 'No side',
    message: () => 'By Incisive’s own knowledge, this code needs a side, and the line has none.',
  },
  'known.both-sides': {
    title: '50 not usual',
    message: () => 'By Incisive’s own knowledge, this code is not bilateral: 50 is unusual.',
  },
  'known.units': {
    title: 'Usually one unit',
    message: (f) => `By Incisive’s own knowledge, ${one(f, 'code')} is usually one unit; the line has ${one(f, 'units')}.`,
  },
} satisfies Record<string, Words>;

/** The words of a finding. */
export const wordsOf = (reason: ClaimReason): Words => claimReasons[reason];
