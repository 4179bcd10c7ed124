import { approved, coded, rejected } from './demo-note.ts';
import type { DemoNote } from './demo-note.ts';

export const urologyGynecologyNotes: readonly DemoNote[] = [
  {
    kind: 'op',
    filename: null,
    text: `PREOPERATIVE DIAGNOSIS: Bladder tumor.
POSTOPERATIVE DIAGNOSIS: Bladder tumor, left lateral wall, 3.5 cm.
OPERATION: Cystoscopy, transurethral resection of bladder tumor (TURBT), medium.
FINDINGS: A single papillary tumor above the left ureteral orifice measured 3.5 cm. Both orifices were clear at the end.
PROCEDURE: The 26 French resectoscope was introduced under vision. The tumor was resected to muscle in strips and the base was sent apart. The edges were fulgurated. Efflux was clear. A 22 French three-way catheter was placed. Intravesical mitomycin was planned but was not given because of the depth of the resection.`,
    codes: [approved('52235'), rejected('51720')],
    dx: ['D49.4'],
  },
  {
    kind: 'op',
    filename: 'ureteroscopy.txt',
    text: `Operation performed: cystoscopy, left retrograde pyelogram, left ureteroscopy with holmium laser lithotripsy, placement of left double-J stent
Surgeon: staff urologist
Indication: 7 mm obstructing stone in the left mid ureter, failed trial of passage
Under general anesthesia a wire was passed to the kidney. The semirigid ureteroscope reached the stone, which was broken with the laser at 0.8 J and 8 Hz and the larger pieces were basketed. Retrograde contrast study afterwards showed no extravasation. A 6 x 26 stent was placed with a good curl in the kidney and bladder, string removed.`,
    codes: [approved('52356'), rejected('52332'), coded('74420')],
    dx: ['N20.1'],
  },
  {
    kind: 'op',
    filename: null,
    text: `PRE-OP DX: Symptomatic fibroids, menorrhagia, anemia
POST-OP DX: same
PROCEDURE: Total laparoscopic hysterectomy with bilateral salpingectomy; cystoscopy
UTERINE WEIGHT: 210 g
The uterine manipulator was placed. Four ports. Round ligaments and utero-ovarian pedicles were sealed and divided; both tubes were taken with the specimen and both ovaries were kept. Bladder flap developed, uterine arteries skeletonized and sealed, colpotomy made over the cup, and the uterus was removed through the vagina intact. The cuff was closed with barbed suture laparoscopically. Cystoscopy showed jets from both ureters and no injury.`,
    codes: [approved('58571')],
    dx: ['D25.9', 'N92.0'],
  },
  {
    kind: 'op',
    filename: null,
    text: `Indication: 29-year-old, G2P1 at 39 weeks 2 days, previous cesarean, declines a trial of labor.
Procedure: Repeat low transverse cesarean delivery with bilateral tubal ligation (modified Pomeroy).
Anesthesia: Spinal.
Findings: Liveborn girl, vertex, Apgars 8 and 9; normal uterus, tubes and ovaries; thin adhesions of the omentum to the abdominal wall.
Technique: The old Pfannenstiel scar was excised. The lower segment was opened transversely and the baby was delivered without difficulty. The uterus was closed in two layers. The mid-portion of each tube was tied with plain gut and a 1.5 cm segment was excised and sent.
Antepartum care was elsewhere; this clinic did the delivery only.`,
    codes: [approved('59514'), approved('58611')],
    dx: ['O34.211', 'Z30.2'],
  },
  {
    kind: 'op',
    filename: 'suction-dc.docx',
    text: `PROCEDURE: Suction dilation and curettage.
DIAGNOSIS BEFORE: Missed abortion at nine weeks.
DIAGNOSIS AFTER: Missed abortion at nine weeks.
FINDINGS: Uterus anteverted, nine-week size; moderate products of conception.
TECHNIQUE: The cervix was dilated to a 27 Pratt. A 9 mm curved suction curette was passed three times until a gritty texture was felt all round, followed by one sharp pass. Bleeding was minimal. The patient is Rh positive.`,
    codes: [],
  },
  {
    kind: 'op',
    filename: null,
    text: `Transurethral resection of the prostate.

78 gm gland with retention, two failed voiding trials. Under spinal anesthesia the urethra was calibrated to 30 French. Trilobar enlargement with a high bladder neck was seen. Resection began at the median lobe, then both lateral lobes from the neck to the verumontanum, which was kept. About 40 gm of chips were evacuated. Bleeding points were coagulated until the irrigation was clear. No vasectomy. 24 French catheter to traction.`,
    codes: [coded('52601')],
    dx: ['N40.1'],
  },
];
