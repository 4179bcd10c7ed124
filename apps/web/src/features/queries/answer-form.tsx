import { useEffect, useState } from 'react';
import { Button, Textarea } from '@mantine/core';
import { queries } from '@incisive/contract/queries';
import type { SurgeonQuery } from '@incisive/contract/queries';
import { otherChoice, undeterminedChoice } from '@incisive/contract/query-check';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { ShownText } from '../../components/feedback/shown-text.tsx';
import { PasswordInput } from '../../components/form/password-input.tsx';
import { ApiError, withoutFields } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { formatDate, timeZoneName } from '../../lib/dates.ts';
import { forgetText, rememberText, rememberedText } from '../../lib/drafts/remembered-text.ts';
import { sessionClinic } from '../../lib/session/session.ts';
import { ClinicButton } from '../../components/form/clinic-button.tsx';
import { useProfile } from '../../lib/session/profile.ts';
import classes from './queries.module.css';

export interface AnswerFormProps {
  readonly query: SurgeonQuery;
  readonly onAnswered: (query: SurgeonQuery) => Promise<void>;
}

const offered = ({ form, choices }: SurgeonQuery): readonly string[] =>
  form === 'open'
    ? []
    : [...(form === 'yes-no' ? ['Yes', 'No'] : choices.map(({ label }) => label)), otherChoice, undeterminedChoice];

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The end of the note as signing will leave it. */
const addition = (query: SurgeonQuery, choice: string | null, words: string): string =>
  `ADDENDUM ${formatDate(new Date().toISOString())} by ${query.to.username}: ${oneLine(query.question)}\nAnswer: ${choice !== null && choice !== otherChoice ? choice : oneLine(words)}`;

interface Begun {
  readonly choice: string | null;
  readonly words: string;
}

/** One tap chooses, one signs; the password is asked for only where the sign-in is too old to stand for it. */
export function AnswerForm({ query, onAnswered }: AnswerFormProps) {
  const { id: user } = useProfile();
  const key = `answer ${query.id}`;
  // What was begun is there again after a look into the note.
  const [begun] = useState(() => rememberedText<Begun>(key, user));
  const [choice, setChoice] = useState<string | null>(begun?.choice ?? null);
  const [words, setWords] = useState(begun?.words ?? '');
  useEffect(() => {
    if (choice === null && words === '') forgetText(key);
    else rememberText(key, user, { choice, words } satisfies Begun);
  }, [key, user, choice, words]);
  const [signing, setSigning] = useState(false);
  const clinic = sessionClinic();
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const choices = offered(query);
  const writes = query.form === 'open' || choice === otherChoice;
  const ready = (query.form === 'open' || choice !== null) && (!writes || words.trim() !== '') && (!signing || password !== '');
  const said = (path: string): string | undefined =>
    failure instanceof ApiError ? failure.fields.find((one) => one.path === path)?.message : undefined;

  const rest = withoutFields(failure, [...(writes ? ['words'] : []), ...(signing ? ['password'] : [])]);

  const sign = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const body = {
        tz: timeZoneName(),
        ...(choice ? { choice } : {}),
        ...(writes ? { words } : {}),
        ...(password ? { password } : {}),
      };
      const answered = await call(queries.answer, { params: { id: query.id }, body });
      forgetText(key);
      await onAnswered(answered);
    } catch (error) {
      const refused = error instanceof ApiError ? error.fields.map(({ path }) => path) : [];
      // That a password is needed is no failure until something was typed.
      if (signing || refused.length !== 1 || refused[0] !== 'password') setFailure(error);
      if (refused.includes('password')) setSigning(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      aria-label="Answer"
      className={classes.signed}
      onSubmit={(event) => {
        event.preventDefault();
        void sign();
      }}
    >
      {choices.length > 0 ? (
        <fieldset className={classes.choices}>
          <legend className="visually-hidden">Answer</legend>
          {choices.map((label) => (
            <label key={label} className={classes.choice}>
              <input type="radio" name="answer" checked={choice === label} onChange={() => setChoice(label)} />
              <ShownText text={label === otherChoice ? 'Other, in my words' : label} />
            </label>
          ))}
        </fieldset>
      ) : null}
      {writes ? (
        <Textarea
          label="Answer in your words"
          error={said('words')}
          value={words}
          autosize
          minRows={3}
          maxLength={2000}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      ) : null}
      {signing && clinic !== null ? <ClinicButton clinic={clinic} again /> : null}
      {signing && clinic === null ? (
        <PasswordInput
          label="Sign with your password"
          autoComplete="current-password"
          value={password}
          error={said('password')}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      ) : null}
      {rest ? <FailureNote error={rest} /> : null}
      <p className={classes.quiet}>Your answer is added to the end of the note{ready ? ':' : ' with your name and the date.'}</p>
      {ready ? (
        <blockquote className={classes.quote} aria-label="What is added">
          <ShownText text={addition(query, choice, writes ? words : '')} />
        </blockquote>
      ) : null}
      <Button type="submit" size="lg" fullWidth loading={busy} disabled={!ready}>
        Sign and answer
      </Button>
    </form>
  );
}
