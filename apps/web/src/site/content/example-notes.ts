/** Notes written for this site, with the words that Incisive reads in them. */

/** Why words that name a procedure lead to no code. */
export type Aside = 'history' | 'planned' | 'not done';

export type Piece =
  | string
  | { readonly words: string; readonly codes: readonly string[] }
  | { readonly words: string; readonly aside: Aside };

export interface ExampleCode {
  readonly code: string;
  readonly description: string;
  readonly why: string;
  readonly confidence: number;
  readonly tier: 'likely' | 'look';
}

export interface ExampleNote {
  readonly id: string;
  readonly sections: readonly { readonly heading: string; readonly pieces: readonly Piece[] }[];
  readonly codes: readonly ExampleCode[];
}

export const shoulder: ExampleNote = {
  id: 'shoulder',
  sections: [
    {
      heading: 'Procedure performed',
      pieces: [
        'Right shoulder arthroscopy with ',
        { words: 'rotator cuff repair', codes: ['29827', '23412'] },
        ' and ',
        { words: 'arthroscopic subacromial decompression', codes: ['29826'] },
        ' with acromioplasty.',
      ],
    },
    {
      heading: 'Description of procedure',
      pieces: [
        'A standard posterior portal was made and the arthroscope was introduced. The supraspinatus tear measured two centimetres and the tendon was repaired with two double-loaded anchors.',
      ],
    },
  ],
  codes: [
    {
      code: '29827',
      description: 'Rotator cuff repair through the arthroscope',
      why: 'The procedure heading names “rotator cuff repair”, and the note bears out shoulder, repair and rotator cuff tear.',
      confidence: 0.88,
      tier: 'likely',
    },
    {
      code: '29826',
      description: 'Subacromial decompression through the arthroscope, add-on',
      why: 'The procedure heading names “arthroscopic subacromial decompression”, and the note bears out shoulder and decompression.',
      confidence: 0.68,
      tier: 'likely',
    },
    {
      code: '23412',
      description: 'Open repair of a chronic rotator cuff tear',
      why: 'The procedure heading names “rotator cuff repair”, and the note bears out rotator cuff and repair.',
      confidence: 0.22,
      tier: 'look',
    },
  ],
};

export const gallbladder: ExampleNote = {
  id: 'gallbladder',
  sections: [
    {
      heading: 'Procedure performed',
      pieces: [
        { words: 'Laparoscopic ', codes: ['47563'] },
        { words: 'cholecystectomy with ', codes: ['47563', '47605'] },
        { words: 'intraoperative cholangiogram', codes: ['47563', '47605', '74300'] },
        '.',
      ],
    },
    {
      heading: 'Indications',
      pieces: [
        'Recurrent biliary colic. ',
        { words: 'Open appendectomy eleven years ago.', aside: 'history' },
        ' ',
        { words: 'Common duct exploration was planned if stones were found.', aside: 'planned' },
      ],
    },
    {
      heading: 'Description of procedure',
      pieces: [
        'Four ports were placed under direct vision. The cystic duct and artery were dissected to the critical view. A catheter was passed into the cystic duct and the cholangiogram showed free flow into the duodenum. ',
        { words: 'No duct exploration was needed.', aside: 'not done' },
        ' The gallbladder was taken off the liver bed and removed in a bag.',
      ],
    },
    { heading: 'Specimen', pieces: ['Gallbladder.'] },
  ],
  codes: [
    {
      code: '47563',
      description: 'Gallbladder removed through the laparoscope, bile ducts imaged',
      why: 'The procedure heading names “Laparoscopic cholecystectomy with intraoperative cholangiogram”, and the note bears out gallbladder and with cholangiography.',
      confidence: 0.97,
      tier: 'likely',
    },
    {
      code: '47605',
      description: 'Gallbladder removed by open surgery, bile ducts imaged',
      why: 'The procedure heading names “cholecystectomy with intraoperative cholangiogram”, and the note bears out gallbladder and with cholangiography.',
      confidence: 0.23,
      tier: 'look',
    },
    {
      code: '74300',
      description: 'Imaging of the bile ducts during surgery, supervised and read',
      why: 'The procedure heading names “intraoperative cholangiogram”.',
      confidence: 0.08,
      tier: 'look',
    },
  ],
};
