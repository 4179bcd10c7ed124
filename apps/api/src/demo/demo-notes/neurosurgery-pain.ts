import { approved, assigned, coded, rejected } from './demo-note.ts';
import type { DemoNote } from './demo-note.ts';

export const neurosurgeryPainNotes: readonly DemoNote[] = [
  {
    kind: 'op',
    filename: null,
    text: `PREOPERATIVE DIAGNOSIS: Cervical spondylosis with left C6 radiculopathy, C5-6.
POSTOPERATIVE DIAGNOSIS: Same.
OPERATION PERFORMED:
1. Anterior cervical discectomy with decompression and interbody arthrodesis, C5-C6.
2. Placement of intervertebral PEEK cage, C5-C6.
3. Anterior plate and screws, C5-C6.
4. Morselized allograft.
DESCRIPTION: Right-sided transverse incision, level confirmed by fluoroscopy. The disc was removed under the microscope and posterior osteophytes were drilled until the dura and both C6 roots were free. The end plates were prepared, a 7 mm cage packed with allograft was tapped in, and a 14 mm plate was fixed with four screws. Final films were satisfactory.`,
    codes: [approved('22551'), approved('22853'), assigned('22845'), coded('20930')],
    dx: ['M47.22'],
  },
  {
    kind: 'op',
    filename: null,
    text: `LEFT L4-L5 MICRODISCECTOMY

Patient prone on the Wilson frame. After a localizing film a 2.5 cm midline incision was made and a tubular retractor docked on the left L4 lamina. A hemilaminotomy and medial facetectomy were done with the drill under the operating microscope. The traversing L5 root was retracted and a free fragment was removed below it, then loose disc from the space. The root was slack at the end. No durotomy. No fusion was done.`,
    codes: [approved('63030'), rejected('63047')],
    dx: ['M51.16'],
  },
  {
    kind: 'op',
    filename: 'burr-holes.docx',
    text: `Procedure performed: Right frontal and parietal burr holes with evacuation of chronic subdural hematoma and placement of a subdural drain.
Preoperative diagnosis: Right chronic subdural hematoma with 11 mm midline shift.
Course: Two burr holes were made over the thickest part of the collection. The dura was opened in a cruciate way; dark fluid under pressure came out and was irrigated until clear through both holes. The brain came up slowly. A soft drain was placed through the frontal hole and tunneled. Galea and skin closed.`,
    codes: [],
  },
  {
    kind: 'op',
    filename: null,
    text: `DIAGNOSIS: Lumbar radiculopathy, right L5.
PROCEDURE: Right L5-S1 transforaminal epidural steroid injection with fluoroscopic guidance.
The patient lay prone. With an oblique view a 22 gauge spinal needle was advanced under the pedicle of L5 on the right. Contrast outlined the root and spread into the epidural space without vascular uptake. Dexamethasone 10 mg with 1 mL of bupivacaine was injected. The left side was not treated.`,
    codes: [],
  },
  {
    kind: 'op',
    filename: 'facet-rfa.txt',
    text: `Pain procedure record
bilateral L4-5 and L5-S1 facet denervation by radiofrequency, fluoro guided
Prior medial branch blocks gave 85 percent relief twice. Cannulas were placed at the junction of the transverse process and superior articular process at L4 and L5 and at the sacral ala on each side. Sensory and motor testing negative for leg movement. Lesion 80 degrees for 90 seconds at each. Tolerated well.`,
    codes: [approved('64635'), assigned('64636')],
    dx: ['M47.816'],
  },
];
