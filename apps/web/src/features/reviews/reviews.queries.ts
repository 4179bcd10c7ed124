import { queryOptions } from '@tanstack/react-query';
import type { MarkKind } from '@incisive/contract/compare-claims';
import type { ReviewReason } from '@incisive/contract/review-plan';
import { reviews } from '@incisive/contract/reviews';
import type { ReviewKind, ReviewSet, ReviewShow, ReviewState, Verdict } from '@incisive/contract/reviews';
import { call } from '../../lib/api/call.ts';

export const reviewsKey = ['reviews'] as const;

export interface ListAsked {
  readonly show: ReviewShow;
  readonly set?: ReviewSet | undefined;
  readonly days?: '7' | '28' | '91' | undefined;
  readonly coder?: string | undefined;
  readonly kind?: MarkKind | undefined;
}
export const reviewList = (asked: ListAsked) =>
  queryOptions({
    queryKey: [...reviewsKey, 'list', asked],
    queryFn: ({ signal }) => call(reviews.list, { query: { ...asked }, signal }),
  });
export const oneReview = (id: string) =>
  queryOptions({
    queryKey: [...reviewsKey, id],
    queryFn: ({ signal }) => call(reviews.get, { params: { id }, signal }),
  });
export const agreementQuery = (days: '7' | '28' | '91') =>
  queryOptions({
    queryKey: [...reviewsKey, 'agreement', days],
    queryFn: ({ signal }) => call(reviews.agreement, { query: { days }, signal }),
  });
export const drawList = queryOptions({
  queryKey: [...reviewsKey, 'draws'],
  queryFn: ({ signal }) => call(reviews.draws, { signal }),
});
export const oneDraw = (id: string) =>
  queryOptions({
    queryKey: [...reviewsKey, 'draws', id],
    queryFn: ({ signal }) => call(reviews.getDraw, { params: { id }, signal }),
  });

export const planQuery = (tenant: string) =>
  queryOptions({
    queryKey: [...reviewsKey, 'plan', tenant],
    queryFn: ({ signal }) => call(reviews.plan, { params: { id: tenant }, signal }),
  });

export const reviewKindWords: Readonly<Record<ReviewKind, string>> = {
  blind: 'Blind second coding',
  'before-billing': 'Review before billing',
};
export const reasonWords: Readonly<Record<ReviewReason, string>> = {
  'modifier-22': 'modifier 22',
  'separate-service': 'modifier 59 or X',
  'two-surgeons': 'modifier 62 or 66',
  override: 'an error passed with a reason',
  'first-use': 'a code used for the first time',
  'high-value': 'more relative value than 95 % of your finished cases',
  share: 'by chance',
};
export const stateWords: Readonly<Record<ReviewState, string>> = {
  open: 'To read',
  coded: 'Being answered',
  settled: 'Settled',
  withdrawn: 'Taken out',
};
export const kindWords: Readonly<Record<MarkKind, string>> = {
  'code-wrong': 'Code',
  'code-missing': 'Missing code',
  'code-extra': 'Extra code',
  'modifier-wrong': 'Modifier',
  'modifier-missing': 'Missing modifier',
  'modifier-extra': 'Extra modifier',
  units: 'Units',
  pointer: 'Pointer',
  order: 'Order of lines',
  'diagnosis-wrong': 'Diagnosis',
  'diagnosis-missing': 'Missing diagnosis',
  'diagnosis-extra': 'Extra diagnosis',
};
export const verdictWords: Readonly<Record<Verdict, string>> = {
  first: 'First fits',
  second: 'Second fits',
  both: 'Both fit',
};

/** Addresses of the area, which is one route; links of crumbs take them as such. */
export const reviewsHome = '/reviews' as '/reviews/$';
export const drawsHome = '/reviews/draws' as '/reviews/$';
export const planHome = '/reviews/plan' as '/reviews/$';
export const qualityHome = '/reviews/quality' as '/reviews/$';
