import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';

export interface NotesButtonsProps {
  readonly opNotes: number;
  readonly edNotes: number;
  /** The filter that the note lists open with. */
  readonly filter: { readonly created_by: string } | { readonly tenant: string };
  /** Whose notes they are, for screen readers. */
  readonly of: string;
  readonly disabled?: boolean;
}

/** The counts of OpNotes and EdNotes of a user or a tenant, each leading to its list. */
export function NotesButtons({ opNotes, edNotes, filter, of, disabled = false }: NotesButtonsProps) {
  return (
    <Group gap={6} wrap="nowrap">
      <CountButton to="/opnotes" kind="OpNotes" count={opNotes} filter={filter} of={of} disabled={disabled} />
      <CountButton to="/ednotes" kind="EdNotes" count={edNotes} filter={filter} of={of} disabled={disabled} />
    </Group>
  );
}

function CountButton({
  to,
  kind,
  count,
  filter,
  of,
  disabled,
}: Pick<NotesButtonsProps, 'filter' | 'of'> & {
  readonly to: '/opnotes' | '/ednotes';
  readonly kind: string;
  readonly count: number;
  readonly disabled: boolean;
}) {
  const label = `${count} ${kind} of ${of}`;
  const words = `${kind} ${count}`;
  if (disabled) {
    return (
      <Button size="compact-xs" variant="default" disabled aria-label={label}>
        {words}
      </Button>
    );
  }
  return (
    <Button component={Link} to={to as never} search={filter as never} size="compact-xs" variant="default" aria-label={label}>
      {words}
    </Button>
  );
}
