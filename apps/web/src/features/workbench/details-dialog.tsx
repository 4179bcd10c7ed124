import { Button, Group, Skeleton } from '@mantine/core';
import { Modal } from '../../components/overlay/modal.tsx';
import '@mantine/core/styles/Skeleton.layer.css';
import { useQuery } from '@tanstack/react-query';
import type { CodeLink, HistoryEntry } from '@incisive/contract/code-links';
import { rejectReasons } from '@incisive/contract/reject-reasons';
import type { NoteDetail } from '@incisive/contract/notes';
import type { CodeState } from '@incisive/contract/roles';
import { codeStates } from '../../components/feedback/code-state.tsx';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { formatDate, formatMoment } from '../../lib/dates.ts';
import { useCan } from '../../lib/session/profile.ts';
import { EarlierTexts } from './note/earlier-texts.tsx';
import { historyQuery } from './workbench.queries.ts';
import classes from './dialogs.module.css';

export interface DetailsDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly note: NoteDetail;
  readonly approved: readonly CodeLink[];
  readonly onDelete: () => void;
}

/** Who made and changed the note, who approved its codes, and everything that happened to them. */
export function DetailsDialog({ opened, onClose, note, approved, onDelete }: DetailsDialogProps) {
  const mayReadVersions = useCan('notes.versions');
  const approvers = [...new Set(approved.flatMap((link) => (link.approved_by === null ? [] : [link.approved_by])))];
  return (
    <Modal opened={opened} onClose={onClose} title="Details">
      <dl className={classes.facts}>
        <dt>OpNote ID</dt>
        <dd className={classes.id}>{note.id}</dd>
        <dt>Created</dt>
        <dd>
          {formatDate(note.created_at)}
          {note.created_by ? ` by ${note.created_by}` : ''}
        </dd>
        <dt>Updated</dt>
        <dd>
          {formatDate(note.updated_at)}
          {note.updated_by ? ` by ${note.updated_by}` : ''}
        </dd>
        {note.left_out.length > 0 ? (
          <>
            <dt>Left out of the text</dt>
            <dd>
              {note.left_out.join(' · ')} <small>(repeated on every page of the file)</small>
            </dd>
          </>
        ) : null}
        <dt>Approved by</dt>
        <dd>{approvers.length > 0 ? approvers.join(', ') : 'No one yet'}</dd>
      </dl>
      <h3 className={classes.historyTitle}>History</h3>
      <History noteId={note.id} />
      {mayReadVersions ? <EarlierTexts noteId={note.id} /> : null}
      <Group justify="flex-end" gap="xs" mt="md">
        {note.abilities.delete ? (
          <Button variant="outline" color="red" onClick={onDelete} mr="auto">
            Delete
          </Button>
        ) : null}
        <Button variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Modal>
  );
}

const stateWord = (state: string | null): string =>
  state !== null && state in codeStates ? codeStates[state as CodeState].word : (state ?? '');

const plainWords: Record<string, string> = {
  create: 'Note created',
  edit: 'Text changed',
  train: 'Trained',
  'undo train': 'Training undone',
};

const reasonWords = (reason: string | null): string =>
  `Rejected because: ${rejectReasons.find(({ key }) => key === reason)?.label ?? 'none, it was removed'}`;

function whatHappened(entry: HistoryEntry): string {
  if (entry.kind !== 'code') return plainWords[entry.action] ?? entry.action;
  if (entry.action === 'reason') return reasonWords(entry.reason);
  const step = `${stateWord(entry.from)} → ${stateWord(entry.to)}`;
  const how = { assign: ' (assigned)', code: ' (coded)', undo: ' (undone)' }[entry.action] ?? '';
  return step + how;
}

function History({ noteId }: { readonly noteId: string }) {
  const history = useQuery(historyQuery(noteId));
  if (history.isPending)
    return (
      <output aria-label="Loading" className={classes.history}>
        <Skeleton height={12} width="80%" mb={10} />
        <Skeleton height={12} width="60%" />
      </output>
    );
  if (history.isError) return <FailureNote error={history.error} onRetry={() => void history.refetch()} />;
  if (history.data.length === 0) return <p className={classes.noHistory}>No one has acted on this note yet.</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is reached by keyboard
    <section className={classes.history} tabIndex={0} aria-label="History">
      <ol>
        {history.data.map((entry) => (
          <li key={entry.id}>
            <span>
              {entry.code === null ? null : <span className="code">{entry.code} </span>}
              {whatHappened(entry)}
            </span>
            <small>
              {entry.by === null ? '' : `${entry.by}, `}
              {formatMoment(entry.at)}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}
