import { useMemo } from 'react';
import { Button } from '@mantine/core';
import { codePointName, showHidden, withoutHidden } from '@incisive/contract/characters';
import { WarningStrip } from '../feedback/warning-strip.tsx';

/** Says that the text holds what the field cannot show: it may turn words round, so that they read otherwise than they are stored. */
export function HiddenWarning({ text, onRemove }: { readonly text: string; readonly onRemove: (text: string) => void }) {
  const names = useMemo(() => showHidden(text).flatMap((part) => (part.hidden ? [codePointName(part.text)] : [])), [text]);
  if (names.length === 0) return null;
  return (
    <WarningStrip
      words={
        <output>
          {`This text has ${names.length === 1 ? 'a character' : `${names.length.toLocaleString('en-US')} characters`} that cannot be seen and may turn words around: ${[...new Set(names)].join(', ')}.`}
        </output>
      }
    >
      <Button size="compact-sm" variant="default" onClick={() => onRemove(withoutHidden(text))}>
        Remove
      </Button>
    </WarningStrip>
  );
}
