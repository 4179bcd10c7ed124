import { expect, test } from 'vitest';
import { shippedEngine } from '../eval/shipped.ts';
import { type Suggestion } from './index.ts';

const engine = shippedEngine();
const answer = (heading: string): Suggestion[] => engine.suggest(`PROCEDURE: ${heading}.\n`).suggestions;
const share = (right: readonly boolean[]): number => right.filter(Boolean).length / right.length;

/** Headings of two acts, with the codes of each; any of them will do where the heading leaves it open. */
const SEVERAL: readonly (readonly [string, ...string[]])[] = [
  ['EGD with biopsy and colonoscopy with snare polypectomy', '43239', '45385'],
  ['EGD with biopsy, colonoscopy with polypectomy', '43239', '45385'],
  ['EGD with biopsy and colonoscopy', '43239', '45378'],
  ['EGD and colonoscopy with biopsies', '43235/43239', '45380'],
  ['Upper endoscopy with biopsy / colonoscopy with biopsy', '43239', '45380'],
  ['Esophagogastroduodenoscopy with dilation; colonoscopy with hot biopsy', '43249/43248', '45384'],
  ['Laparoscopic cholecystectomy and umbilical hernia repair', '47562', '49591/49592/49593'],
  ['Laparoscopic appendectomy with open umbilical hernia repair', '44970', '49591/49592'],
  ['Laparoscopic sleeve gastrectomy and hiatal hernia repair', '43775', '43281'],
  ['Total thyroidectomy and tracheostomy', '60240', '31600'],
  ['Thyroid isthmusectomy with tracheostomy', '60200/60210', '31600'],
  ['Bilateral myringotomy with tubes and adenoidectomy', '69436', '42830'],
  ['Adenoidectomy, bilateral myringotomy with tympanostomy tube placement, age 3', '69436', '42830'],
  ['Tonsillectomy and adenoidectomy, bilateral tympanostomy tubes, age 4', '42820', '69436'],
  ['Septoplasty and bilateral inferior turbinate reduction', '30520', '30140/30802/30801'],
  ['Septoplasty, bilateral maxillary antrostomy', '30520', '31256'],
  ['Direct laryngoscopy with biopsy and rigid esophagoscopy', '31535/31536', '43191'],
  ['Right orchiopexy and right inguinal hernia repair, age 2', '54640', '49500'],
  ['Circumcision and left orchiopexy', '54161', '54640'],
  ['Cystoscopy with ureteral stent placement and circumcision', '52332', '54161'],
  ['TURBT and left ureteroscopy with laser lithotripsy', '52234/52235/52240', '52356/52353'],
  ['TURP and bilateral vasectomy', '52601', '55250'],
  ['Right carpal tunnel release and right ring trigger finger release', '64721', '26055'],
  ['Right carpal tunnel release + cubital tunnel release', '64721', '64718'],
  ['Left de Quervain release, left carpal tunnel release', '25000', '64721'],
  ['Bunionectomy with distal metatarsal osteotomy and second hammertoe correction', '28296', '28285'],
  ['Arthroscopic rotator cuff repair and subacromial decompression', '29827', '29826'],
  ['Knee arthroscopy with partial medial meniscectomy and ACL reconstruction', '29888', '29881'],
  ['ORIF distal radius fracture and carpal tunnel release', '25607/25608/25609', '64721'],
  ['Port removal and left breast lumpectomy', '36590', '19301'],
  ['Left partial mastectomy and sentinel lymph node biopsy', '19301', '38525/38500'],
  ['Bilateral mastectomy with immediate tissue expander placement', '19303', '19357'],
  ['Hysteroscopy D&C and laparoscopic bilateral salpingectomy', '58558', '58661'],
  ['Total vaginal hysterectomy and anterior colporrhaphy', '58260', '57240'],
  ['Cesarean section and bilateral tubal ligation', '59514/59510', '58611'],
  ['Midurethral sling / cystoscopy / posterior repair', '57288', '57250'],
  ['LEEP and endometrial biopsy', '57522/57460/57461', '58100/58110'],
  ['Cataract extraction with IOL right eye and pterygium excision', '66984', '65420'],
  ['Pars plana vitrectomy and cataract extraction with lens implant', '67036', '66984'],
  ['Bilateral upper lid blepharoplasty and ptosis repair', '15823/15822', '67904/67903/67901'],
  ['Bronchoscopy with lavage and right chest tube placement', '31624', '32551'],
  ['Tracheostomy and PEG tube placement', '31600', '43246'],
  ['Percutaneous tracheostomy; percutaneous endoscopic gastrostomy', '31600', '43246'],
  ['Permanent pacemaker placement and AV node ablation', '33208/33207', '93650'],
  ['Carotid endarterectomy and femoral embolectomy', '35301', '34201'],
  ['AV fistula creation and tunneled dialysis catheter placement', '36821', '36558'],
  ['Excision of lipoma of back and excision of skin tag of neck', '21930/21931', '11200'],
  ['Excision scalp cyst, punch biopsy left arm', '11420/11421/11422/11423', '11104'],
  ['Exam under anesthesia with fistulotomy and hemorrhoid banding', '46270/46275/46280', '46221'],
  ['Ventral hernia repair with mesh and panniculectomy', '49593/49594/49595/49591', '15830'],
  ['Lumbar laminectomy L4-5 and placement of intrathecal pump', '63047/63005', '62362'],
  ['ACDF C5-6 and posterior cervical laminectomy', '22551', '63045/63001/63015'],
  ['Right frontal craniotomy for tumor and external ventricular drain', '61510', '61107/61210'],
  ['Right total knee arthroplasty and left knee cortisone injection', '27447', '20610'],
  ['Left hip hemiarthroplasty and closed reduction of distal radius fracture', '27236', '25605'],
];

