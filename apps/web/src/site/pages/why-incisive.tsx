import { Audiences } from '../components/audiences.tsx';
import { PageIntro } from '../components/page-intro.tsx';

const benefits = [
  {
    title: 'Better reimbursement',
    words: 'What was done and written down gets onto the claim, and what was not stays off it. Both protect what you are paid.',
  },
  {
    title: 'Shorter coding time',
    words: 'The note and the codes share one screen. You check a marked line instead of hunting for it, and move on with a key.',
  },
  {
    title: 'Fewer questions back',
    words: 'When the coder and the surgeon look at the same words, most queries answer themselves before they are sent.',
  },
  {
    title: 'Better work-life balance',
    words: 'Approving takes minutes between cases. Less of the record follows a physician home.',
  },
] as const;

export function WhyIncisive() {
  return (
    <>
      <PageIntro title="Faster to read. Easier to defend.">
        A code without its sentence has to be found twice: once by the coder, once by the auditor. Incisive keeps the two
        together, from the first suggestion to the last question about it.
      </PageIntro>
      <section className="wrap" aria-labelledby="benefits-title">
        <h2 id="benefits-title" className="visually-hidden">
          Benefits
        </h2>
        <ul className="benefits">
          {benefits.map(({ title, words }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{words}</p>
            </li>
          ))}
        </ul>
        <p className="actions after-benefits">
          <a className="button" href="/contact">
            Talk to us
          </a>
          <a className="quiet-link" href="/about">
            About us
          </a>
        </p>
      </section>
      <section className="band" aria-labelledby="audiences-title">
        <div className="wrap section">
          <h2 id="audiences-title">What it changes, for whom</h2>
          <Audiences detailed />
        </div>
      </section>
      <section className="wrap idea" aria-labelledby="not-title">
        <h2 id="not-title">What it does not do.</h2>
        <div>
          <p>
            It does not bill, and it does not decide. It does not replace a certified coder, and it makes no promise that a payer
            will agree. It does not send your notes anywhere.
          </p>
          <p>
            It is built to support HIPAA: access by role, clinics kept apart in the database, an audit log that shows tampering,
            automatic logoff. Compliance is still something your organization does, and we would rather say so here than in a
            contract.
          </p>
          <p className="actions">
            <a className="button" href="/contact">
              Get started
            </a>
          </p>
        </div>
      </section>
    </>
  );
}
