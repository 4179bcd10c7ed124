import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { Modal } from '../../components/overlay/modal.tsx';
import { NewNote } from './new-note.tsx';
import { edNotePages } from './note-pages.ts';

const shownKey = 'edNoteDialogShown';

/** /ednotes/new, with its placeholder dialog: once a session, and Agree only closes it; the license is another one. */
export function NewEdNote() {
  const [open, setOpen] = useState(() => sessionStorage.getItem(shownKey) === null);
  const close = (): void => {
    sessionStorage.setItem(shownKey, 'yes');
    setOpen(false);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main textarea')?.focus());
  };
  return (
    <NewNote pages={edNotePages}>
      <Modal opened={open} onClose={close} title="Test title" withCloseButton={false}>
        <p className="dialog-text">Test text</p>
        <Group justify="flex-end">
          <Button onClick={close} data-autofocus>
            Agree
          </Button>
        </Group>
      </Modal>
    </NewNote>
  );
}
