/** What people write short, as the published descriptions say it. */
const abbreviations: Readonly<Record<string, string>> = {
  rt: 'right',
  lt: 'left',
  r: 'right',
  l: 'left',
  bilat: 'bilateral',
  fx: 'fracture',
  oa: 'osteoarthritis',
  djd: 'osteoarthritis',
  ca: 'malignant neoplasm',
  cts: 'carpal tunnel syndrome',
  dm: 'diabetes',
  htn: 'hypertension',
  cad: 'coronary artery',
  chf: 'heart failure',
  copd: 'chronic obstructive pulmonary',
  gerd: 'gastro-esophageal reflux',
  hnp: 'disc displacement',
  bph: 'hyperplasia of prostate',
  dvt: 'deep vein',
  uti: 'urinary tract infection',
  bcc: 'basal cell',
  scc: 'squamous cell',
  od: 'right eye',
  os: 'left eye',
  ou: 'bilateral eyes',
};

/** What surgeons call a thing, and words of the descriptions that mean it: said beside the words of the note, not in their place. */
const meanings: readonly (readonly [said: RegExp, means: string])[] = [
  [/\bgall ?stones?\b|\bcholelithiasis\b|\bbiliary colic\b/, 'calculus gallbladder'],
  [/\bcholecystitis\b/, 'cholecystitis gallbladder'],
  [/\bcholedocholithiasis\b/, 'calculus bile duct'],
  [/\b(kidney|renal) stones?\b|\bnephrolithiasis\b/, 'calculus kidney'],
  [/\bureter\w* stones?\b|\bureterolithiasis\b/, 'calculus ureter'],
  [/\bbladder stones?\b/, 'calculus bladder'],
  [/\b(kidney|renal) (mass|tumor)\b/, 'disorder kidney'],
  [/\bstenosing tenosynovitis\b|\btrigger (finger|digit)\b/, 'trigger finger'],
  [/\btorn\b|\btear\b|\brupture\w*\b/, 'tear rupture'],
  [/\b(acl|anterior cruciate)\b/, 'sprain anterior cruciate ligament'],
  [/\bmeniscal\b/, 'meniscus'],
  [/\brotator cuff\b/, 'rotator cuff'],
  [/\bslap\b|\bsuperior labr\w+/, 'superior glenoid labrum lesion'],
  [/\b(degenerative joint disease|arthritis|arthrosis|osteoarthrosis)\b/, 'osteoarthritis'],
  [/\bosteoarthritis\b.*\bknees?\b|\bknees?\b.*\bosteoarthritis\b/, 'unilateral primary knee'],
  [/\bdegenerative dis[ck] disease\b/, 'intervertebral disc degeneration'],
  [/\bherniated\b|\bherniation\b|\bruptured dis[ck]\b/, 'disc displacement'],
  [/\bspondylosis\b/, 'spondylosis'],
  [/\bmyelopathy\b/, 'myelopathy'],
  [/\b(l\d|lumbar)\b/, 'lumbar region'],
  [/\bc\d\b|\bcervical (spine|dis[ck]|radiculopathy|stenosis|spondyl\w+)/, 'cervical region'],
  [/\blumbar\b.*\bstenosis\b|\bstenosis\b.*\blumbar\b|\bspinal stenosis\b/, 'spinal stenosis'],
  [/\bdistal radi(us|al)\b/, 'lower end radius'],
  [/\bdistal\b/, 'lower end'],
  [/\bproximal\b/, 'upper end'],
  [/\bhip fracture\b|\bfemoral neck\b/, 'neck femur'],
  [/\bcataracts?\b/, 'cataract'],
  [/\bnuclear scler\w+/, 'nuclear cataract'],
  [/\bptosis\b|\bdermatochalasis\b/, 'eyelid'],
  [/\bectopic\b|\btubal pregnancy\b/, 'ectopic tubal pregnancy'],
  [/\bfibroids?\b|\bleiomyomat\w+|\bmyomas?\b/, 'leiomyoma uterus'],
  [/\bmenorrhagia\b|\bheavy menstrual\b/, 'excessive frequent menstruation'],
  [/\bmetrorrhagia\b|\babnormal uterine bleeding\b|\bdysfunctional uterine\b/, 'abnormal uterine vaginal bleeding'],
  [/\bblighted ovum\b/, 'blighted ovum'],
  [/\bmissed (abortion|ab)\b/, 'missed abortion'],
  [/\bincomplete (abortion|ab)\b/, 'incomplete spontaneous abortion'],
  [/\b(desires?|requests?|undesired fertility|multiparity)\b.*/, 'encounter sterilization'],
  [/\b(bph|prostat(e|ic) (hypertrophy|enlargement)|enlarged prostate)\b/, 'benign prostatic hyperplasia'],
  [/\bprostate cancer\b|\b(adeno)?carcinoma of (the )?prostate\b/, 'malignant neoplasm prostate'],
  [/\b(cancer|carcinoma|adenocarcinoma|malignancy)\b/, 'malignant neoplasm'],
  [/\bmetasta\w+/, 'secondary malignant neoplasm'],
  [/\bbasal cell\b/, 'basal cell carcinoma skin'],
  [/\bsquamous cell\b.*\b(skin|face|scalp|ear|nose|lip|cheek|arm|leg|hand)\b/, 'squamous cell carcinoma skin'],
  [/\b(cad|coronary artery disease|coronary disease)\b/, 'atherosclerotic heart disease native coronary artery'],
  [/\b(pvd|pad|peripheral (vascular|arterial) disease|claudication)\b/, 'atherosclerosis native arteries extremities'],
  [/\baortic aneurysm\b|\baaa\b/, 'abdominal aortic aneurysm'],
  [/\bcarotid (artery )?stenosis\b/, 'occlusion stenosis carotid artery'],
  [/\b(esrd|end.?stage (renal|kidney))\b/, 'end stage renal disease'],
  [/\b(renal|kidney) failure\b/, 'kidney failure'],
  [/\bpleural effusion\b/, 'pleural effusion'],
  [/\bempyema\b/, 'pyothorax'],
  [/\bappendicitis\b/, 'acute appendicitis'],
  [/\b(perforated|ruptured) append\w+/, 'perforation'],
  [/\bdiverticulosis\b/, 'diverticulosis large intestine'],
  [/\bdiverticulitis\b/, 'diverticulitis large intestine'],
  [/\b(colon(ic)?|rectal|cecal|sigmoid) polyps?\b|\bpolyps? of (the )?colon\b/, 'polyp colon'],
  [/\bh(a)?emorrhoids?\b/, 'hemorrhoids'],
  [/\bpilonidal\b/, 'pilonidal cyst'],
  [/\bfistula.in.ano\b|\banal fistula\b|\b\w+sphincteric fistula\b/, 'anal fistula'],
  [/\bbowel obstruction\b|\bsbo\b/, 'intestinal obstruction'],
  [/\bmorbid(ly)? obes\w+/, 'morbid obesity'],
  [/\bforeign body\b.*\besophag\w+|\besophag\w+.*\bforeign body\b/, 'foreign body in esophagus initial'],
  [/\bdysphagia\b/, 'dysphagia'],
  [/\bbreast (mass|lump)\b|\bmass of (the )?\w* ?breast\b/, 'unspecified lump breast'],
  [/\b(abnormal|suspicious)\b.*\bmammogra\w+/, 'abnormal inconclusive findings mammography'],
  [/\b(dcis|ductal carcinoma in situ)\b/, 'intraductal carcinoma in situ breast'],
  [/\bhydrocele\b|\bspermatocele\b/, 'hydrocele'],
  [/\b(undescended|cryptorchid\w*)\b/, 'undescended testicle'],
  [/\bstress (urinary )?incontinence\b/, 'stress incontinence'],
  [/\btonsillar hypertrophy\b|\benlarged tonsils\b/, 'hypertrophy tonsils'],
  [/\badenoid(al)? hypertrophy\b/, 'hypertrophy adenoids'],
  [/\botitis media\b/, 'otitis media'],
  [/\bdeviated (nasal )?septum\b|\bseptal deviation\b/, 'deviated nasal septum'],
  [/\bsleep apnea\b|\bosa\b/, 'obstructive sleep apnea'],
  [/\bbunions?\b/, 'bunion hallux valgus'],
  [/\bhammer ?toes?\b/, 'hammer toe'],
  [/\bosteomyelitis\b/, 'osteomyelitis'],
  [/\bsubdural\b/, 'subdural hemorrhage'],
  [/\bpituitary (tumor|adenoma|macroadenoma)\b/, 'benign neoplasm pituitary gland'],
  [/\bendometrial polyps?\b/, 'polyp corpus uteri'],
  [/\bhypoxia\b/, 'hypoxemia'],
  [/\b(kidney|renal) cancer\b|\brenal cell\b/, 'malignant neoplasm kidney'],
  [/\bpost.?tonsillectomy\b/, 'postprocedural'],
  [/\bcesarean\b|\bc-section\b/, 'cesarean delivery'],
  [/\bmicrocalcifications?\b/, 'mammographic microcalcification'],
  [/\b(coronal|glanular)\b/, 'balanic'],
  [/\bcoins?\b|\bpenny\b/, 'foreign object'],
  [/\bnon.?perforated\b|\bunruptured\b/, 'acute'],
  [/\blaceration\b/, 'laceration'],
];

