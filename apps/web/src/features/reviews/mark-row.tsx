import { useRef, useState } from 'react';
import { Button, InputBase, TextInput } from '@mantine/core';
import { reviews, verdicts } from '@incisive/contract/reviews';
import type { Review, ReviewMark } from '@incisive/contract/reviews';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { ShownText } from '../../components/feedback/shown-text.tsx';
import { toastFailure } from '../../components/feedback/toasts.tsx';
import { useContractForm } from '../../components/form/contract-form.ts';
import { useFocusOnMount } from '../../components/layout/use-focus-on-mount.ts';
import { call } from '../../lib/api/call.ts';
import { formatDate } from '../../lib/dates.ts';
import { kindWords, verdictWords } from './reviews.queries.ts';
import classes from './reviews.module.css';

interface MarkProps {
  readonly mark: ReviewMark;
  readonly onChanged: (review: Review, words: string) => Promise<void>;
}

/** One difference: what each has, what was said, and what the reader may say. */
export function MarkRow({ mark, onChanged }: MarkProps) {
  const row = useRef<HTMLLIElement>(null);
  const [rebutting, setRebutting] = useState(false);
  const [words, setWords] = useState('');
  const params = { id: mark.id };
  const done = async (review: Review, words: string): Promise<void> => {
    await onChanged(review, words);
    setRebutting(false);
    row.current?.focus();
  };
  const accept = (): void =>
    void call(reviews.accept, { params, body: {} }).then((review) => done(review, 'Agreed'), toastFailure);
  const settle = (verdict: (typeof verdicts)[number]): void =>
    void call(reviews.settle, { params, body: { verdict, ...(words.trim() === '' ? {} : { words }) } }).then(
      (review) => done(review, verdictWords[verdict]),
      toastFailure,
    );
  return (
    <li ref={row} data-mark={mark.id} tabIndex={-1}>
      <div className={classes.markHead}>
        <strong>
          {kindWords[mark.kind]}
          {mark.code ? `${mark.kind.startsWith('code') ? '' : ' of'} ${mark.code}` : ''}
        </strong>
        <span>
          First <b>{mark.first || 'none'}</b>, second <b>{mark.second || 'none'}</b>
        </span>
        <span className={classes.quiet}>{standWords(mark)}</span>
      </div>
      <Said who="First coder" said={mark.rebutted} />
      <Said who="Settled" said={mark.settled} />
      {rebutting ? (
        <Rebuttal id={mark.id} onSaid={(review) => done(review, 'Handed to a lead')} onCancel={() => setRebutting(false)} />
      ) : null}
      {mark.may.answer && !rebutting ? (
        <div className={classes.acts}>
          <Button variant="default" data-key="a" onClick={accept}>
            Agree <kbd>A</kbd>
          </Button>
          <Button variant="default" data-key="m" onClick={() => setRebutting(true)}>
            Say why not <kbd>M</kbd>
          </Button>
        </div>
      ) : null}
      {mark.may.settle ? (
        <div className={classes.acts}>
          <TextInput
            className={classes.why}
            label="Why, if it needs saying"
            maxLength={1000}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          {verdicts.map((verdict, at) => (
            <Button key={verdict} variant="default" data-key={at + 1} onClick={() => settle(verdict)}>
              {verdictWords[verdict]} <kbd>{at + 1}</kbd>
            </Button>
          ))}
        </div>
      ) : null}
    </li>
  );
}

function standWords({ verdict, accepted, rebutted, lapsed }: ReviewMark): string {
  if (accepted) return 'Agreed';
  if (lapsed) return 'Not answered in time';
  if (verdict) return verdictWords[verdict];
  return rebutted ? 'To settle' : 'To answer';
}

const Said = ({ who, said }: { readonly who: string; readonly said: ReviewMark['settled'] }) =>
  said?.words ? (
    <blockquote className={classes.said}>
      <ShownText text={said.words} /> <span className={classes.quiet}>{`${who}, ${formatDate(said.at)}`}</span>
    </blockquote>
  ) : null;

interface RebuttalProps {
  readonly id: string;
  readonly onSaid: (review: Review) => Promise<void>;
  readonly onCancel: () => void;
}

function Rebuttal({ id, onSaid, onCancel }: RebuttalProps) {
  const first = useFocusOnMount<HTMLTextAreaElement>();
  const { form, onSubmit, failure } = useContractForm({
    schema: reviews.rebut.body,
    initial: { words: '' },
    submit: async (body) => onSaid(await call(reviews.rebut, { params: { id }, body })),
  });
  return (
    <form onSubmit={onSubmit} noValidate aria-label="Why not" className={classes.rebuttal}>
      <InputBase
        component="textarea"
        classNames={{ input: classes.words! }}
        rows={3}
        ref={first}
        label="Why the first coding fits"
        maxLength={1000}
        {...form.getInputProps('words')}
      />
      {failure ? <FailureNote error={failure} /> : null}
      <div className={classes.acts}>
        <Button type="submit" loading={form.submitting}>
          Hand to a lead
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
