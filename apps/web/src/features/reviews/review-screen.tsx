import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { reviews } from '@incisive/contract/reviews';
import type { Review } from '@incisive/contract/reviews';
import { NotFound } from '../../components/feedback/not-found.tsx';
import { ShownText } from '../../components/feedback/shown-text.tsx';
import { StatusTag } from '../../components/feedback/status-tag.tsx';
import { toast, toastFailure } from '../../components/feedback/toasts.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { isMissing } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { formatDate, formatDay } from '../../lib/dates.ts';
import { procedureLine } from '../../lib/procedure-line.ts';
import { Compared } from './compared.tsx';
import { oneReview, reasonWords, reviewKindWords, reviewsHome, reviewsKey, stateWords } from './reviews.queries.ts';
import { SecondCoding } from './second-coding.tsx';
import beside from '../../components/layout/note-beside.module.css';
import classes from './reviews.module.css';
import { QueryStatus } from '../../components/feedback/query-status.tsx';

/** /reviews/{id}: the note and an empty claim; once that is handed in, both codings side by side. */
export function ReviewScreen({ id }: { readonly id: string }) {
  const cache = useQueryClient();
  const found = useQuery(oneReview(id));
  const changed = async (review: Review, words: string): Promise<void> => {
    cache.setQueryData(oneReview(id).queryKey, review);
    toast(words);
    await cache.invalidateQueries({ queryKey: [...reviewsKey, 'list'] });
  };
  if (isMissing(found.error)) return <NotFound />;
  const review = found.data;
  const withdraw = (): void =>
    void call(reviews.withdraw, { params: { id }, body: {} }).then((done) => changed(done, 'Taken out of review'), toastFailure);
  return (
    <div className="page">
      <PageHeader
        title={review ? procedureLine(review.text).line : 'Review'}
        documentTitle="Review"
        crumbs={[{ label: 'Reviews', to: reviewsHome }, { label: review ? reviewKindWords[review.kind] : 'Review' }]}
        status={
          review ? <StatusTag tone={review.state === 'settled' ? 'done' : 'waiting'}>{stateWords[review.state]}</StatusTag> : null
        }
      >
        {review?.may.withdraw ? (
          <Button variant="default" onClick={withdraw}>
            Take out of review
          </Button>
        ) : null}
      </PageHeader>
      <QueryStatus query={found} />
      {review ? (
        <>
          <p className={classes.quiet}>
            {review.service_date ? `Service ${formatDay(review.service_date)}. ` : ''}
            {review.seed === null ? (
              `Given ${formatDate(review.drawn_at)}: ${review.reasons.map((one) => reasonWords[one]).join(', ')}.`
            ) : (
              <>
                Drawn {formatDate(review.drawn_at)}, seed <ShownText text={review.seed} />.
              </>
            )}{' '}
            {review.coder && review.reviewer
              ? `First coded by ${review.coder}, then read by ${review.reviewer}.`
              : 'Names are shown when all is settled.'}
            {review.answer_by && review.marks.open > 0 ? ` Marks are answered by ${formatDay(review.answer_by)}.` : ''}
            {review.topic ? (
              <>
                {' '}
                To read up on: <ShownText text={review.topic} />.
              </>
            ) : null}
          </p>
          <div className={beside.split}>
            <section aria-label="Note" className={beside.note}>
              <ShownText text={review.text} />
            </section>
            <div>
              {review.may.code ? (
                <SecondCoding review={review} onCoded={(done) => changed(done, codedWords(done))} />
              ) : review.compared ? (
                <Compared review={review} compared={review.compared} onChanged={changed} />
              ) : (
                <p>
                  {review.state === 'withdrawn'
                    ? 'It was taken out before anybody coded it again.'
                    : 'The second coding is not in yet. Both stand here side by side once it is.'}
                </p>
              )}
            </div>
          </div>
        </>
      ) : null}
    </div>
  );
}

const codedWords = ({ kind, marks }: Review): string =>
  marks.all === 0
    ? kind === 'blind'
      ? 'Handed in. Both codings are the same.'
      : 'Passed. The case goes on to billing.'
    : `Handed in. ${marks.all} ${marks.all === 1 ? 'difference' : 'differences'}.`;
