import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Button, NativeSelect, TextInput, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { queries, queryDueDays } from '@incisive/contract/queries';
import { checkQuery, choiceSubjects, withoutRefused } from '@incisive/contract/query-check';
import type { QueryDraft, QueryForm, Words } from '@incisive/contract/query-check';
import { draftFor, isTemplateSubject, templateLabel, templateSubjects } from '@incisive/contract/query-templates';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { ShownText } from '../../../components/feedback/shown-text.tsx';
import { Modal } from '../../../components/overlay/modal.tsx';
import { ApiError, withoutFields } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { forgetText, rememberText, rememberedText } from '../../../lib/drafts/remembered-text.ts';
import { useProfile } from '../../../lib/session/profile.ts';
import { caseQuery } from '../claim/claim.queries.ts';
import classes from './ask-dialog.module.css';

export interface AskDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly noteId: string;
  readonly text: string;
  /** What was selected in the note when it was opened. */
  readonly selected: string;
  readonly onSent: () => void;
}

export function AskDialog(props: AskDialogProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title="Ask the surgeon" size="lg">
      <AskForm {...props} />
    </Modal>
  );
}

/** Where words stand in the note: as they are, or but for capitals, spaces and line ends. */
function quoteOf(text: string, words: string): Words | null {
  const wanted = words.trim();
  if (wanted === '') return null;
  const at = text.indexOf(wanted);
  if (at >= 0) return [at, at + wanted.length];
  const parts = wanted.split(/\s+/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const found = new RegExp(parts.join(String.raw`\s+`), 'i').exec(text);
  return found ? [found.index, found.index + found[0].length] : null;
}

// Few questions are answered by a choice: its fields come when one is.
const AskChoices = lazy(async () => ({ default: (await import('./ask-choices.tsx')).AskChoices }));
const forms: readonly { readonly value: QueryForm; readonly label: string }[] = [
  { value: 'open', label: 'In words' },
  { value: 'choices', label: 'By a choice' },
  { value: 'yes-no', label: 'By yes or no' },
];

/** The draft as one that is answered so: a choice is of what can be told apart beforehand, and of two things at least. */
function answeredBy(draft: QueryDraft, form: QueryForm): QueryDraft {
  const quotes = draft.quotes.map((_words, nth) => nth);
  const some = draft.choices.length > 0 ? draft.choices : ['', ''].map((label) => ({ label, quotes }));
  return {
    ...draft,
    form,
    subject: form === 'choices' && !choiceSubjects.includes(draft.subject) ? 'site' : draft.subject,
    choices: form === 'choices' ? some : [],
  };
}

const freshDraft = (text: string, selected: string): QueryDraft => {
  const first = quoteOf(text, selected);
  return draftFor('code', first ? [first] : []);
};

interface Kept {
  readonly text: string;
  readonly draft: QueryDraft;
  readonly to: string;
  readonly days: number;
}

function AskForm({ noteId, text, selected, onClose, onSent }: AskDialogProps) {
  const params = { id: noteId };
  const people = useQuery({
    queryKey: ['queries', 'of-note', noteId],
    queryFn: ({ signal }) => call(queries.ofNote, { params, signal }),
  });
  const questions = useQuery(caseQuery(noteId)).data?.claim.questions ?? [];
  const { id: user } = useProfile();
  const key = `ask ${noteId}`;
  // What was begun about this text and not sent is there again.
  const [begun] = useState(() => {
    const kept = rememberedText<Kept>(key, user);
    return kept?.text === text ? kept : undefined;
  });
  const [draft, setDraft] = useState<QueryDraft>(() => begun?.draft ?? freshDraft(text, selected));
  const [to, setTo] = useState(begun?.to ?? '');
  const [words, setWords] = useState('');
  const [days, setDays] = useState(begun?.days ?? queryDueDays);
  const sent = useRef(false);
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  /** The draft before words were taken out of it. */
  const [before, setBefore] = useState<QueryDraft | null>(null);
  // What is being typed is not refused letter by letter.
  const [typed] = useDebouncedValue(draft, 400);
  const problems = checkQuery(draft, text);
  const shown = tried || typed === draft ? problems.filter(({ words: named }) => tried || named !== '') : [];
  const mended = shown.map((one) => withoutRefused(draft, one)).find((one) => one !== null) ?? null;
  const mend = (): void => {
    if (!mended) return;
    setBefore(draft);
    setDraft(mended);
  };
  /** What was said of a field: here while it is written, by the server once it was sent. */
  const said = (path: string): string | undefined =>
    shown.find((one) => one.path === path)?.message ??
    (failure instanceof ApiError ? failure.fields.find((one) => one.path === path)?.message : undefined);
  const rest = withoutFields(failure, ['to', 'due_in_days', 'heading', 'question']);
  const elsewhere = tried
    ? problems.filter(({ path }) => path !== 'heading' && path !== 'question' && !path.endsWith('.label'))
    : [];
  // Nobody is asked by default what they ask themselves.
  const recipient = to || (people.data?.recipients.find(({ id }) => id !== user)?.id ?? '');
  const quote = quoteOf(text, words);

  useEffect(() => {
    if (sent.current) return;
    const { quotes: _words, ...own } = draft;
    const { quotes: _unasked, ...untouched } = freshDraft(text, selected);
    if (JSON.stringify(own) === JSON.stringify(untouched)) forgetText(key);
    else rememberText(key, user, { text, draft, to, days } satisfies Kept);
  }, [key, user, text, selected, draft, to, days]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== '.' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    mend();
  };
  const addQuote = (): void => {
    if (!quote) return;
    // Until a person says otherwise the words stand for each choice.
    const choices = draft.choices.map((one) => ({ ...one, quotes: [...one.quotes, draft.quotes.length] }));
    setDraft({ ...draft, choices, quotes: [...draft.quotes, quote] });
    setWords('');
  };
  const start = (value: string): void => {
    const [kind = '', nth] = value.split(' ');
    const of = nth === undefined ? undefined : questions[Number(nth)];
    const own = of ? of.words.map(({ start: from, end }): Words => [from, end]) : draft.quotes;
    if (isTemplateSubject(kind)) setDraft(draftFor(kind, own));
  };
  const send = async (): Promise<void> => {
    setTried(true);
    if (problems.length > 0 || recipient === '') return;
    setFailure(undefined);
    try {
      const { quotes, choices, ...rest } = draft;
      await call(queries.send, {
        params,
        body: {
          ...rest,
          to: recipient,
          quotes: quotes.map(([from, end]): [number, number] => [from, end]),
          choices: choices.map(({ label, quotes: by }) => ({ label, quotes: [...by] })),
          due_in_days: days,
        },
      });
      sent.current = true;
      forgetText(key);
      onClose();
      onSent();
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <form
      className={classes.form}
      aria-label="Ask the surgeon"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <NativeSelect
        label="Start from"
        data-autofocus
        defaultValue={begun ? '' : 'code'}
        onChange={(event) => start(event.currentTarget.value)}
        data={[
          ...(begun ? [{ value: '', label: 'What you began' }] : []),
          ...questions.flatMap(({ about, code }, nth) =>
            isTemplateSubject(about)
              ? [{ value: `${about} ${nth}`, label: `${templateLabel(about)}: open in this note, ${code}` }]
              : [],
          ),
          ...templateSubjects.map((about) => ({ value: about, label: templateLabel(about) })),
        ]}
      />
      <div className={classes.pair}>
        <NativeSelect
          label="To"
          error={said('to')}
          value={recipient}
          onChange={(event) => setTo(event.currentTarget.value)}
          data={[
            ...(recipient === '' ? [{ value: '', label: 'Choose' }] : []),
            ...(people.data?.recipients ?? []).map(({ id, name, username }) => ({ value: id, label: `${name}, ${username}` })),
          ]}
        />
        <NativeSelect
          label="Answer due in"
          error={said('due_in_days')}
          value={String(days)}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
          data={[1, 2, 3, 5, 7, 14].map((n) => ({ value: String(n), label: n === 1 ? '1 day' : `${n} days` }))}
        />
      </div>
      {people.data?.recipients.length === 0 ? <p>Nobody of this note’s organization can answer.</p> : null}
      {people.error ? <FailureNote error={people.error} onRetry={() => void people.refetch()} /> : null}
      <ul className={classes.quotes} aria-label="Words of the note">
        {draft.quotes.map(([from, end], nth) => (
          <li key={`${from}-${end}`}>
            <span>
              <ShownText text={text.slice(from, end)} />
            </span>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-label={`Remove words ${nth + 1}`}
              onClick={() => {
                const kept = (by: readonly number[]) => by.filter((one) => one !== nth).map((one) => (one > nth ? one - 1 : one));
                setDraft({
                  ...draft,
                  quotes: draft.quotes.filter((_words, at) => at !== nth),
                  choices: draft.choices.map((one) => ({ ...one, quotes: kept(one.quotes) })),
                });
              }}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <div className={classes.pair}>
        <TextInput
          label="Quote words of the note"
          value={words}
          error={words.trim() !== '' && !quote ? 'These words do not stand in the note like this' : undefined}
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || words.trim() === '') return;
            // It quotes: the question is not sent before its words are there.
            event.preventDefault();
            addQuote();
          }}
        />
        <Button variant="default" disabled={!quote} onClick={addQuote}>
          Quote
        </Button>
      </div>
      <TextInput
        label="Heading"
        error={said('heading')}
        value={draft.heading}
        maxLength={100}
        onChange={(event) => setDraft({ ...draft, heading: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <Textarea
        label="Question"
        error={said('question')}
        value={draft.question}
        autosize
        minRows={2}
        maxLength={1000}
        onChange={(event) => setDraft({ ...draft, question: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      {mended || before ? (
        <div>
          {mended ? (
            <Button size="compact-xs" variant="default" onClick={mend} rightSection={<kbd aria-hidden>Ctrl .</kbd>}>
              Take out what is refused
            </Button>
          ) : null}
          {before ? (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              onClick={() => {
                setDraft(before);
                setBefore(null);
              }}
            >
              Put it back
            </Button>
          ) : null}
        </div>
      ) : null}
      <NativeSelect
        label="Answered"
        value={draft.form}
        data={[...forms]}
        onChange={(event) => setDraft(answeredBy(draft, event.currentTarget.value as QueryForm))}
      />
      {draft.form === 'choices' ? (
        <Suspense fallback={null}>
          <AskChoices draft={draft} onChange={setDraft} said={said} />
        </Suspense>
      ) : null}
      {elsewhere.length > 0 ? (
        <ul className={classes.problems} role="alert">
          {elsewhere.map(({ path, message }) => (
            <li key={`${path} ${message}`}>{message}</li>
          ))}
        </ul>
      ) : null}
      {rest ? <FailureNote error={rest} /> : null}
      <Button type="submit" disabled={recipient === ''}>
        Send
      </Button>
    </form>
  );
}
