export interface DemoNote {
  readonly kind: 'op' | 'ed';
  readonly filename: string | null;
  readonly text: string;
  readonly codes: readonly { readonly code: string; readonly action: 'approve' | 'reject' | 'assign' | 'code' }[];
}

/** Operative and education notes written for the demonstration; no patient, surgeon or clinic in them exists. */
export const demoNotes: readonly DemoNote[] = [
  {
    kind: 'op',
    filename: null,
    text: `PREOPERATIVE DIAGNOSIS: Symptomatic cholelithiasis.
POSTOPERATIVE DIAGNOSIS: Same, with chronic cholecystitis.
PROCEDURE PERFORMED: Laparoscopic cholecystectomy with intraoperative cholangiogram.
ANESTHESIA: General endotracheal.
DESCRIPTION OF PROCEDURE: Pneumoperitoneum was established through an open supraumbilical approach and three further ports were placed. The critical view of safety was obtained. A cholangiogram through the cystic duct showed prompt flow into the duodenum and no filling defect. The cystic duct and artery were clipped and divided, and the gallbladder was taken off the liver bed with cautery and removed in a bag. The ports were closed with absorbable suture.
DISPOSITION: Stable to recovery.`,
    codes: [{ code: '47563', action: 'approve' }],
  },
];
