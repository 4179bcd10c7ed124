import { approved, coded, rejected } from './demo-note.ts';
import type { DemoNote } from './demo-note.ts';

export const endoscopyNotes: readonly DemoNote[] = [
  {
    kind: 'op',
    filename: null,
    text: `PROCEDURE: Colonoscopy with snare polypectomy.
INDICATION: Screening, average risk, age 52.
MEDICATIONS: Propofol by the anesthesia service.
FINDINGS: A 9 mm sessile polyp in the ascending colon was removed with a cold snare and retrieved. A 12 mm pedunculated polyp in the sigmoid was removed with a hot snare. No other polyps. Small internal hemorrhoids on retroflexion.
The scope was passed to the cecum, with the appendiceal orifice and the ileocecal valve photographed. Preparation was good; withdrawal took eleven minutes.
IMPRESSION: Two colon polyps, removed.`,
    codes: [approved('45385'), rejected('45378')],
    dx: ['Z12.11', 'K63.5'],
  },
  {
    kind: 'op',
    filename: 'egd-report.txt',
    text: `ESOPHAGOGASTRODUODENOSCOPY
Indication: dyspepsia and weight loss.
Sedation: fentanyl 75 mcg, midazolam 3 mg.
Findings
  esophagus: normal, Z line at 39 cm, no varices
  stomach: patchy antral erythema; biopsies taken from antrum and body with cold forceps for H. pylori
  duodenum: normal to the second portion; biopsied to exclude celiac disease
No bleeding. No dilation was needed.
Plan: wait for pathology.`,
    codes: [],
  },
  {
    kind: 'op',
    filename: null,
    text: `PREOPERATIVE DIAGNOSIS: Choledocholithiasis.
POSTOPERATIVE DIAGNOSIS: Choledocholithiasis, stones removed.
PROCEDURES PERFORMED: 1. ERCP with biliary sphincterotomy. 2. ERCP with balloon removal of common duct stones.
DESCRIPTION: With the patient prone under general anesthesia the duodenoscope was advanced to the major papilla. The bile duct was cannulated over a wire at the first attempt; the pancreatic duct was neither cannulated nor injected. Cholangiography showed a 10 mm duct with two filling defects. A sphincterotomy was made over the wire and the duct was swept with a 12 mm balloon, which brought out two pigmented stones. The final occlusion cholangiogram was clear. No stent was placed.`,
    codes: [approved('43264'), coded('43262')],
    dx: ['K80.50'],
  },
  {
    kind: 'op',
    filename: null,
    text: `Flexible bronchoscopy with bronchoalveolar lavage, right middle lobe.

Immunosuppressed patient with new infiltrates on CT. Under moderate sedation and topical lidocaine the bronchoscope was passed through a bite block. Vocal cords moved normally. Trachea, carina and both bronchial trees were inspected to the subsegments and showed thin secretions but no mass. The scope was wedged in the medial segment of the middle lobe; 120 mL of saline was instilled and 55 mL came back, cloudy. Transbronchial biopsy had been discussed but was not done because of a platelet count of 32.`,
    codes: [],
  },
  {
    kind: 'op',
    filename: 'peg.docx',
    text: `PROCEDURE NOTE
Name of procedure: Upper endoscopy with placement of percutaneous gastrostomy tube (PEG), pull method.
Reason: Dysphagia after stroke.
Technique: A complete upper endoscopy was normal. With the stomach inflated, the light was seen through the abdominal wall two fingerbreadths below the left costal margin, and finger indentation was sharp. The skin was infiltrated and a 1 cm incision made. The needle and wire were passed into the stomach under endoscopic view, the wire was snared and brought out through the mouth, and the 20 French tube was pulled into place. The bumper sat at 3 cm at the skin. Antibiotics had been given one hour before.`,
    codes: [],
  },
];
