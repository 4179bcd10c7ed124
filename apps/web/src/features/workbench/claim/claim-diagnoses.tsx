import { useQuery } from '@tanstack/react-query';
import type { ClaimCase } from '@incisive/contract/cases';
import { DiagnosisField, shownIcd } from './claim-fields.tsx';
import { proposedDiagnosesQuery } from './claim.queries.ts';
import classes from './claim.module.css';

interface DiagnosesProps {
  readonly claim: ClaimCase;
  readonly text: string;
  readonly edits: boolean;
  /** The field is open. */
  readonly adding: boolean;
  readonly onAdding: () => void;
  readonly onLeave: () => void;
  /** Puts what becomes of the codes in their place. */
  readonly onSet: (set: (now: string[]) => string[]) => void;
}

/** The diagnoses of the claim in their order, by whose numbers lines point to them. */
export function Diagnoses({ claim, text, edits, adding, onAdding, onLeave, onSet }: DiagnosesProps) {
  // Asked for before the field opens: it lists them at once.
  useQuery({
    ...proposedDiagnosesQuery(claim.note_id, claim.header.service_date),
    enabled: edits && claim.diagnoses.length === 0,
  });
  return (
    <section className={classes.diagnoses} aria-label="Diagnoses">
      <h3>Diagnoses {edits ? <kbd aria-hidden>D</kbd> : null}</h3>
      <ol>
        {claim.diagnoses.map(({ icd, description }, n) => (
          <li key={icd}>
            <span className={classes.place}>{n + 1}</span> <code>{shownIcd(icd)}</code>{' '}
            {description ?? <span className={classes.quiet}>not checked</span>}
            {edits ? (
              <button
                type="button"
                className={classes.plain}
                aria-label={`Remove diagnosis ${shownIcd(icd)}`}
                onClick={() => onSet((now) => now.filter((one) => one !== icd))}
              >
                Remove
              </button>
            ) : null}
          </li>
        ))}
      </ol>
      {adding ? (
        <DiagnosisField
          claim={claim}
          text={text}
          onLeave={onLeave}
          onAdd={(icd) => {
            onLeave();
            onSet((now) => [...now, icd]);
          }}
        />
      ) : edits ? (
        <button type="button" className={classes.plain} onClick={onAdding}>
          Add a diagnosis
        </button>
      ) : null}
    </section>
  );
}