/** Said in descriptions of nearly everything, or taken for granted: neither for nor against a code. */
export const plainWords: ReadonlySet<string> = new Set(
  'a an and as at by female for from in into of on or the to with without not no other unspecified specified elsewhere classified nos nec initial encounter closed due type site part primary'.split(
    ' ',
  ),
);
/** How a thing is, said of many things: they decide among codes that other words found, and find none themselves. */
export const manners: ReadonlySet<string> = new Set(
  'painful enlarged massive large small severe symptomatic visually history perforated multiple recurrent'.split(' '),
);
/** Words of a later visit, or of another patient: such a code is proposed only where they are said. */
export const lateWords: ReadonlySet<string> = new Set(
  'subsequent sequela nonunion malunion delayed newborn obstetric maternal puerperium'.split(' '),
);

const plural = /(?<=[a-z]{3}[^su])s$/;
export const stem = (word: string): string => word.replace(plural, '');

/** The words of a description or of a note, as both are compared. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/disk/g, 'disc')
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !/^\d+$/.test(word))
    .map(stem);

/** Words typed in search, as the descriptions say them. */
export const spelledOut = (word: string): string => abbreviations[word] ?? word;

/** From here on a diagnosis tells its circumstances. */
const aside = /\b(status post|s\/p|rule out|history of|possible|questionable|no prior)\b/;
/** What a diagnosis says is not there, up to the next comma or "with". */
const deniedWords = /\b(?:without|no evidence of|negative for)\b.*?(?=[,;]|\bwith\b|$)/g;
/** No diagnosis is longer; a note may hold anything. */
const longest = 300;

/** The diagnosis itself: without what stands in brackets and what is told beside it. */
export function toldBy(phrase: string): string {
  const told = phrase
    .slice(0, longest)
    .toLowerCase()
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ' ');
  const turn = told.search(aside);
  return (turn > 3 ? told.slice(0, turn) : told).replaceAll(deniedWords, ' ');
}

/** The words that a diagnosis of a note stands for: its own, spelled out, and what they mean in descriptions. */
export function meantBy(phrase: string): Set<string> {
  const said = toldBy(phrase).replaceAll(/[a-z]+/g, (word) => (word.length > 1 ? spelledOut(word) : word));
  const also = meanings.flatMap(([when, means]) => (when.test(said) ? [means] : []));
  return new Set([...wordsOf(said), ...also.flatMap(wordsOf)].filter((word) => !plainWords.has(word)));
}
