import { Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import type { DropzoneProps } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { IconFileUpload } from '@tabler/icons-react';
import classes from './drop-zone.module.css';

/** Where files are dropped or chosen; says beforehand what is taken. */
export function DropZone({
  invitation,
  limit,
  busy,
  fills = false,
  ...zone
}: Omit<DropzoneProps, 'children'> & {
  /** What to do, or the name of the file that was chosen. */
  readonly invitation: string;
  readonly limit: string;
  readonly busy: boolean;
  /** Takes the height that its page has left. */
  readonly fills?: boolean;
}) {
  return (
    <Dropzone {...zone} disabled={busy} className={classes.zone} data-busy={busy} data-fills={fills}>
      <div className={classes.invitation}>
        <IconFileUpload size={30} stroke={1.4} aria-hidden />
        <Text fw={500}>{invitation}</Text>
        <Text size="sm" c="dimmed">
          {limit}
        </Text>
      </div>
    </Dropzone>
  );
}
