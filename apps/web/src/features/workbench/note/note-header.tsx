import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { NoteDetail } from '@incisive/contract/notes';
import { toast, toastError } from '../../../components/feedback/toasts.tsx';
import { ShownText } from '../../../components/feedback/shown-text.tsx';
import { PageHeader } from '../../../components/layout/page-header.tsx';
import { listAddress } from '../../../lib/note-trail.ts';
import type { NoteTrail } from '../../../lib/note-trail.ts';
import { keyOf } from '../keyboard.ts';
import { titleOf } from './note-title.ts';
import type { NoteKindScreen } from '../note-screens.ts';
import type { NoteEditor } from './use-note-editor.ts';
import classes from '../note-screen.module.css';

export interface NoteHeaderProps {
  readonly screen: NoteKindScreen;
  readonly note: NoteDetail;
  readonly trail: NoteTrail;
  readonly editor: NoteEditor;
  readonly onCancel: () => void;
  /** Why Edit is off just now; null when it is on. */
  readonly editOff: string | null;
  /** The buttons before Edit. */
  readonly children: ReactNode;
}

/** Title, position in the list, and the buttons; Edit gives way to Cancel and Submit. */
export function NoteHeader({ screen, note, trail, editor, onCancel, editOff, children }: NoteHeaderProps) {
  const { position } = trail;
  return (
    <PageHeader
      title={titleOf(note)}
      documentTitle={screen.label}
      crumbs={[{ label: screen.plural, ...listAddress(screen.kind) }]}
      aside={
        <span className={classes.ids}>
          {position ? <span>{`${position.position} of ${position.total.toLocaleString('en-US')} in this list`}</span> : null}
          {note.filename === null ? null : (
            <span>
              <ShownText text={note.filename} />
            </span>
          )}
          <CopyId id={note.id} />
        </span>
      }
    >
      {position ? (
        <>
          <Step screen={screen} id={position.previous} word="Previous" />
          <Step screen={screen} id={position.next} word="Next" onMore={position.more ? () => void trail.openNext() : undefined} />
        </>
      ) : null}
      {children}
      {editor.text === null ? (
        <Button
          variant="default"
          onClick={editor.start}
          disabled={editOff !== null}
          title={editOff ?? undefined}
          rightSection={<kbd aria-hidden>{keyOf('edit')}</kbd>}
        >
          Edit
        </Button>
      ) : (
        <>
          <Button variant="default" onClick={onCancel} disabled={editor.saving}>
            Cancel
          </Button>
          <Button
            onClick={() => void editor.submit()}
            loading={editor.saving}
            disabled={editor.text.trim() === '' || editor.theirs !== null}
            rightSection={<kbd aria-hidden>Ctrl ⏎</kbd>}
          >
            Submit
          </Button>
        </>
      )}
    </PageHeader>
  );
}

function CopyId({ id }: { readonly id: string }) {
  const copy = (): void => {
    navigator.clipboard.writeText(id).then(
      () => toast('ID copied', { type: 'info' }),
      () => toastError('The ID could not be copied. Open Details to select it.'),
    );
  };
  return (
    <button type="button" className={classes.copyId} aria-label="Copy ID" title={`Copy ID ${id}`} onClick={copy}>
      ID {id.slice(0, 8)}
    </button>
  );
}

function Step({
  screen,
  id,
  word,
  onMore,
}: {
  readonly screen: NoteKindScreen;
  readonly id: string | null;
  readonly word: 'Previous' | 'Next';
  /** Asks for the rows that follow and opens the first of them. */
  readonly onMore?: (() => void) | undefined;
}) {
  const look = {
    variant: 'subtle',
    color: 'gray',
    className: classes.step ?? '',
    'aria-label': `${word} note`,
    leftSection: word === 'Previous' ? <IconChevronLeft size={15} aria-hidden /> : undefined,
    rightSection: (
      <>
        {word === 'Next' ? <IconChevronRight size={15} aria-hidden /> : null}
        <kbd aria-hidden>{keyOf(word === 'Next' ? 'next-note' : 'previous-note')}</kbd>
      </>
    ),
  };
  return id === null ? (
    <Button {...look} disabled={!onMore} onClick={onMore}>
      {word}
    </Button>
  ) : (
    <Button {...look} component={Link} to={`${screen.listPath}/${id}`}>
      {word}
    </Button>
  );
}
