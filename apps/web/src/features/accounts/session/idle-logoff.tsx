import { useEffect, useRef, useState } from 'react';
import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { accounts } from '@incisive/contract/accounts';
import { Modal } from '../../../components/overlay/modal.tsx';
import { call } from '../../../lib/api/call.ts';
import { installationQuery } from '../../../lib/installation.ts';
import { watchIdle } from '../../../lib/session/idle.ts';
import type { IdleWatch } from '../../../lib/session/idle.ts';
import { signOut } from '../../../lib/session/sign-out.ts';

const tellServer = (): void => void call(accounts.profile).catch(() => undefined);

/** Signs out after 15 minutes without key, pointer or touch in any tab; warns in the last minute. */
export function IdleLogoff() {
  const queries = useQueryClient();
  const [left, setLeft] = useState<number | null>(null);
  const watch = useRef<IdleWatch>(null);
  const minutes = useQuery(installationQuery).data?.idle_minutes;
  useEffect(() => {
    const current = watchIdle({
      ...(minutes === undefined ? {} : { idleSeconds: minutes * 60 }),
      onWarn: setLeft,
      onEnd: () => signOut(queries, 'idle'),
      onActive: tellServer,
    });
    watch.current = current;
    return current.stop;
  }, [queries, minutes]);
  // The server hears of it by the watch: the last report is a minute old at least.
  const stay = (): void => watch.current?.touch();
  return (
    <Modal opened={left !== null} onClose={stay} title="Are you still there?" withCloseButton={false}>
      <p className="dialog-text">
        You&rsquo;ll be signed out in <span aria-hidden>{left ?? 0}</span>
        <span className="visually-hidden">less than 60</span> seconds to protect patient records.
      </p>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => signOut(queries)}>
          Sign Out
        </Button>
        <Button data-autofocus onClick={stay}>
          Stay signed in
        </Button>
      </Group>
    </Modal>
  );
}
