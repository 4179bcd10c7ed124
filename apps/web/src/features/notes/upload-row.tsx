import { Button, CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconFile } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { NoteKindPages } from './note-pages.ts';
import { shortId } from '../../components/data-table/note-cells.tsx';
import { SameNoteWords } from './same-note.tsx';
import type { UploadItem } from './use-uploads.ts';
import classes from './upload-notes.module.css';

export interface UploadRowProps {
  readonly item: UploadItem;
  readonly pages: NoteKindPages;
  /** While the list is being sent nothing can be taken out of it. */
  readonly locked: boolean;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
  /** The person wants the same file or text a second time. */
  readonly onAnyway: () => void;
}

const kilobytes = (bytes: number): string =>
  `${bytes === 0 ? 0 : Math.max(1, Math.round(bytes / 1000)).toLocaleString('en-US')} kB`;

const words: Record<UploadItem['state'], string> = {
  waiting: 'Waiting',
  sending: 'Sending',
  reading: 'Reading the text',
  done: 'Uploaded',
  failed: 'Not uploaded',
  refused: 'Can’t upload',
  same: 'Added before',
};

/** One file: its name, how far it is, and what came of it. */
export function UploadRow({ item, pages, locked, onRemove, onRetry, onAnyway }: UploadRowProps) {
  const { file, state, share, error, noteId, same } = item;
  const busy = state === 'sending' || state === 'reading';
  const wrong = state === 'failed' || state === 'refused' || state === 'same';
  const Icon = state === 'done' ? IconCheck : wrong ? IconAlertTriangle : IconFile;
  const percent = Math.round(share * 100);
  return (
    <li className={classes.file} data-state={state}>
      <Icon size={18} aria-hidden className={classes.icon} />
      <div className={classes.name}>
        <span>{file.name}</span>
        <small>
          {kilobytes(file.size)} · {state === 'sending' ? `Sending ${percent}%` : words[state]}
        </small>
      </div>
      <div className={classes.acts}>
        {noteId ? (
          <Link to={pages.notePath} params={{ id: noteId }}>
            Open {shortId(noteId)}
          </Link>
        ) : null}
        {state === 'failed' ? (
          <Button size="compact-sm" variant="default" onClick={onRetry} disabled={locked}>
            Retry
          </Button>
        ) : null}
        {state === 'same' ? (
          <Button size="compact-sm" variant="default" onClick={onAnyway} disabled={locked}>
            Add it anyway
          </Button>
        ) : null}
        {busy || state === 'done' ? null : (
          <CloseButton size="sm" aria-label={`Remove ${file.name}`} onClick={onRemove} disabled={locked} />
        )}
      </div>
      {busy || state === 'done' ? (
        <progress className={classes.bar} max={100} value={percent} aria-label={`Progress of ${file.name}`} />
      ) : null}
      {same ? (
        <p className={classes.same} role="alert">
          <SameNoteWords first={same} pages={pages} />
        </p>
      ) : null}
      {error ? (
        <p className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
    </li>
  );
}
