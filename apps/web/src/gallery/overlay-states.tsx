import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { ConfirmDialog } from '../components/overlay/confirm-dialog.tsx';
import { KeysSheet } from '../components/overlay/keys-sheet.tsx';
import { Modal } from '../components/overlay/modal.tsx';
import { Popup } from '../components/overlay/popup.tsx';
import { Tooltip } from '../components/overlay/tooltip.tsx';

const nothing = (): void => undefined;
const hints = [
  { keys: ['A'], does: 'Approve the code' },
  { keys: ['Ctrl', 'Z'], does: 'Undo the last code action' },
];

/** What opens over a page. */
export function OverlayStates() {
  const [open, setOpen] = useState<'confirm' | 'word' | 'keys' | 'modal' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Group>
      <Button variant="default" onClick={() => setOpen('confirm')}>
        Confirm dialog
      </Button>
      <Button variant="default" onClick={() => setOpen('word')}>
        Confirm dialog with a word
      </Button>
      <Button variant="default" onClick={() => setOpen('keys')}>
        Keys sheet
      </Button>
      <Button variant="default" onClick={() => setOpen('modal')}>
        Plain dialog
      </Button>
      <Popup
        label="Example"
        width={240}
        trigger={(props) => (
          <Button variant="default" {...props}>
            Popup
          </Button>
        )}
      >
        {(closePopup) => (
          <Button variant="default" m="md" onClick={closePopup}>
            Close the popup
          </Button>
        )}
      </Popup>
      <Tooltip
        label={
          <>
            Approve <kbd>A</kbd>
          </>
        }
      >
        <Button variant="default">Tooltip</Button>
      </Tooltip>
      <ConfirmDialog opened={open === 'confirm'} onClose={close} onConfirm={nothing} title="Unsaved changes" />
      <ConfirmDialog opened={open === 'word'} onClose={close} onConfirm={nothing} title="Delete OpNotes" word="delete" />
      <Modal opened={open === 'modal'} onClose={close} title="A dialog">
        <p className="dialog-text">What a dialog asks or tells.</p>
      </Modal>
      <KeysSheet opened={open === 'keys'} onClose={close} hints={hints} />
    </Group>
  );
}
