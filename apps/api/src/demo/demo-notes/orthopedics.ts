import { approved, assigned, rejected } from './demo-note.ts';
import type { DemoNote } from './demo-note.ts';

export const orthopedicNotes: readonly DemoNote[] = [
  {
    kind: 'op',
    filename: null,
    text: `PREOPERATIVE DIAGNOSIS: End-stage osteoarthritis, right knee.
POSTOPERATIVE DIAGNOSIS: Same.
PROCEDURE: Right total knee arthroplasty, cemented.
IMPLANTS: Posterior-stabilized femur size 5, tibia size 4, 11 mm insert, 35 mm patella.
TOURNIQUET: 62 minutes at 250 mmHg.
DETAILS: A medial parapatellar arthrotomy was made. The distal femur was cut at five degrees of valgus with an intramedullary guide and the tibia at ninety degrees with an extramedullary guide. Flexion and extension gaps were equal. The patella was resurfaced and tracked without tilt. All components were cemented. The capsule was closed with barbed suture and the skin with staples.`,
    codes: [],
  },
  {
    kind: 'op',
    filename: null,
    text: `DX: displaced intertrochanteric fracture L hip, ground level fall
OPERATION: closed reduction and cephalomedullary nailing L intertrochanteric femur fx
ANES: spinal
Pt on fracture table. Reduction with traction and internal rotation, checked on AP and lateral fluoro. Guide pin at tip of the trochanter, opening reamer, short 11 mm nail seated by hand. Lag screw placed center-center, tip-apex distance 18 mm, then one distal interlock through the jig. Traction let off, compression applied. Wounds irrigated and closed. WBAT.`,
    codes: [approved('27245'), rejected('27244')],
    dx: ['S72.142A'],
  },
  {
    kind: 'op',
    filename: 'left-knee-scope.pdf',
    text: `NAME OF OPERATION
Left knee arthroscopy, partial medial meniscectomy, chondroplasty of the patella

PREOPERATIVE DIAGNOSIS
Left medial meniscus tear

POSTOPERATIVE DIAGNOSIS
Complex tear of the posterior horn of the medial meniscus; grade III chondral change of the patella

PROCEDURE IN DETAIL
Standard anterolateral and anteromedial portals were made. The patellofemoral joint showed fraying of the central ridge, which was shaved to a stable rim. The medial meniscus had a complex tear of the posterior horn that could not be repaired; about 30 percent was resected with the punch and shaver. The lateral meniscus was probed and intact. The anterior and posterior cruciate ligaments were intact. There were no loose bodies.`,
    codes: [],
  },
  {
    kind: 'op',
    filename: null,
    text: `Procedures: (1) Right shoulder arthroscopic rotator cuff repair; (2) arthroscopic subacromial decompression with acromioplasty; (3) arthroscopic distal clavicle excision.

Beach-chair position, interscalene block and general anesthesia. Diagnostic arthroscopy showed an intact labrum and a slightly frayed biceps that was left alone. There was a full-thickness 2 cm crescent tear of the supraspinatus. In the subacromial space the bursa was removed, the coracoacromial ligament was released and an anterior hook of the acromion was taken flat with the burr. Eight millimeters of distal clavicle were removed through the anterior portal. The footprint was prepared and a double-row repair with two medial and two lateral anchors was done without tension.`,
    codes: [approved('29827'), assigned('29826'), approved('29824')],
    dx: ['M75.121'],
  },
  {
    kind: 'op',
    filename: null,
    text: `HISTORY: 34-year-old right-handed carpenter with numbness of the thumb, index and middle fingers, positive nerve conduction study. Carpal tunnel release on the left was done last year.

PROCEDURE PERFORMED: Open carpal tunnel release, right.

Under local anesthesia with a forearm tourniquet a 3 cm incision was made in line with the ring finger. The palmar fascia was split and the transverse carpal ligament was divided under direct vision from its distal edge to the forearm fascia. The median nerve was flattened but continuous; no internal neurolysis was done. Skin closed with nylon.`,
    codes: [],
  },
];
