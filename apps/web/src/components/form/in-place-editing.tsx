import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import { Button } from '@mantine/core';

export interface InPlaceEditing {
  readonly editing: boolean;
  readonly start: () => void;
  /** Closes the form and gives the focus back to the button that opened it. */
  readonly stop: () => void;
  readonly button: RefObject<HTMLButtonElement | null>;
}

/** A page whose facts are edited where they are read. */
export function useInPlaceEditing(): InPlaceEditing {
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return {
    editing,
    start: () => setEditing(true),
    stop: () => {
      setEditing(false);
      // The button comes back with the next frame.
      requestAnimationFrame(() => button.current?.focus());
    },
    button,
  };
}

/** The page's Edit button, which is away while its form is open. */
export function EditButton({ edit: { button, editing, start } }: { readonly edit: InPlaceEditing }) {
  if (editing) return null;
  return (
    <Button ref={button} variant="default" onClick={start}>
      Edit
    </Button>
  );
}
