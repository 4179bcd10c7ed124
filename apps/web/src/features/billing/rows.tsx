import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import classes from './billing.module.css';

/** A list that is edited in place: each entry's fields in a row, with Remove, and one more below. */
export function Rows({
  title,
  one,
  count,
  onAdd,
  onRemove,
  children,
}: {
  readonly title: string;
  /** What an entry is called, such as `surgeon`. */
  readonly one: string;
  readonly count: number;
  readonly onAdd: () => void;
  readonly onRemove: (at: number) => void;
  readonly children: (at: number) => ReactNode;
}) {
  return (
    <fieldset className={classes.rows}>
      <legend>{title}</legend>
      {Array.from({ length: count }, (_, at) => (
        // Entries have no key of their own.
        // oxlint-disable-next-line react/no-array-index-key
        <section key={at} className={classes.fields} aria-label={`${one} ${at + 1}`}>
          {children(at)}
          <Button size="xs" variant="default" aria-label={`Remove ${one} ${at + 1}`} onClick={() => onRemove(at)}>
            Remove
          </Button>
        </section>
      ))}
      <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={onAdd}>
        Add {one}
      </Button>
    </fieldset>
  );
}
