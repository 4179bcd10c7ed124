import { Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { DocumentReading } from '@incisive/contract/code-links';
import { keyOf } from '../keyboard.ts';
import classes from './withheld.module.css';

export interface WithheldProps {
  readonly reading: DocumentReading;
  readonly text: string;
  /** So many suggestions are held back. */
  readonly count: number;
  readonly onShow: () => void;
  /** Given to those who may add codes. */
  readonly onAdd?: (() => void) | undefined;
}

/** In place of suggestions, for a document where nothing was done: what decided it, and the way to the codes all the same. */
export function Withheld({ reading, text, count, onShow, onAdd }: WithheldProps) {
  return (
    <section className={classes.withheld} aria-label="Suggestions are held back">
      <h2>{reading.why}</h2>
      <p>{reading.evidence.length > 0 ? 'No code is likely. These words decided it.' : 'No code is likely.'}</p>
      <ul>
        {reading.evidence.map(({ start, end, says }) => (
          <li key={start}>
            <q>{text.slice(start, end).replace(/\s+/g, ' ')}</q>
            <span>{says}</span>
          </li>
        ))}
      </ul>
      <div className={classes.acts}>
        {count > 0 ? (
          <Button size="xs" variant="default" onClick={onShow} rightSection={<kbd aria-hidden>{keyOf('show-anyway')}</kbd>}>
            Show anyway
          </Button>
        ) : null}
        {onAdd ? (
          <Button size="xs" variant="subtle" onClick={onAdd} rightSection={<kbd aria-hidden>{keyOf('add-code')}</kbd>}>
            Add CPT Code
          </Button>
        ) : null}
        {count > 0 ? (
          <span className={classes.count}>
            {count} {count === 1 ? 'code' : 'codes'} held back
          </span>
        ) : null}
      </div>
    </section>
  );
}

/** Above suggestions that are shown all the same. */
export function ShownAnyway({ reading, onHide }: { readonly reading: DocumentReading; readonly onHide: () => void }) {
  return (
    <div className={classes.banner}>
      <IconInfoCircle size={15} aria-hidden />
      <span>{reading.why}</span>
      <button type="button" onClick={onHide}>
        Hide <kbd aria-hidden>{keyOf('show-anyway')}</kbd>
      </button>
    </div>
  );
}