/** Headings whose "and" joins the parts of one act. */
const JOINED: readonly (readonly [string, ...string[]])[] = [
  ['Incision and drainage of abscess of buttock', '10060/10061'],
  ['Tonsillectomy and adenoidectomy, age 6', '42820'],
  ['Dilation and curettage', '58120'],
  ['Bilateral salpingo-oophorectomy, laparoscopic', '58661'],
  ['Open reduction and internal fixation of right ankle bimalleolar fracture', '27814'],
  ['Irrigation and debridement of open tibia fracture', '11012/11010/11011'],
  ['Suction dilatation and curettage for missed abortion', '59820'],
  ['Excision and layered closure of 2 cm lipoma of shoulder', '23075/23071'],
  ['Aspiration and injection of right knee', '20610'],
  ['Anterior and posterior colporrhaphy', '57260'],
  ['Laparoscopic total hysterectomy and bilateral salpingo-oophorectomy', '58571/58573'],
  ['Cystoscopy and retrograde pyelogram', '52005'],
  ['Closed reduction and percutaneous pinning of supracondylar humerus fracture', '24538'],
  ['Removal and replacement of penile prosthesis', '54410'],
];

const rowsOf = ([heading, ...wanted]: readonly [string, ...string[]]): (Suggestion | undefined)[] => {
  const rows = answer(heading);
  return wanted.map((codes) => rows.find(({ code }) => codes.split('/').includes(code)));
};

test('two acts of one heading are two procedures', () => {
  expect(SEVERAL.length).toBeGreaterThanOrEqual(50);
  const apart = SEVERAL.map((heading) => {
    const rows = rowsOf(heading);
    return rows.every((row) => row !== undefined) && new Set(rows.map((row) => row?.group)).size === rows.length;
  });
  expect(share(apart)).toBeGreaterThanOrEqual(0.92);
});

test('each of them is told by words of its own', () => {
  const first = SEVERAL.map((heading) => rowsOf(heading).some((row) => row?.rank === 1));
  expect(share(first)).toBeGreaterThanOrEqual(0.9);
  const near = SEVERAL.flatMap((heading) => rowsOf(heading).map((row) => (row?.rank ?? 99) <= 5));
  expect(share(near)).toBeGreaterThanOrEqual(0.92);
});

test('the joined parts of one act are one procedure', () => {
  const first = JOINED.map((heading) => rowsOf(heading)[0]?.rank === 1);
  expect(share(first)).toBeGreaterThanOrEqual(0.75);
  const alone = JOINED.map(([heading]) => answer(heading).filter(({ tier }) => tier === 'likely').length <= 1);
  expect(share(alone)).toBeGreaterThanOrEqual(0.75);
});

test('the name of one sibling speaks against the other in its own item of the heading alone', () => {
  const both =
    '1. Left percutaneous nephrostomy placement\n2. Right nephrostomy catheter exchange\n\nUnder ultrasound the left collecting system ' +
    'was punctured and an 8 Fr nephrostomy placed over a wire. The right nephrostomy was exchanged over a wire for a new one.';
  const likely = (text: string): string[] =>
    engine.suggest(text).suggestions.flatMap(({ code, tier }) => (tier === 'likely' ? [code] : []));
  expect(likely(`PROCEDURE:\n${both}`).sort()).toEqual(['50432', '50435']);
  expect(likely(`EXAM: ${both.replace('\n2.', ' 2.')}`).sort()).toEqual(['50432', '50435']);
  // A look is part of what was done through the same ports, whatever stands in its own item.
  expect(likely('PROCEDURE:\n1. Diagnostic laparoscopy\n2. Laparoscopic aspiration of an ovarian cyst\n')).not.toContain('49320');
});
