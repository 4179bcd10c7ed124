import { useMemo } from 'react';
import { Button } from '@mantine/core';
import { codePointName, showHidden, withoutHidden } from '@incisive/contract/characters';
import classes from './hidden-warning.module.css';

/** Says that the text holds what the field cannot show: it may turn words round, so that they read otherwise than they are stored. */
export function HiddenWarning({ text, onRemove }: { readonly text: string; readonly onRemove: (text: string) => void }) {
  const names = useMemo(() => showHidden(text).flatMap((part) => (part.hidden ? [codePointName(part.text)] : [])), [text]);
  if (names.length === 0) return null;
  return (
    <div className={classes.warning}>
      <p>
        <output>
          {`This text has ${names.length === 1 ? 'a character' : `${names.length.toLocaleString('en-US')} characters`} that cannot be seen and may turn words around: ${[...new Set(names)].join(', ')}.`}
        </output>
      </p>
      <Button size="compact-sm" variant="default" onClick={() => onRemove(withoutHidden(text))}>
        Remove
      </Button>
    </div>
  );
}
