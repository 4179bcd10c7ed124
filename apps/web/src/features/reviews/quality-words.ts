import type { ReviewSet } from '@incisive/contract/reviews';
import { type ListAsked, kindWords } from './reviews.queries.ts';

const setWords: Readonly<Record<ReviewSet, string>> = {
  pairs: 'Cases coded twice',
  exact: 'Coded alike',
  'not-exact': 'Coded with a difference',
  'main-same': 'Same main code',
  'main-other': 'Another main code',
  waiting: 'Differences still open',
  marked: 'Marks that stand',
};

/** The number that the reviews stand behind, in words. */
export const countedWords = ({ set = 'pairs', kind, coder, days = '28' }: ListAsked): string =>
  [setWords[set], kind ? kindWords[kind] : null, coder ?? null, `${days} days`].filter((one) => one !== null).join(', ');
