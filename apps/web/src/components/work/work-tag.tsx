import {
  IconArrowBackUp,
  IconCheck,
  IconCircle,
  IconFileExport,
  IconMessageQuestion,
  IconPlayerPause,
  IconQuestionMark,
  IconScale,
  IconUser,
  IconX,
} from '@tabler/icons-react';
import { workStateWords } from '@incisive/contract/work-state';
import type { WorkState } from '@incisive/contract/work-state';
import classes from './work.module.css';

const icons = {
  new: IconCircle,
  claimed: IconUser,
  held: IconPlayerPause,
  queried: IconQuestionMark,
  coded: IconCheck,
  'in-review': IconScale,
  returned: IconArrowBackUp,
  final: IconCheck,
  exported: IconFileExport,
  void: IconX,
} as const satisfies Record<WorkState, unknown>;

export interface WorkTagProps {
  readonly state: WorkState;
  readonly holder?: { readonly name: string; readonly minutes: number; readonly mine: boolean } | null;
  /** An answer to the reader's question has come. */
  readonly answered?: boolean;
  /** Without a pill: it stands on every row. */
  readonly plain?: boolean;
}

/** Where a case stands: icon and word; the rule has no pill, exceptions have. */
export function WorkTag({ state, holder = null, answered = false, plain = false }: WorkTagProps) {
  const Icon = answered && state === 'new' ? IconMessageQuestion : icons[state];
  const words = holder
    ? `${holder.mine ? 'You' : holder.name}, ${holder.minutes} min`
    : answered && state === 'new'
      ? 'Answered'
      : workStateWords[state];
  const look = holder ? (holder.mine ? 'mine' : 'theirs') : answered && state === 'new' ? 'mine' : state;
  return (
    <span className={classes.tag} data-look={plain ? 'plain' : look}>
      <Icon size={14} aria-hidden />
      <span>{words}</span>
    </span>
  );
}
