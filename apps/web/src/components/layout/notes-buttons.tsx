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
  /** Op and Ed alone, for a list of many columns; the whole words are the title. */
  readonly short?: boolean;
}

/** The counts of OpNotes and EdNotes of a user or a tenant, each leading to its list. */
export function NotesButtons({ opNotes, edNotes, filter, of, disabled = false, short = false }: NotesButtonsProps) {
  return (
    <Group gap={6} wrap="nowrap">
      <CountButton to="/opnotes" kind="OpNotes" count={opNotes} {...{ filter, of, disabled, short }} />
      <CountButton to="/ednotes" kind="EdNotes" count={edNotes} {...{ filter, of, disabled, short }} />
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
  short,
}: Pick<NotesButtonsProps, 'filter' | 'of'> & {
  readonly to: '/opnotes' | '/ednotes';
  readonly kind: 'OpNotes' | 'EdNotes';
  readonly count: number;
  readonly disabled: boolean;
  readonly short: boolean;
}) {
  const label = `${count} ${kind} of ${of}`;
  const words = `${short ? kind.slice(0, 2) : kind} ${count}`;
  const title = short ? label : undefined;
  if (disabled) {
    return (
      <Button size="compact-xs" variant="default" disabled aria-label={label} title={title}>
        {words}
      </Button>
    );
  }
  return (
    <Button
      component={Link}
      to={to as never}
      search={filter as never}
      size="compact-xs"
      variant="default"
      aria-label={label}
      title={title}
    >
      {words}
    </Button>
  );
}
