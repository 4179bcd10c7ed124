import { approved, assigned, rejected } from './demo-note.ts';
import type { DemoNote } from './demo-note.ts';

export const headNeckEyeNotes: readonly DemoNote[] = [
  {
    kind: 'op',
    filename: null,
    text: `PREOPERATIVE DIAGNOSIS: Nuclear sclerotic cataract, left eye.
POSTOPERATIVE DIAGNOSIS: Nuclear sclerotic cataract, left eye.
PROCEDURE: Phacoemulsification with posterior chamber intraocular lens, left eye.
ANESTHESIA: Topical with monitored care.
DETAILS: A clear corneal incision was made temporally. The capsulorrhexis was complete. Divide-and-conquer phaco, cumulative energy 8.1. The cortex was removed and a +21.0 diopter acrylic lens was placed in the bag. The wound was hydrated and watertight. No iris hooks or dye were needed.`,
    codes: [approved('66984'), rejected('66982')],
    dx: ['H25.12'],
  },
  {
    kind: 'op',
    filename: 'tonsils.docx',
    text: `SURGERY: T&A
PATIENT AGE: 6 years
REASON: Sleep-disordered breathing, tonsils 4+

Crowe-Davis gag placed. Palate palpated, no submucous cleft. Both tonsils were removed with the coblator from the upper to the lower pole, in the capsular plane. The adenoids blocked two thirds of the choana and were removed with the curette and suction cautery. Blood loss less than 10 mL. Child went to recovery awake.`,
    codes: [],
  },
  {
    kind: 'op',
    filename: null,
    text: `PROCEDURES PERFORMED:
1) Septoplasty
2) Bilateral submucous resection of inferior turbinates
3) Bilateral endoscopic maxillary antrostomy with removal of tissue
4) Bilateral endoscopic total ethmoidectomy
INDICATION: nasal obstruction and chronic rhinosinusitis with polyps, failed medical treatment. CT navigation was available but not used.
A left hemitransfixion incision was made, flaps were raised, and the deviated cartilage and the bony spur were removed. Each turbinate was infiltrated, opened, and bone and submucosal tissue were taken with the microdebrider. Under the 30 degree telescope polyps were cleared, the uncinate was taken down on both sides and the natural ostia were widened; polypoid tissue was removed from within the sinuses. Anterior and posterior cells were opened to the skull base. Silastic splints were sutured in.`,
    codes: [approved('30520'), approved('31267'), approved('31255'), assigned('30140'), rejected('31256')],
    dx: ['J34.2', 'J34.3', 'J33.8'],
  },
  {
    kind: 'op',
    filename: null,
    text: `Bilateral myringotomy with insertion of ventilating tubes under general mask anesthesia in a two year old with chronic serous otitis media. Right ear: cerumen removed, radial incision in the anterior inferior quadrant, thick mucoid fluid suctioned, Armstrong grommet placed. Left ear: the same, with serous fluid. Drops instilled. Adenoids were not large on palpation and were left in.`,
    codes: [],
  },
  {
    kind: 'op',
    filename: null,
    text: `OPERATION: Pars plana vitrectomy with internal limiting membrane peel, right eye
DIAGNOSIS: Full thickness macular hole, right eye
Three 25 gauge cannulas were placed. Core vitrectomy was done and a posterior vitreous detachment was induced. The ILM was stained with brilliant blue and peeled in a circle of two disc diameters. The periphery was inspected, with no breaks, so no laser was applied. Fluid-air exchange and 14 percent C3F8 gas were done. Sclerotomies closed without sutures.`,
    codes: [],
  },
];
