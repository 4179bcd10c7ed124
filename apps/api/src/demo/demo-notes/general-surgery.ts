import { approved, assigned, rejected } from './demo-note.ts';
import type { DemoNote } from './demo-note.ts';

export const generalSurgeryNotes: readonly DemoNote[] = [
  {
    kind: 'op',
    filename: null,
    text: `PREOPERATIVE DIAGNOSIS: Symptomatic cholelithiasis.
POSTOPERATIVE DIAGNOSIS: Same, with chronic cholecystitis.
PROCEDURE PERFORMED: Laparoscopic cholecystectomy with intraoperative cholangiogram.
ANESTHESIA: General endotracheal.
DESCRIPTION OF PROCEDURE: Pneumoperitoneum was established through an open supraumbilical approach and three further ports were placed. The critical view of safety was obtained. A cholangiogram through the cystic duct showed prompt flow into the duodenum and no filling defect. The cystic duct and artery were clipped and divided, and the gallbladder was taken off the liver bed with cautery and removed in a bag. The ports were closed with absorbable suture.
DISPOSITION: Stable to recovery.`,
    codes: [approved('47563'), rejected('47562')],
    dx: ['K80.10'],
  },
  {
    kind: 'op',
    filename: 'right-inguinal-hernia.docx',
    text: `Date of service: on file
Surgeon: Attending, general surgery

Operation
Open repair of right indirect inguinal hernia with mesh (Lichtenstein)

Indication
A 58-year-old man with a reducible right groin bulge, first occurrence, painful at work.

Details
A field block was given and the patient was sedated. An oblique incision was made over the inguinal canal and the external oblique was opened through the external ring. The ilioinguinal nerve was found and kept out of the way. An indirect sac was dissected off the cord, opened, found empty, ligated high and amputated. The floor was intact. A polypropylene mesh was cut to shape, sutured to the shelving edge and the conjoined area, and its tails were crossed around the cord. External oblique, subcutaneous tissue and skin were closed in layers.

Blood loss 5 mL. No complication.`,
    codes: [approved('49505')],
    dx: ['K40.90'],
  },
  {
    kind: 'op',
    filename: null,
    text: `PRE-OP DX: Acute appendicitis
POST-OP DX: Perforated appendicitis with periappendiceal abscess
PROCEDURES:
1. Diagnostic laparoscopy
2. Attempted laparoscopic appendectomy, converted to open appendectomy
ANESTHESIA: GETA
EBL: 75 cc
FINDINGS: Retrocecal appendix, gangrenous at its base with free pus in the right gutter.

NARRATIVE: After a time-out the abdomen was entered with a Veress needle at the umbilicus. Dense inflammatory adhesions of the cecum to the side wall did not permit safe laparoscopic dissection, so a right lower quadrant muscle-splitting incision was made. Pus was evacuated and cultured. The mesoappendix was taken between clamps, the base was suture ligated at healthy cecum, and the stump was inverted. The gutter and pelvis were washed with 3 L of saline and a closed suction drain was left. Fascia closed with running PDS, skin left open and packed.`,
    codes: [approved('44960'), rejected('44970'), rejected('49320')],
    dx: ['K35.33'],
  },
  {
    kind: 'op',
    filename: 'thyroid-report.pdf',
    text: `OPERATIVE REPORT

TITLE OF OPERATION: Total thyroidectomy with nerve monitoring.

PREOPERATIVE DIAGNOSIS: Multinodular goiter with compressive symptoms.
POSTOPERATIVE DIAGNOSIS: Multinodular goiter with compressive symptoms.

SPECIMENS: Thyroid, stitch at the right upper pole.

OPERATION IN DETAIL: With the neck gently extended a 5-cm collar incision was made in a skin crease. Subplatysmal flaps were raised and the strap muscles were parted in the midline. The right lobe was mobilized first; the upper pole vessels were sealed close to the capsule, both parathyroids were swept down on their blood supply, and the recurrent laryngeal nerve was followed to its entry with a good signal at the end. The left lobe, which reached behind the clavicle but could be delivered through the neck, was removed the same way. No neck dissection was needed and no lymph nodes were enlarged. Hemostasis was checked under a Valsalva maneuver. Straps, platysma and skin were closed.`,
    codes: [assigned('60240')],
    dx: ['E04.2'],
  },
  {
    kind: 'op',
    filename: null,
    text: `Left breast cancer, clinically node negative.

Left partial mastectomy (needle localized lumpectomy) and left axillary sentinel lymph node biopsy with injection of isosulfan blue.

The localization wire had been placed by radiology this morning. Blue dye was injected around the areola and massaged for five minutes. Through a curvilinear incision over the upper outer quadrant a core of tissue around the wire tip was excised down to the pectoral fascia and oriented with sutures. Specimen radiograph showed the clip in the center. A separate incision was made at the lower hairline of the axilla. Two blue and hot nodes were found deep to the clavipectoral fascia and sent; the highest count was 2,400 and the bed count was below ten percent. Both cavities were dry and were closed in two layers.`,
    codes: [approved('19301'), approved('38525'), assigned('38900')],
    dx: ['C50.912'],
  },
  {
    kind: 'op',
    filename: null,
    text: `PROCEDURE: Robotic-assisted laparoscopic sigmoid colectomy with colorectal anastomosis.
INDICATIONS: Recurrent complicated diverticulitis of the sigmoid; colonoscopy in the spring found no cancer.
DESCRIPTION: Four robotic ports and one assistant port were placed. The inferior mesenteric vein and the sigmoid branches were divided with the sealer, the left colon and the splenic flexure were freed along the white line until the colon reached the pelvis without tension, and the left ureter was seen throughout. The upper rectum was divided with a stapler below the pelvic brim. The specimen was brought out through a 5 cm suprapubic incision with a wound protector, the anvil was secured in the descending colon and a 29 mm circular stapled anastomosis was made at the rectum. Rings were complete and the air leak test was negative. No ostomy was made.`,
    codes: [],
  },
];
