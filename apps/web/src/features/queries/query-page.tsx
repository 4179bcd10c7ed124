import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '@incisive/contract/queries';
import type { QueryOutcome, SurgeonQuery } from '@incisive/contract/queries';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { NotFound } from '../../components/feedback/not-found.tsx';
import { ShownText } from '../../components/feedback/shown-text.tsx';
import { StatusTag } from '../../components/feedback/status-tag.tsx';
import { toast, toastFailure } from '../../components/feedback/toasts.tsx';
import { useContractForm } from '../../components/form/contract-form.ts';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Due } from '../../components/work/due.tsx';
import { isMissing } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { formatMoment } from '../../lib/dates.ts';
import { useCan } from '../../lib/session/profile.ts';
import { AnswerForm } from './answer-form.tsx';
import { listQuery, oneQuery, outcomeWords, queriesKey, stateWords } from './queries.queries.ts';
import classes from './queries.module.css';
import { QueryStatus } from '../../components/feedback/query-status.tsx';

/** /queries/{id}: the words of the note, the question, and its answer. */
export function QueryPage({ id }: { readonly id: string }) {
  const cache = useQueryClient();
  const found = useQuery(oneQuery(id));
  const settle = async (query: SurgeonQuery, words: string): Promise<void> => {
    cache.setQueryData(oneQuery(id).queryKey, query);
    toast(words);
    await cache.invalidateQueries({ queryKey: [...queriesKey, 'list'] });
  };
  const answers = useCan('queries.answer');
  const waiting = useQuery({ ...listQuery('for-me', false), enabled: answers }).data?.results ?? [];
  if (isMissing(found.error)) return <NotFound />;
  const { data: query } = found;
  const at = waiting.findIndex((one) => one.id === id);
  const onward = waiting.find((one) => one.id !== id && one.state === 'sent');
  return (
    <div className="page">
      <PageHeader
        title={query?.heading ?? 'Question'}
        documentTitle="Question"
        crumbs={[{ label: 'Queries', to: '/queries' }, { label: 'Question' }]}
        status={
          query ? <StatusTag tone={query.state === 'sent' ? 'waiting' : 'done'}>{stateWords[query.state]}</StatusTag> : null
        }
      />
      <QueryStatus query={found} />
      {query ? (
        <div className={classes.column}>
          <p className={classes.quiet}>
            {query.may.answer && waiting.length > 1 && at >= 0 ? `${at + 1} of ${waiting.length} for you. ` : null}
            {query.asked_by} asks {query.to.username}.{' '}
            {query.state === 'sent' ? (
              <>
                Due <Due on={query.due_on} />
              </>
            ) : null}{' '}
            <Link to="/opnotes/$id" params={{ id: query.note_id }}>
              Open the note
            </Link>
          </p>
          {query.quotes.map(({ start, words }) => (
            <blockquote key={start} className={classes.quote}>
              <ShownText text={words} />
            </blockquote>
          ))}
          <p className={classes.question}>
            <ShownText text={query.question} />
          </p>
          {query.may.answer ? (
            <AnswerForm
              query={query}
              onAnswered={(answered) => settle(answered, 'Answered. It stands at the end of the note now.')}
            />
          ) : null}
          {query.answer === null ? null : (
            <div>
              <blockquote className={classes.quote}>
                <ShownText text={query.answer} />
              </blockquote>
              <p className={classes.quiet}>
                {query.to.username}, {formatMoment(query.answered_at)}
                {query.outcome ? `. ${outcomeWords[query.outcome]}` : ''}
              </p>
            </div>
          )}
          {query.state !== 'sent' && onward ? (
            <Link to="/queries/$id" params={{ id: onward.id }} className={classes.choice}>
              Next question
            </Link>
          ) : null}
          {query.may.answer ? null : <Settle query={query} onSettled={settle} />}
        </div>
      ) : null}
    </div>
  );
}

interface SettleProps {
  readonly query: SurgeonQuery;
  readonly onSettled: (query: SurgeonQuery, words: string) => Promise<void>;
}

/** What who asked does with it: close it with what came of it, or take it back. */
function Settle({ query, onSettled }: SettleProps) {
  const params = { id: query.id };
  const { form, onSubmit, failure } = useContractForm({
    schema: queries.withdraw.body,
    initial: { reason: '' },
    submit: async (body) => onSettled(await call(queries.withdraw, { params, body }), 'Withdrawn'),
  });
  const close = (outcome: QueryOutcome): void =>
    void call(queries.close, { params, body: { outcome } }).then((closed) => onSettled(closed, 'Closed'), toastFailure);
  const outcomes: readonly QueryOutcome[] = query.state === 'answered' ? ['agreed', 'disagreed'] : ['no-answer'];
  return (
    <>
      {query.may.close ? (
        <div className={classes.acts}>
          {outcomes.map((outcome) => (
            <Button key={outcome} variant="default" onClick={() => close(outcome)}>
              Close: {outcomeWords[outcome]}
            </Button>
          ))}
        </div>
      ) : null}
      {query.may.withdraw ? (
        <form className={classes.signed} aria-label="Withdraw" onSubmit={onSubmit} noValidate>
          <TextInput label="Why it is withdrawn" maxLength={200} {...form.getInputProps('reason')} />
          {failure ? <FailureNote error={failure} /> : null}
          <div className={classes.acts}>
            <Button type="submit" variant="default" loading={form.submitting}>
              Withdraw
            </Button>
          </div>
        </form>
      ) : null}
    </>
  );
}
