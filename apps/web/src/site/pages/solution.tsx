import { GallbladderPicture } from '../components/note-picture.tsx';
import { PageIntro } from '../components/page-intro.tsx';
import type { ExampleReading } from '../content/site.ts';

const stepsFor = (procedures: number) => [
  {
    title: 'Find the sections',
    words:
      'A note is not one text. The heading that names the procedure, the indications, the history and the description each weigh differently, so the first step is to tell them apart, also when they run together.',
  },
  {
    title: 'Read the findings',
    words:
      'Organ, action, approach, side, device, extent. Abbreviations and slips of dictation are understood, and each finding is judged: done today, done before, planned, or said not to have been done.',
  },
  {
    title: 'Rank the codes',
    words: `The findings are compared with some ${roughly(procedures)} procedures described in plain words. Close neighbors are told apart by what separates them: open or laparoscopic, with or without imaging, one lesion or more.`,
  },
  {
    title: 'Say why',
    words:
      'Each suggestion arrives with a sentence that gives its reason, a calibrated confidence, and the exact words in the note. Likely codes stand above the line, codes worth a look below it.',
  },
  {
    title: 'Learn from you',
    words:
      'When you settle a note and press Train, the ranking for your clinic moves toward your decisions. It can be undone, and it stays with your clinic.',
  },
];

const roughly = (count: number): string => (Math.floor(count / 100) * 100).toLocaleString('en-US');

export function Solution({ reading }: { readonly reading: ExampleReading }) {
  return (
    <>
      <PageIntro title="Language processing that shows its work.">
        Incisive is built for one kind of text, the operative note, and for one question: which procedures does it support, and
        where does it say so?
      </PageIntro>
      <section className="wrap picture-section" aria-label="A note as Incisive reads it">
        <GallbladderPicture reading={reading} />
      </section>
      <section className="band" aria-labelledby="steps-title">
        <div className="wrap section">
          <h2 id="steps-title">From the note to the code, in five steps</h2>
          <ol className="steps">
            {stepsFor(reading.procedures).map(({ title, words }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{words}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className="wrap idea" aria-labelledby="same-title">
        <h2 id="same-title">The same note, the same answer.</h2>
        <div>
          <p>
            There is no chat model behind it and no call to anyone else’s computer. Given the same note, the same catalog and the
            same training, the engine gives the same suggestions every time, in well under a second on an ordinary machine.
          </p>
          <p>That is what makes it possible to measure, to audit, and to run inside a hospital’s network.</p>
        </div>
      </section>
      <section className="wrap idea" aria-labelledby="person-title">
        <h2 id="person-title">A person has the last word. Also the first.</h2>
        <div>
          <p>
            Suggestions are never billed by themselves. Add a code the engine missed, reject one it should not have shown, change
            your mind: the note keeps the whole history, and exports as a Word file with the codes you approved.
          </p>
          <p className="actions">
            <a className="button" href="/opnotes/new">
              Get started for free
            </a>
          </p>
        </div>
      </section>
    </>
  );
}
