import { IconCheck, IconCircle, IconSparkles } from '@tabler/icons-react';
import { noteStates } from '@incisive/contract/notes';
import type { NoteRow, NoteState } from '@incisive/contract/notes';
import { procedureLine } from '../../lib/procedure-line.ts';
import { WorkTag } from '../work/work-tag.tsx';
import { ShownText } from '../feedback/shown-text.tsx';
import classes from './note-cells.module.css';

/** A note's short name: the first segment of its id. */
export const shortId = (id: string): string => id.split('-')[0] ?? id;

/** What was done, over what the note begins with; a line each. */
export const noteText = (row: NoteRow) => {
  const { line, rest } = procedureLine(row.text);
  return (
    <>
      <span className={classes.line}>
        <ShownText text={line} />
      </span>
      <span className={classes.text}>
        <ShownText text={rest} />
      </span>
    </>
  );
};

const stateLooks = {
  new: { word: 'No codes yet', icon: IconCircle },
  review: { word: 'In review', icon: IconSparkles },
  submitted: { word: 'Submitted', icon: IconCheck },
} as const satisfies Record<NoteState, unknown>;

/** What the states of a note are called, in their order. */
export const noteStateWords = Object.fromEntries(noteStates.map((state) => [state, stateLooks[state].word])) as Readonly<
  Record<NoteState, string>
>;

/** Where the note stands, and what newly imported files find on its claim. */
export const noteState = (row: NoteRow) => {
  const found = row.work?.new_findings ?? 0;
  return found === 0 ? (
    stateOf(row)
  ) : (
    <>
      {stateOf(row)} <span className={classes.found}>{found === 1 ? '1 new finding' : `${found} new findings`}</span>
    </>
  );
};

/** Icon and word, without a pill: it stands on every row. */
const stateOf = ({ state, work }: NoteRow) => {
  if (!state) return null;
  // What its codes say, until the case says it finer.
  if (work && work.state !== 'new' && work.state !== 'claimed')
    return (
      <span className={classes.state} data-state={work.state} title={work.reason ?? undefined}>
        <WorkTag state={work.state} plain />
        {work.reason === null ? null : <span className="visually-hidden">, {work.reason}</span>}
      </span>
    );
  const { word, icon: Icon } = stateLooks[state];
  return (
    <span className={classes.state} data-state={state}>
      <Icon size={14} aria-hidden />
      {word}
    </span>
  );
};
