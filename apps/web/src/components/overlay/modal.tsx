import { Suspense, lazy, useState } from 'react';
import type { ModalProps } from '@mantine/core';

const Loaded = lazy(async () => ({ default: (await import('./modal-loaded.tsx')).Modal }));

/** Mantine's Modal, fetched when the first dialog opens: no screen needs one to be read. Use this one everywhere. */
export function Modal(props: ModalProps) {
  const [used, setUsed] = useState(props.opened);
  if (props.opened && !used) setUsed(true);
  if (!used) return null;
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
