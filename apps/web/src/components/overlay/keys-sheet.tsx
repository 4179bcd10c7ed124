import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { setSingleKeys, useSingleKeys } from '../../lib/keyboard/single-keys.ts';
import { Modal } from './modal.tsx';
import { StateLegend } from '../feedback/code-state.tsx';
import classes from './keys-sheet.module.css';

export interface KeyHint {
  readonly keys: readonly string[];
  readonly does: string;
}

/** The keys of the screen that is open, and the legend of states. Opened by `?`. */
export function KeysSheet({ opened, onClose, hints }: { opened: boolean; onClose: () => void; hints: readonly KeyHint[] }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keys and colors" size={520}>
      <dl className={classes.keys}>
        {hints.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Switch
        className={classes.choice}
        label="Single-letter keys"
        description="Switch off to disable one-key shortcuts. Ctrl shortcuts still work. Saved in this browser."
        checked={useSingleKeys()}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
      <h3 className={classes.heading}>States of a code</h3>
      <StateLegend />
    </Modal>
  );
}
