import { Button, CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconFile } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { NoteKindPages } from './note-kinds.ts';
import { shortId } from '../../components/data-table/note-cells.tsx';
import type { UploadItem } from './use-uploads.ts';
import classes from './upload-notes.module.css';

export interface UploadRowProps {
  readonly item: UploadItem;
  readonly notePath: NoteKindPages['notePath'];
  /** While the list is being sent nothing can be taken out of it. */
  readonly locked: boolean;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
}

const kilobytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1000)).toLocaleString('en-US')} kB`;

const words: Record<UploadItem['state'], string> = {
  waiting: 'Waiting',
  sending: 'Sending',
  reading: 'Reading the text',
  done: 'Uploaded',
  failed: 'Not uploaded',
  refused: 'Not taken',
};

/** One file: its name, how far it is, and what came of it. */
export function UploadRow({ item, notePath, locked, onRemove, onRetry }: UploadRowProps) {
  const { file, state, share, error, noteId } = item;
  const busy = state === 'sending' || state === 'reading';
  const wrong = state === 'failed' || state === 'refused';
  const Icon = state === 'done' ? IconCheck : wrong ? IconAlertTriangle : IconFile;
  const percent = Math.round(share * 100);
  return (
    <li className={classes.file} data-state={state}>
      <Icon size={18} aria-hidden className={classes.icon} />
      <div className={classes.name}>
        <span>{file.name}</span>
        <small>
          {kilobytes(file.size)} · {state === 'sending' ? `Sending ${percent} %` : words[state]}
        </small>
      </div>
      <div className={classes.acts}>
        {noteId ? (
          <Link to={notePath} params={{ id: noteId }}>
            Open {shortId(noteId)}
          </Link>
        ) : null}
        {state === 'failed' ? (
          <Button size="compact-sm" variant="default" onClick={onRetry} disabled={locked}>
            Retry
          </Button>
        ) : null}
        {busy || state === 'done' ? null : (
          <CloseButton size="sm" aria-label={`Remove ${file.name}`} onClick={onRemove} disabled={locked} />
        )}
      </div>
      {busy || state === 'done' ? (
        <progress
          className={classes.bar}
          max={100}
          value={state === 'reading' ? undefined : percent}
          aria-label={`Progress of ${file.name}`}
        />
      ) : null}
      {error ? (
        <p className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
    </li>
  );
}
