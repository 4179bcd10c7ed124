import { IconCheck, IconMapPin, IconRubberStamp, IconSparkles, IconX } from '@tabler/icons-react';
import type { CodeState } from '@incisive/contract/roles';
import classes from './code-state.module.css';

/** Color, icon and word of each state of a code: the same everywhere. */
export const codeStates = {
  SUGGESTED: { word: 'Suggested', icon: IconSparkles, meaning: 'Suggested from the words of the note; no one has acted on it.' },
  APPROVED: { word: 'Approved', icon: IconCheck, meaning: 'Accepted for this note by a person.' },
  ASSIGNED: { word: 'Assigned', icon: IconMapPin, meaning: 'Added by hand by an approver or administrator.' },
  CODED: { word: 'Coded', icon: IconRubberStamp, meaning: 'Added by hand by a coder.' },
  REJECTED: { word: 'Rejected', icon: IconX, meaning: 'Rejected for this note by a person.' },
} as const;

/** A state as a pill of color, icon and word. */
export function CodeStatePill({ state }: { readonly state: CodeState }) {
  const { word, icon: Icon } = codeStates[state];
  return (
    <span className={classes.pill} data-state={state}>
      <Icon size={13} stroke={2.2} aria-hidden />
      {word}
    </span>
  );
}

/** What each state means. */
export function StateLegend() {
  return (
    <dl className={classes.legend}>
      {(Object.keys(codeStates) as CodeState[]).map((state) => (
        <div key={state}>
          <dt>
            <CodeStatePill state={state} />
          </dt>
          <dd>{codeStates[state].meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
