import { useRef, useState } from 'react';
import { Button, Checkbox, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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
  /** What was selected in the note when it was opened: what a new comment is about. */
  readonly selected: string;
}

export function CommentsDialog(props: CommentsDialogProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title="Comments" size="lg">
      <Comments {...props} />
    </Modal>
  );
}

/** The beginning of a name after @, where the writer is; null elsewhere. */
const nameBegun = (text: string, at: number): string | null =>
  /(?:^|[\s(])@([^\s@(),;:!?]*)$/u.exec(text.slice(0, at))?.[1] ?? null;

function Comments({ noteId, selected }: CommentsDialogProps) {
  const queries = useQueryClient();
  const key = ['comments', noteId];
  const params = { id: noteId };
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: ({ signal }) => call(comments.list, { params, signal }) });
  const [text, setText] = useState('');
  const [caret, setCaret] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const words = selected.trim().slice(0, 300);
  const settled = {
    onSuccess: (now: Awaited<ReturnType<typeof call<typeof comments.list>>>) => {
      queries.setQueryData(key, now);
      void queries.invalidateQueries({ queryKey: workQuery(noteId).queryKey });
    },
  };
  const add = useMutation({
    mutationFn: () => call(comments.add, { params, body: { text, ...(words === '' ? {} : { words }) } }),
    ...settled,
  });
  const resolve = useMutation({
    mutationFn: ({ id, resolved }: { id: string; resolved: boolean }) =>
      call(comments.resolve, { params: { id }, body: { resolved } }),
    ...settled,
  });
  const begun = nameBegun(text, caret)?.toLowerCase();
  const offered =
    begun === undefined ? [] : (data?.people ?? []).filter((name) => name.toLowerCase().startsWith(begun)).slice(0, 8);
  const choose = (name: string): void => {
    const before = text.slice(0, caret).replace(/@[^\s@]*$/u, `@${name} `);
    setText(before + text.slice(caret));
    setCaret(before.length);
    field.current?.focus();
  };
  const refused = add.error instanceof ApiError ? add.error.fields.find(({ path }) => path === 'text')?.message : undefined;
  const rest = withoutFields(add.error, ['text']);
  const send = async (): Promise<void> => {
    if (text.trim() === '' || add.isPending) return;
    await add.mutateAsync().then(
      () => setText(''),
      () => undefined,
    );
  };
  return (
    <>
      {error ? <FailureNote error={error} onRetry={() => void refetch()} /> : null}
      {data?.results.length === 0 ? (
        <p className={classes.none}>No comments yet. They stay with the case and are never exported.</p>
      ) : null}
      <ul className={classes.list}>
        {data?.results.map((one) => (
          <Said key={one.id} comment={one} onSettle={(resolved) => resolve.mutate({ id: one.id, resolved })} />
        ))}
      </ul>
      {resolve.error ? <FailureNote error={resolve.error} /> : null}
      <PlainForm submit={send}>
        {words === '' ? null : (
          <blockquote className={classes.words}>
            <ShownText text={words} />
          </blockquote>
        )}
        <Textarea
          ref={field}
          data-autofocus
          label="Comment"
          error={refused}
          description="@ and a user name tells that person."
          autosize
          minRows={2}
          maxLength={2000}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
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
        {offered.length === 0 ? null : (
          <div className={classes.people} role="group" aria-label="Who is meant; Tab takes the first">
            {offered.map((name) => (
              <Button key={name} size="compact-xs" variant="default" onClick={() => choose(name)}>
                {name}
              </Button>
            ))}
          </div>
        )}
        {rest ? <FailureNote error={rest} /> : null}
        <Button
          type="submit"
          mt="sm"
          disabled={text.trim() === ''}
          loading={add.isPending}
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
      <Checkbox
        size="xs"
        label={resolved === null ? 'Settled' : `Settled by ${resolved.by}, ${formatMoment(resolved.at)}`}
        checked={resolved !== null}
        onChange={(event) => onSettle(event.currentTarget.checked)}
      />
    </li>
  );
}
