import { useId, useRef, useState } from 'react';
import { Button, Input } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { comments } from '@incisive/contract/comments';
import type { Comment } from '@incisive/contract/comments';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { ShownText } from '../../../components/feedback/shown-text.tsx';
import { PlainForm } from '../../../components/form/plain-form.tsx';
import { Modal } from '../../../components/overlay/modal.tsx';
import { ApiError, withoutFields } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { workQuery } from '../../../lib/work/work.queries.ts';
import classes from './comments-dialog.module.css';

export interface CommentsDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly noteId: string;
  /** What a new comment is about: words that were selected in the note when it was opened, or the code that had the focus. */
  readonly about: { readonly words: string; readonly code: string | null };
}

export function CommentsDialog(props: CommentsDialogProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title="Comments" size="lg">
      <Comments {...props} />
    </Modal>
  );
}

type CommentList = Awaited<ReturnType<typeof call<typeof comments.list>>>;

/** The beginning of a name after @, where the writer is; null elsewhere. */
const nameBegun = (text: string, at: number): string | null =>
  /(?:^|[\s(])@([^\s@(),;:!?]*)$/u.exec(text.slice(0, at))?.[1] ?? null;

function Comments({ noteId, about }: CommentsDialogProps) {
  const queries = useQueryClient();
  const key = ['comments', noteId];
  const params = { id: noteId };
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: ({ signal }) => call(comments.list, { params, signal }) });
  // What was written and not sent is kept with what is known of the note: until the page goes, or the person signs out.
  const unsent = ['unsent-comment', noteId];
  const [text, setText] = useState(() => queries.getQueryData<string>(unsent) ?? '');
  const write = (words: string): void => {
    setText(words);
    queries.setQueryDefaults(unsent, { gcTime: Infinity });
    queries.setQueryData(unsent, words);
  };
  const [words, setWords] = useState(about.words.slice(0, 300));
  const [code, setCode] = useState(about.code);
  const [caret, setCaret] = useState(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const own = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  /** Runs a change, whose answer is the list as it is now. */
  const change = async (run: () => Promise<CommentList>): Promise<boolean> => {
    setBusy(true);
    setFailure(undefined);
    try {
      queries.setQueryData(key, await run());
      void queries.invalidateQueries({ queryKey: workQuery(noteId).queryKey });
      return true;
    } catch (problem) {
      setFailure(problem);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const begun = nameBegun(text, caret)?.toLowerCase();
  const offered =
    begun === undefined ? [] : (data?.people ?? []).filter((name) => name.toLowerCase().startsWith(begun)).slice(0, 8);
  const choose = (name: string): void => {
    const before = text.slice(0, caret).replace(/@[^\s@]*$/u, `@${name} `);
    write(before + text.slice(caret));
    setCaret(before.length);
    field.current?.focus();
    // The field has the new text once this render is done.
    queueMicrotask(() => field.current?.setSelectionRange(before.length, before.length));
  };
  const refused = failure instanceof ApiError ? failure.fields.find(({ path }) => path === 'text')?.message : undefined;
  const rest = withoutFields(failure, ['text']);
  const send = async (): Promise<void> => {
    if (text.trim() === '' || busy) return;
    const body = { text, ...(words === '' ? {} : { words }), ...(code === null ? {} : { code }) };
    if (await change(() => call(comments.add, { params, body }))) write('');
  };
  return (
    <>
      {error ? <FailureNote error={error} onRetry={() => void refetch()} /> : null}
      {data?.results.length === 0 ? (
        <p className={classes.none}>No comments yet. They stay with the case and are never exported.</p>
      ) : null}
      <ul className={classes.list}>
        {data?.results.map((one) => (
          <Said
            key={one.id}
            comment={one}
            onSettle={(resolved) => void change(() => call(comments.resolve, { params: { id: one.id }, body: { resolved } }))}
          />
        ))}
      </ul>
      <PlainForm submit={send}>
        {words === '' ? null : (
          <>
            <blockquote className={classes.words}>
              <ShownText text={words} />
            </blockquote>
            <Button size="compact-xs" variant="default" mb="xs" onClick={() => setWords('')}>
              Without these words
            </Button>
          </>
        )}
        {code === null ? null : (
          <p className={classes.who}>
            About {code}
            <Button size="compact-xs" variant="default" onClick={() => setCode(null)}>
              About the whole case
            </Button>
          </p>
        )}
        <Input.Wrapper id={own} label="Comment" error={refused} description="@ and a user name tells that person.">
          <Input
            component="textarea"
            multiline
            ref={field}
            id={own}
            data-autofocus
            rows={3}
            maxLength={2000}
            error={refused !== undefined}
            value={text}
            onChange={(event) => {
              write(event.currentTarget.value);
              setCaret(event.currentTarget.selectionStart);
            }}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                event.preventDefault();
                void send();
              }
              if (event.key === 'Tab' && !event.shiftKey && offered[0] !== undefined) {
                event.preventDefault();
                choose(offered[0]);
              }
            }}
          />
        </Input.Wrapper>
        {offered.length === 0 ? null : (
          <fieldset className={classes.people} aria-label="Who is meant; Tab takes the first">
            {offered.map((name) => (
              <Button key={name} size="compact-xs" variant="default" onClick={() => choose(name)}>
                {name}
              </Button>
            ))}
          </fieldset>
        )}
        {rest ? <FailureNote error={rest} /> : null}
        <Button
          type="submit"
          mt="sm"
          disabled={text.trim() === ''}
          loading={busy}
          rightSection={<kbd aria-hidden>Ctrl Enter</kbd>}
        >
          Comment
        </Button>
      </PlainForm>
    </>
  );
}

function Said({
  comment: { text, author, words, code, created_at, resolved },
  onSettle,
}: {
  readonly comment: Comment;
  readonly onSettle: (resolved: boolean) => void;
}) {
  return (
    <li data-resolved={resolved !== null}>
      <p className={classes.who}>
        <strong>{author}</strong> <time dateTime={created_at}>{formatMoment(created_at)}</time>
        {code === null ? null : <span>{code}</span>}
      </p>
      {words === null ? null : (
        <blockquote className={classes.words}>
          <ShownText text={words} />
        </blockquote>
      )}
      <p className={classes.text}>
        <ShownText text={text} />
      </p>
      <label className={classes.settled}>
        <input type="checkbox" checked={resolved !== null} onChange={(event) => onSettle(event.currentTarget.checked)} />
        {resolved === null ? 'Settled' : `Settled by ${resolved.by}, ${formatMoment(resolved.at)}`}
      </label>
    </li>
  );
}
