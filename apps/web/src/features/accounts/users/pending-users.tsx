import { useState } from 'react';
import { Button, Group, Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accounts } from '@incisive/contract/accounts';
import type { Profile } from '@incisive/contract/auth';
import { rolesGivenBy } from '@incisive/contract/roles';
import type { Role } from '@incisive/contract/roles';
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx';
import { toast, toastFailure } from '../../../components/feedback/toasts.tsx';
import { call } from '../../../lib/api/call.ts';
import { useRole } from '../../../lib/session/profile.ts';
import classes from './users.module.css';

/** People who have asked for an account, above the list: the role is confirmed by whoever activates. */
export function PendingUsers() {
  const pending = useQuery({
    queryKey: ['users', 'pending'],
    queryFn: ({ signal }) => call(accounts.list, { query: { status: 'pending', per_page: 25 }, signal }),
  });
  const waiting = pending.data?.results ?? [];
  if (waiting.length === 0) return null;
  return (
    <section className={classes.pending} aria-labelledby="pending-heading">
      <h2 id="pending-heading">
        {waiting.length === 1 ? '1 person is awaiting activation' : `${String(waiting.length)} people are awaiting activation`}
      </h2>
      <ul>
        {waiting.map((user) => (
          <PendingUser key={user.id} user={user} />
        ))}
      </ul>
    </section>
  );
}

function PendingUser({ user }: { readonly user: Profile }) {
  const queries = useQueryClient();
  const given = rolesGivenBy(useRole());
  const [role, setRole] = useState<Role>(user.groups[0] ?? 'DataEntry');
  const [refusing, setRefusing] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey: ['users'] });
  const activate = useMutation({
    mutationFn: () => call(accounts.activate, { body: { users: [user.id], groups: role } }),
    onSuccess: async () => {
      toast(`${user.username} is active`);
      await refresh();
    },
    onError: toastFailure,
  });
  const refuse = async (): Promise<void> => {
    try {
      await call(accounts.refuse, { body: { users: [user.id] } });
    } catch (error) {
      toastFailure(error);
      throw error;
    }
    toast(`${user.username} was refused`);
    await refresh();
  };
  return (
    <li>
      <span>
        <strong>{user.username}</strong> {user.first_name} {user.last_name}, {user.practice}
        <br />
        <span className={classes.quiet}>
          {user.email} ({user.email_verified ? 'verified' : 'not verified'}){' '}
          {user.tenant_name ? `asks to join ${user.tenant_name}` : ''}
        </span>
      </span>
      <Group gap="xs">
        <Select
          aria-label={`Role of ${user.username}`}
          size="xs"
          w={130}
          allowDeselect={false}
          data={[...given].filter((name) => user.tenant === null || !['SuperAdmin', 'SuperApprover', 'Coder'].includes(name))}
          value={role}
          onChange={(value) => setRole((value as Role | null) ?? role)}
        />
        <Button size="xs" loading={activate.isPending} aria-label={`Activate ${user.username}`} onClick={() => activate.mutate()}>
          Activate
        </Button>
        <Button size="xs" variant="default" aria-label={`Refuse ${user.username}`} onClick={() => setRefusing(true)}>
          Refuse
        </Button>
      </Group>
      <ConfirmDialog
        opened={refusing}
        title="Refuse the account"
        text="The request will be deleted and the person notified by email."
        onClose={() => setRefusing(false)}
        onConfirm={refuse}
      />
    </li>
  );
}
