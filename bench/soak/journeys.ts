import { Document, HeadingLevel, Packer, Paragraph } from 'docx';
import { PDFDocument, StandardFonts } from 'pdf-lib';

/** One person at work: calls as them, and a rest between two things that they do. */
export interface Person {
  readonly name: string;
  call<T>(method: string, address: string, body?: unknown): Promise<T>;
  /** Sends a file. */
  put<T>(address: string, filename: string, bytes: Uint8Array | string): Promise<T>;
  /** Reads an answer that is no JSON, to its end. */
  fetchAll(method: string, address: string, body?: unknown): Promise<number>;
  rest(): Promise<void>;
}
export type Journey = (person: Person, turn: number) => Promise<void>;

/** What is done at the clinics: its name, its code, and how it is told. */
export const operations = [
  ['Laparoscopic cholecystectomy', '47562', 'The gallbladder was taken off the liver bed and removed in a bag.'],
  ['Laparoscopic appendectomy', '44970', 'The base of the appendix was divided by a stapler.'],
  ['Open repair of an inguinal hernia with mesh', '49505', 'A mesh was laid over the floor of the inguinal canal.'],
  ['Colonoscopy with removal of a polyp by snare', '45385', 'A polyp of the sigmoid colon was removed by a hot snare.'],
] as const;
const operationOf = (turn: number) => operations[turn % operations.length]!;
const sentence = 'The patient was brought to the operating room, and the abdomen was prepared and draped in the usual manner.';
const textOf = (person: Person, turn: number): string => {
  const [title, , words] = operationOf(turn);
  return `PROCEDURE: ${title}.\nDESCRIPTION: ${sentence} ${words} Turn ${turn} of ${person.name}, ${Date.now()}.`;
};

interface Listed {
  readonly results: readonly { readonly id: string }[];
}

/** Writes a note, reads what is suggested, corrects the text, approves, and settles what it teaches. */
const code: Journey = async (person, turn) => {
  const { id } = await person.call<{ id: string }>('POST', '/api/v1/op-notes/', { text: textOf(person, turn) });
  const note = `/api/v1/op-notes/${id}/`;
  await person.rest();
  await person.call('GET', `${note}cpt-codes-suggested/?size=10`);
  await person.call('GET', `${note}reading/`);
  await person.call('PATCH', note, { text: `${textOf(person, turn)} Hemostasis was seen to.` });
  await person.rest();
  const approved = operationOf(turn)[1];
  await person.call('POST', `${note}cpt-codes-approved/`, { cpt_codes: [approved] });
  await person.call('GET', `${note}case/`);
  await person.call('GET', `${note}history/`);
  if (turn % 4 === 0) await person.call('POST', `${note}cpt-codes-submitted/`, { cpt_codes: [approved] });
};

/** Looks through lists as people do: pages, words, what waits. */
const browse: Journey = async (person, turn) => {
  await person.call('GET', '/api/v1/op-notes/?per_page=50');
  await person.rest();
  await person.call('GET', `/api/v1/op-notes/?text=${['gallbladder', 'mesh', 'snare', 'stapler'][turn % 4]!}&per_page=50`);
  await person.call('GET', '/api/v1/ed-notes/?per_page=50');
  await person.call('GET', '/api/v1/accounts/notices/');
  const { results } = await person.call<Listed>('GET', '/api/v1/op-notes/?per_page=10&page=2');
  for (const { id } of results.slice(0, 3)) {
    await person.call('GET', `/api/v1/op-notes/${id}/`);
    await person.rest();
  }
};

/** Brings notes as Word, PDF and text files. */
const upload: Journey = async (person, turn) => {
  const words = textOf(person, turn);
  const address = '/api/v1/op-notes/upload/';
  if (turn % 3 === 0) await person.put(address, `note-${turn}.docx`, await wordFile(words));
  else if (turn % 3 === 1) await person.put(address, `note-${turn}.pdf`, await pdfFile(words));
  else await person.put(address, `note-${turn}.txt`, words);
  await person.rest();
  await person.call('GET', '/api/v1/op-notes/?per_page=10');
};

/** Takes notes out: one as a Word file, a zip at once, a zip in the background. */
const exportNotes: Journey = async (person, turn) => {
  const { results } = await person.call<Listed>('GET', '/api/v1/op-notes/?per_page=50');
  const ids = results.map(({ id }) => id);
  if (ids.length === 0) return;
  await person.fetchAll('GET', `/api/v1/op-notes/${ids[0]!}/download/`);
  await person.rest();
  await person.fetchAll('POST', '/api/v1/op-notes/download/', { op_notes: ids.slice(0, 20) });
  if (turn % 5 !== 0) return;
  const { export_id } = await person.call<{ export_id: string }>('POST', '/api/v1/op-notes/exports/', { op_notes: ids });
  for (;;) {
    const { state } = await person.call<{ state: string }>('GET', `/api/v1/exports/${export_id}/`);
    if (state === 'ready') await person.fetchAll('GET', `/api/v1/exports/${export_id}/download/`);
    if (!['waiting', 'running'].includes(state)) break;
    await person.rest();
  }
  await person.call('DELETE', `/api/v1/exports/${export_id}/`);
};

/** Looks after the catalog: imports a file of codes now and then, and looks at the system between. */
const administer: Journey = async (person, turn) => {
  if (turn % 30 === 0) {
    const lines = Array.from(
      { length: 400 },
      (_, n) => `${90_000 + n}\tA made-up service of the soak number ${n}, in turn ${turn % 60}`,
    );
    await person.put('/api/v1/cpt-codes/upload/', 'codes.txt', `${lines.join('\n')}\n`);
  }
  await person.call('GET', '/api/v1/models/');
  await person.call('GET', '/api/v1/audit/?per_page=50');
  await person.call('GET', '/api/v1/accounts/?per_page=50');
  await person.rest();
  await person.call('GET', '/api/v1/installation/backups/');
  await person.call('GET', '/api/v1/cpt-codes/?description=hernia');
};

async function wordFile(words: string): Promise<Uint8Array> {
  const heading = new Paragraph({ text: 'Operative note', heading: HeadingLevel.HEADING_1 });
  const lines = words.split('\n').map((text) => new Paragraph({ text }));
  return Packer.toBuffer(new Document({ sections: [{ children: [heading, ...lines] }] }));
}

async function pdfFile(words: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage();
  const lines = words.match(/.{1,85}/g) ?? [];
  for (const [at, text] of lines.entries()) page.drawText(text, { x: 50, y: 780 - at * 15, size: 10, font });
  return pdf.save();
}

/** Ten people of the sample clinics and what each does all the time. */
export const people: readonly (readonly [username: string, journey: Journey])[] = [
  ['approver', code],
  ['surgeon', code],
  ['approver2', code],
  ['admin2', browse],
  ['coder', browse],
  ['superapprover', browse],
  ['dataentry', upload],
  ['dataentry2', upload],
  ['admin', exportNotes],
  ['superadmin', administer],
];
