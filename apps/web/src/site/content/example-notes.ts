/** Notes written for this site. What Incisive suggests for them is asked of the engine when the site is built. */

/** Why words that name a procedure lead to no code. */
export type Aside = 'history' | 'planned' | 'not done';

export interface ExampleNote {
  readonly id: string;
  readonly sections: readonly { readonly heading: string; readonly text: string }[];
  /** Words of the note that name a procedure and lead to no code. */
  readonly asides: readonly { readonly words: string; readonly aside: Aside }[];
}

export const shoulder: ExampleNote = {
  id: 'shoulder',
  sections: [
    {
      heading: 'Procedure performed',
      text: 'Right shoulder arthroscopy with rotator cuff repair and subacromial decompression.',
    },
    {
      heading: 'Description of procedure',
      text: 'A standard posterior portal was made. The supraspinatus was repaired with two double-loaded anchors and the acromion was burred flat.',
    },
  ],
  asides: [],
};

export const gallbladder: ExampleNote = {
  id: 'gallbladder',
  sections: [
    { heading: 'Procedure performed', text: 'Laparoscopic cholecystectomy with intraoperative cholangiogram.' },
    {
      heading: 'Indications',
      text: 'Recurrent biliary colic. Open appendectomy eleven years ago. Common duct exploration was planned if stones were found.',
    },
    {
      heading: 'Description of procedure',
      text: 'Four ports were placed under direct vision. The cystic duct and artery were dissected to the critical view. A catheter was passed into the cystic duct and the cholangiogram showed free flow into the duodenum. No duct exploration was needed. The gallbladder was taken off the liver bed and removed in a bag.',
    },
    { heading: 'Specimen', text: 'Gallbladder.' },
  ],
  asides: [
    { words: 'Open appendectomy eleven years ago.', aside: 'history' },
    { words: 'Common duct exploration was planned if stones were found.', aside: 'planned' },
    { words: 'No duct exploration was needed.', aside: 'not done' },
  ],
};

export const exampleNotes = [shoulder, gallbladder] as const;
export type ExampleId = 'shoulder' | 'gallbladder';
