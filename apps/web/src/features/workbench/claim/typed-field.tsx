import { useEffect, useRef, useState } from 'react';
import { TextInput } from '@mantine/core';
import classes from './claim.module.css';

interface TypedFieldProps<V> {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  /** Undefined: what was typed cannot be read. */
  readonly read: (typed: string) => V | undefined;
  /** What to do about what cannot be read; where all can be, nothing. */
  readonly wrong?: string;
  /** The field was left: with another value, or without one. */
  readonly onDone: (value: V | undefined) => void;
  /** Enter and Escape leave a field: keys go on where they were. */
  readonly onLeave: () => void;
  /** Opened by a key: it takes the focus, and what is typed takes the place of what stands there. */
  readonly opened?: boolean;
  readonly field?: React.RefObject<HTMLInputElement | null>;
  readonly look?: string | undefined;
  readonly missing?: boolean;
  readonly numeric?: boolean;
}

/** One value that is taken with Enter, or by leaving the field; what cannot be read stays to be corrected, and is told once it was to be taken. */
export function TypedField<V>({
  label,
  hint,
  value,
  read,
  wrong,
  onDone,
  onLeave,
  opened = false,
  field,
  look,
  missing = false,
  numeric = false,
}: TypedFieldProps<V>) {
  const [typed, setTyped] = useState(value);
  const [refused, setRefused] = useState(false);
  const own = useRef<HTMLInputElement>(null);
  const input = field ?? own;
  useEffect(() => {
    if (opened) input.current?.select();
  }, [opened, input]);
  const meant = read(typed.trim());
  const changed = typed.trim() !== value;
  const error = refused && meant === undefined ? wrong : undefined;
  useEffect(() => {
    // It stands below the field, where the panel may end.
    const told = error && input.current?.getAttribute('aria-describedby');
    if (told) document.getElementById(told)?.scrollIntoView?.({ block: 'nearest' });
  }, [error, input]);
  return (
    <TextInput
      unstyled
      ref={input}
      className={classes.typed}
      classNames={{ error: classes.refusal, ...(look && { input: look }) }}
      aria-label={label}
      error={error}
      placeholder={hint}
      maxLength={40}
      inputMode={numeric ? 'numeric' : 'text'}
      value={typed}
      data-missing={missing || undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (meant === undefined) setRefused(true);
        else onDone(changed ? meant : undefined);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          setTyped(value);
          onLeave();
        }
        if (event.key === 'Enter' && meant === undefined) setRefused(true);
        else if (event.key === 'Enter') {
          event.currentTarget.blur();
          onLeave();
        }
      }}
    />
  );
}
