import { approved, assigned, coded } from './demo-note.ts';
import type { DemoNote } from './demo-note.ts';

export const skinPlasticNotes: readonly DemoNote[] = [
  {
    kind: 'op',
    filename: null,
    text: `PREOPERATIVE DIAGNOSIS: Basal cell carcinoma, left cheek.
POSTOPERATIVE DIAGNOSIS: Same, clear margins on permanent section.
PROCEDURE: Excision of basal cell carcinoma of the left cheek, excised diameter 1.8 cm, with intermediate layered closure, 4.0 cm.
The lesion measured 1.0 cm and was removed as an ellipse with 4 mm margins down to the superficial fat. Deep dermis was closed with 5-0 Monocryl and skin with 6-0 nylon. Undermining was not needed.`,
    codes: [approved('11642'), approved('12052')],
    dx: ['C44.319'],
  },
  {
    kind: 'op',
    filename: 'forearm-laceration.txt',
    text: `Emergency department procedure note.
Simple repair of laceration, right forearm, 6.5 cm. Glass injury two hours ago. Sensation, tendon function and capillary refill are intact; X-ray shows no foreign body. Lidocaine 1% with epinephrine. Washed with 500 mL saline. Single-layer closure with 4-0 nylon, nine stitches. Tetanus up to date.`,
    codes: [coded('12002')],
    dx: ['S51.811A'],
  },
  {
    kind: 'op',
    filename: null,
    text: `PROCEDURE: Split-thickness skin graft to the right lower leg, 180 sq cm, with excisional preparation of the wound bed.
INDICATION: Full-thickness wound after necrotizing infection, now clean.
The granulating bed and scar were sharply excised to healthy fat over the whole 180 sq cm. A 0.012 inch graft was taken from the right thigh with a dermatome, meshed 1.5 to 1, and fixed with staples. A negative pressure dressing was put over the graft.`,
    codes: [approved('15100'), approved('15101'), assigned('15002')],
    dx: ['S81.801A'],
  },
  {
    kind: 'op',
    filename: 'breast-reduction.pdf',
    text: `Operation: bilateral reduction mammaplasty, inferior pedicle, Wise pattern.
Diagnosis: symptomatic macromastia.
Right 640 g and left 605 g were removed. With the patient marked standing, the pedicles were de-epithelialized, and medial, lateral and superior tissue was excised. Nipples were pink at the end. Closed over no drains. No liposuction was done.`,
    codes: [],
  },
  {
    kind: 'op',
    filename: null,
    text: `I&D perianal abscess. 41 yo with three days of pain. Bedside under local: fluctuant area at 4 o'clock, 2 cm from the verge, incised over its highest point, 15 cc pus, loculations broken, wound edge trimmed, quarter-inch gauze wick. No fistula opening seen on anoscopy and no fistulotomy done.`,
    codes: [],
  },
  {
    kind: 'op',
    filename: null,
    text: `Mohs micrographic surgery, nose.

Squamous cell carcinoma of the left nasal ala, 0.9 cm before surgery. Stage I: two tissue blocks, tumor at the deep edge. Stage II: one block, clear. Final defect 1.6 x 1.4 cm. Repair with a bilobed adjacent tissue transfer of 5 sq cm, done by the same surgeon on the same day.`,
    codes: [approved('17311'), approved('17312'), approved('14060')],
    dx: ['C44.321'],
  },
];
