/** Parts of a limb from the trunk outward; neighbors overlap in what notes say of them. */
const ARM: readonly RegExp[] = [
  /\b(shoulder|rotator|clavic|acromio|gleno|humeral head|labr(um|al)|bicep)/i,
  /\b(humer(us|al)|upper arm|arm)\b/i,
  /\b(elbow|olecranon|cubital|epicondyl)/i,
  /\b(forearm|radi(us|al)|ulnar?)\b/i,
  /\b(wrist|carpal|carpus|scaphoid|de ?quervain|median nerve)/i,
  /\b(hands?|palm(ar)?|metacarp|carpometacarp|CMC|basal joint|trapezi|dupuytren)/i,
  /\b(fingers?|thumb|phalan|fingernails?|trigger)/i,
];
const LEG: readonly RegExp[] = [
  /\b(hips?|acetab|femoral (head|neck)|buttock|sacroiliac|trochant)/i,
  /\b(thigh|femur|femoral shaft)/i,
  /\b(knees?|menisc|patell|cruciate|acl|popliteal|tibial plateau)/i,
  /\b(lower leg|tibia|tibial|fibula|calf|below-knee|leg|saphenous)\b/i,
  /\b(ankles?|achilles|malleol|talus)/i,
  /\b(foot|feet|heel|metatars|calcane|plantar|bunion)/i,
  /\b(toes?|hallux|hammertoe)/i,
];
/** Parts of the body that have a right and a left. */
const PARTS: readonly (readonly [string, RegExp])[] = [
  [
    'eye',
    /\b(eyes?|lens|cataract|ocular|retina|vitre|cornea|pterygi|glaucoma|eyelid|lids?|orbit|conjunctiv|strabism|lacrimal|phaco)/i,
  ],
  ['ear', /\b(ears?|myringo|tympan|mastoid|cochlea|otitis)/i],
  ['nose', /\b(nose|nasal|sinus|turbinate|sept(um|al|o)|maxillary|ethmoid|sphenoid|frontal sinus|antrost)/i],
  ['breast', /\b(breasts?|mastectom|lumpectom|mammar|axill|nipple|areola)/i],
  ['kidney', /\b(kidneys?|renal|ureter|nephr|pyelo|uretero)/i],
  ['groin', /\b(inguinal|groin|hernia|scrot|testi|orchi|spermatic|hydrocel|varicocel|epididym|femoral hernia)/i],
  ['adnexa', /\b(ovar|tubes?\b|tubal|adnex|salping|oophor|fallopian)/i],
  ['chest', /\b(lungs?|chest|pleura|thorac|lobe|\w*thorax|ribs?|effusion|empyema|decort|VATS)/i],
  ['neck', /\b(neck|carotid|jugular|subclavian|thyroid|parotid|submandib)/i],
  ['face', /\b(face|facial|cheek|zygom|jaw|mandib|temple|brow|forehead|lip)/i],
  ['spine', /\b(lumbar|cervical|sacral|foramin|laminot|facet|[LCTS]\d)/i],
];
const WHOLE_ARM = /\b(upper extremit|arm)\b/i;
const WHOLE_LEG = /\b(lower extremit|leg)\b/i;

/** Where on the body words are: parts by name, and how far out on a limb. */
export type Region = { readonly parts: ReadonlySet<string>; readonly arm: readonly number[]; readonly leg: readonly number[] };

/** The region that words name; empty when they name none. */
export function regionOf(said: string): Region {
  const words = said.replace(/hand[- ]assisted/gi, '');
  const along = (limb: readonly RegExp[], whole: RegExp): number[] => {
    const found = limb.flatMap((pattern, at) => (pattern.test(words) ? [at] : []));
    return whole.test(words) && found.length <= 1 ? limb.map((_, at) => at) : found;
  };
  return {
    parts: new Set(PARTS.flatMap(([name, pattern]) => (pattern.test(words) ? [name] : []))),
    arm: along(ARM, WHOLE_ARM),
    leg: along(LEG, WHOLE_LEG),
  };
}

const isEmpty = (region: Region): boolean => region.parts.size === 0 && region.arm.length === 0 && region.leg.length === 0;
const near = (a: readonly number[], b: readonly number[]): boolean => a.some((x) => b.some((y) => Math.abs(x - y) <= 1));

/** Whether two regions may be one place; undefined when one of them names none. */
export function sameRegion(a: Region, b: Region): boolean | undefined {
  if (isEmpty(a) || isEmpty(b)) return undefined;
  return [...a.parts].some((part) => b.parts.has(part)) || near(a.arm, b.arm) || near(a.leg, b.leg);
}
