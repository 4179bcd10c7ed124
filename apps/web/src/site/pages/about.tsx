import { PageIntro } from '../components/page-intro.tsx';
import { board, leaders } from '../content/company.ts';
import type { Leader } from '../content/company.ts';

function LeaderCard({ leader }: { readonly leader: Leader }) {
  return (
    <li className="leader">
      <span className="monogram" aria-hidden="true">
        {leader.initials}
      </span>
      <h3>
        {leader.role} <span className="example">Example</span>
      </h3>
      <p>{leader.short}</p>
      <p>
        <a href={`#bio-${leader.id}`} data-opens={`bio-${leader.id}`}>
          Read more<span className="visually-hidden"> about the {leader.role}</span>
        </a>
      </p>
    </li>
  );
}

/** Opened as a modal by the script; without script the link's target shows it over the page. */
function Biography({ leader }: { readonly leader: Leader }) {
  const title = `bio-${leader.id}-title`;
  return (
    <dialog id={`bio-${leader.id}`} className="biography" aria-labelledby={title}>
      <div className="biography-inner">
        <h2 id={title}>{leader.role}</h2>
        <p className="example">Example</p>
        {leader.biography.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <a href="#leaders" className="button button-quiet" data-closes="">
          Close
        </a>
      </div>
    </dialog>
  );
}

export function About() {
  return (
    <>
      <PageIntro title="A note already says what was done. It should not take a week to be believed.">
        Our mission is to close the distance between the operating room and the claim: to find in the surgeon’s own words what can
        be billed, show where it stands, and leave the decision to the people who answer for it.
      </PageIntro>
      <section className="wrap idea" aria-labelledby="work-title">
        <h2 id="work-title">Shown, not asserted.</h2>
        <div>
          <p>
            Most coding software gives an answer. We think an answer without its reason is another task: somebody still has to
            open the note and find the line. So everything Incisive says comes with the words that led to it, and a figure for how
            sure it is.
          </p>
          <p>
            When it does not know, it says less. When you know better, it takes your word and keeps it. A surgeon’s evening and a
            coder’s attention are worth more than a longer list.
          </p>
          <p className="actions">
            <a className="button" href="/solution">
              Explore the solution
            </a>
          </p>
        </div>
      </section>
      <section className="band" aria-labelledby="leaders-title" id="leaders">
        <div className="wrap section">
          <h2 id="leaders-title">Who leads it</h2>
          <ul className="leaders">
            {leaders.map((leader) => (
              <LeaderCard key={leader.id} leader={leader} />
            ))}
          </ul>
        </div>
      </section>
      <section className="wrap section" aria-labelledby="board-title">
        <h2 id="board-title">Who keeps us honest</h2>
        <p className="lead-small">A board of four advisors, each with one question to ask of every release.</p>
        <ul className="board">
          {board.map(({ role, gives }) => (
            <li key={role}>
              <h3>
                {role} <span className="example">Example</span>
              </h3>
              <p>{gives}</p>
            </li>
          ))}
        </ul>
      </section>
      {leaders.map((leader) => (
        <Biography key={leader.id} leader={leader} />
      ))}
    </>
  );
}
