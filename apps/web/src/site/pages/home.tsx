import { Audiences } from '../components/audiences.tsx';
import { GallbladderPicture, NotePicture } from '../components/note-picture.tsx';
import { Quotes } from '../components/quotes.tsx';
import { StatePill } from '../components/state-pill.tsx';
import { TryNote } from '../components/try-note.tsx';
import { statistics } from '../content/company.ts';
import { shoulder } from '../content/example-notes.ts';
import { headline } from '../content/share-card.ts';
import type { ExampleReading } from '../content/site.ts';

function Hero({ reading }: { readonly reading: ExampleReading }) {
  return (
    <section className="wrap hero">
      <div>
        <h1>{headline}</h1>
        <p className="lead">
          Incisive reads the operative note and puts the codes in front of you, each tied to the words it came from. You decide.
          It remembers.
        </p>
        <p className="actions">
          <a className="button" href="/contact">
            Get started
          </a>
          <a className="quiet-link" href="#try">
            Try it with a note
          </a>
        </p>
      </div>
      <NotePicture
        note={shoulder}
        codes={reading.codes.shoulder}
        caption="An example note written for this page, and what Incisive suggests for it."
      />
    </section>
  );
}

function Statistics() {
  return (
    <section className="band" aria-label="Why it matters">
      <dl className="wrap statistics">
        {statistics.map(({ figure, words, source }) => (
          <div key={figure}>
            <dt>{words}</dt>
            <dd className="figure">{figure}</dd>
            <dd className="source">{source}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Reads({ reading }: { readonly reading: ExampleReading }) {
  return (
    <section className="wrap reads" id="reads" aria-labelledby="reads-title">
      <div className="intro">
        <h2 id="reads-title">It reads the note the way you do.</h2>
        <p>
          The heading first, then the body to see whether it bears the heading out. An old operation is history. A planned step is
          a plan. What was not needed was not done. Only what happened today is put in front of you.
        </p>
      </div>
      <GallbladderPicture reading={reading} />
    </section>
  );
}

function Decides() {
  return (
    <section className="wrap idea" aria-labelledby="decides-title">
      <h2 id="decides-title">You decide. It remembers.</h2>
      <div>
        <p>
          A suggestion is only that until a person acts on it. Approve, reject, assign or code with one key; undo with another.
          Who did what, and when, stays in a history that only grows.
        </p>
        <p>
          Press Train and the engine learns from what your clinic settled. What one clinic teaches is never shown to, or learned
          by, another.
        </p>
        <ul className="states" aria-label="States of a code">
          {(['Suggested', 'Approved', 'Assigned', 'Coded', 'Rejected'] as const).map((state) => (
            <li key={state}>
              <StatePill state={state} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Stays() {
  return (
    <section className="wrap idea" aria-labelledby="stays-title">
      <h2 id="stays-title">Your notes stay where they are.</h2>
      <div>
        <p>
          No outside service reads your notes: the engine runs on your own machine, beside your own database. Clinics are walled
          off from each other in the database itself, access and changes go to an audit log that shows tampering, and idle screens
          lock.
        </p>
        <p>
          Built to support HIPAA, and open source, so that your security people can read how: <a href="/privacy">Privacy</a>,{' '}
          <a href="/security">Security</a>.
        </p>
      </div>
    </section>
  );
}

function ForWhom() {
  return (
    <section className="band" aria-labelledby="whom-title">
      <div className="wrap section">
        <h2 id="whom-title">For hospitals, practices and coders.</h2>
        <Audiences detailed={false} />
        <p className="actions">
          <a className="button" href="/contact">
            Get started
          </a>
          <a className="quiet-link" href="/why-incisive">
            Why Incisive
          </a>
        </p>
      </div>
    </section>
  );
}

export function Home({ reading }: { readonly reading: ExampleReading }) {
  return (
    <>
      <Hero reading={reading} />
      <TryNote />
      <Statistics />
      <Reads reading={reading} />
      <Decides />
      <Quotes />
      <Stays />
      <ForWhom />
    </>
  );
}
