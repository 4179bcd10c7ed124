import { Button, Group } from '@mantine/core';
import type { GroupProps } from '@mantine/core';

/** The end of a form: Submit, and Cancel where there is something to go back to. */
export function SubmitRow({
  submitting,
  disabled = false,
  onCancel,
  ...group
}: GroupProps & {
  readonly submitting: boolean;
  readonly disabled?: boolean;
  readonly onCancel?: (() => void) | undefined;
}) {
  return (
    <Group {...group}>
      <Button type="submit" loading={submitting} disabled={disabled}>
        Submit
      </Button>
      {onCancel ? (
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      ) : null}
    </Group>
  );
}
