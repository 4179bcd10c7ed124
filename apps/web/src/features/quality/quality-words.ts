import type { AgeBand, CaseSet, LagStep, Overview } from '@incisive/contract/quality';

/** What the cases of a set are called: the heading over the rows behind a number. */
export const setWords: Readonly<Record<CaseSet, string>> = {
  'not-final': 'Not final',
  'to-do': 'To be coded',
  new: 'Waiting for coding',
  held: 'Held',
  queried: 'Waiting for an answer',
  'in-review': 'In review',
  returned: 'Returned',
  'held-twice': 'Held past their day twice',
  'query-late': 'Questions without an answer',
  left: 'Begun and left',
  'note-changed': 'Note changed after coding',
  skipped: 'Skipped by two or more',
  'not-exported': 'Final, not exported',
  finished: 'Finished',
  'first-pass': 'Finished without an error',
  'error-met': 'Finished with this error',
  rejected: 'Suggested and rejected',
  asked: 'Asked about',
  answered: 'Asked about and answered',
  lag: 'Finished this step',
};

/** What each stuck thing needs. */
export const stuckAsides: Readonly<Record<Overview['stuck'][number]['what'], string>> = {
  'held-twice': 'somebody has to ask again',
  'query-late': 'asked more than six days ago',
  'note-changed': 'to be coded again',
  left: 'nobody came back for a day',
  skipped: 'route them',
  'not-exported': 'final for three days',
};

export const bandWords: Readonly<Record<AgeBand, string>> = {
  '0-3': '0 to 3 days',
  '4-7': '4 to 7',
  '8-14': '8 to 14',
  '15-30': '15 to 30',
  '31+': 'Over 30',
};

export const stepWords: Readonly<Record<LagStep, string>> = {
  'service-to-note': 'Service to note',
  'note-to-claimed': 'Note to claimed',
  'claimed-to-coded': 'Claimed to coded',
  'coded-to-final': 'Coded to final',
  'final-to-exported': 'Final to exported',
  'service-to-coded': 'Service to coded',
};

type Wait = Overview['waits'][number];

/** Who waits, for whom, and what for. */
export function waitWords({ what, who }: Pick<Wait, 'what' | 'who'>): { from: string; to: string; for: string } {
  switch (what) {
    case 'coding':
      return { from: 'Clinic', to: 'Coders', for: 'coding' };
    case 'hold':
      return { from: 'Coders', to: who ?? 'Others', for: 'held' };
    case 'query':
      return { from: 'Coders', to: who ?? 'Surgeons', for: 'answer' };
    case 'review':
      return { from: 'Coders', to: 'Reviewers', for: 'review' };
    case 'returned':
      return { from: 'Clinic', to: who ?? 'Coders', for: 'returned' };
  }
}

export const number = (value: number): string => value.toLocaleString('en-US');
/** Days with one digit behind the point. */
export const days = (value: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** Under so many cases a share says nothing: the number stands alone. */
const leastForShare = 5;
export const share = (part: number, whole: number): string | null =>
  whole < leastForShare ? null : `${((part / whole) * 100).toFixed(1)}%`;
