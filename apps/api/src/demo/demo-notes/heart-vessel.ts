import { approved, assigned, rejected } from './demo-note.ts';
import type { DemoNote } from './demo-note.ts';

export const heartVesselNotes: readonly DemoNote[] = [
  {
    kind: 'op',
    filename: null,
    text: `PREOPERATIVE DIAGNOSIS: Three-vessel coronary artery disease.
POSTOPERATIVE DIAGNOSIS: Three-vessel coronary artery disease.
PROCEDURES: 1. Coronary artery bypass grafting x 3: left internal mammary artery to LAD, reversed saphenous vein to the obtuse marginal, reversed saphenous vein to the posterior descending artery. 2. Endoscopic harvest of the left greater saphenous vein.
DESCRIPTION: Median sternotomy. The mammary artery was taken as a pedicle with excellent flow. The vein was harvested endoscopically through a single incision at the knee. Cardiopulmonary bypass was begun with an aortic and a two-stage venous cannula; cold blood cardioplegia was given. Distal anastomoses were made with 7-0 Prolene, the two vein tops to the ascending aorta under the same clamp. The patient came off bypass on no inotropes. Two chest tubes and ventricular wires were placed.`,
    codes: [approved('33533'), approved('33518'), assigned('33508')],
    dx: ['I25.10'],
  },
  {
    kind: 'op',
    filename: null,
    text: `CARDIAC CATHETERIZATION REPORT
Procedures: left heart catheterization, selective coronary angiography, left ventriculography.
Access: right radial, 6 French.
Hemodynamics: aortic 132/74, LV 130/12, no gradient on pullback.
Angiography: left main normal. LAD 30 percent mid. Circumflex normal. Dominant right with 40 percent mid lesion. LV ejection fraction 60 percent, no regurgitation.
No intervention was done. TR band placed.`,
    codes: [],
  },
  {
    kind: 'op',
    filename: 'av-fistula.pdf',
    text: `PREOPERATIVE DIAGNOSIS: Chronic kidney disease stage 5, need for dialysis access.

OPERATION: Creation of left brachiocephalic arteriovenous fistula.

PROCEDURE: Ultrasound marking showed a 3.8 mm cephalic vein at the antecubital crease. Through a transverse incision the cephalic vein was freed and divided distally, flushed and spatulated. The brachial artery was controlled and opened for 5 mm and an end-to-side anastomosis was completed with 6-0 Prolene. There was a strong thrill and the radial pulse was kept. The vein was superficial and no transposition was needed.`,
    codes: [approved('36821'), rejected('36818')],
    dx: ['N18.5'],
  },
  {
    kind: 'op',
    filename: null,
    text: `OPERATION: Right carotid endarterectomy with bovine pericardial patch angioplasty.
INDICATION: Symptomatic 80 percent stenosis of the right internal carotid.
Under cervical block the bifurcation was exposed. After heparin the vessels were clamped; the patient stayed awake and moved the left hand, so no shunt was placed. The plaque came away cleanly with a feathered end point. A bovine patch was sewn with 6-0 Prolene. Completion duplex was normal. The patient had had a left carotid endarterectomy in a prior year.`,
    codes: [],
  },
  {
    kind: 'op',
    filename: null,
    text: `Dual chamber pacemaker implantation

Sick sinus syndrome with syncope. Left upper chest was prepped, and 1 percent lidocaine given. The axillary vein was punctured twice under fluoroscopy. Ventricular lead to the right ventricular septum: threshold 0.6 V, R wave 11 mV. Atrial lead to the appendage: P wave 3.1 mV, threshold 0.8 V. Pocket made in front of the pectoral fascia, leads secured, generator connected and placed in the pocket. Closed in three layers. No pneumothorax on the film afterwards.`,
    codes: [],
  },
];
