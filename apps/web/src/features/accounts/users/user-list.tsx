import { useMemo, useState } from 'react';
import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accounts, userOrderings } from '@incisive/contract/accounts';
import { auth } from '@incisive/contract/auth';
import type { Profile } from '@incisive/contract/auth';
import { notices } from '@incisive/contract/notices';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { useListState } from '../../../components/data-table/use-list-state.ts';
import { usePagedList } from '../../../components/data-table/use-list-query.ts';
import { useSelection } from '../../../components/data-table/use-selection.ts';
import { EmptyNote } from '../../../components/feedback/failure-note.tsx';
import { BulkButton, DeleteSelected } from '../../../components/layout/list-page.tsx';
import { PageHeader } from '../../../components/layout/page-header.tsx';
import { toast } from '../../../components/feedback/toasts.tsx';
import { call } from '../../../lib/api/call.ts';
import { useRole } from '../../../lib/session/profile.ts';
import { AlertDialog } from './alert-dialog.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { PendingUsers } from './pending-users.tsx';
import { columnsFor } from './user-columns.tsx';

export const userFilters = [
  'id',
  'username',
  'email',
  'tenant',
  'phone_number',
  'groups',
  'specialty',
  'practice',
  'status',
  'created_at_after',
  'created_at_before',
  'updated_at_after',
  'updated_at_before',
  'last_login_after',
  'last_login_before',
] as const;
const options = { filters: userFilters, sortable: userOrderings };
const idOf = (row: Profile): string => row.id;

/** /users: pending people first, then everybody; each may be edited, alerted and closed. */
export function UserList() {
  const queries = useQueryClient();
  const list = useListState(options);
  const data = usePagedList(['users', 'list'], accounts.list, list);
  const selection = useSelection(idOf);
  const superAdmin = useRole() === 'SuperAdmin';
  const columns = useMemo(() => columnsFor(superAdmin), [superAdmin]);
  const [alerting, setAlerting] = useState(false);
  const [inviting, setInviting] = useState(false);
  const remove = async (): Promise<void> => {
    const { count } = await call(auth.removeMany, { body: { users: [...selection.ids] } });
    selection.clear();
    toast(notices.usersDeleted(count));
    await queries.invalidateQueries({ queryKey: ['users'] });
  };
  return (
    <div className="page page-list">
      <PageHeader title="Users" crumbs={[{ label: 'Users' }]}>
        <Group gap="xs">
          <Button component={Link} to="/users/new">
            Add User
          </Button>
          <Button variant="default" onClick={() => setInviting(true)}>
            Invite
          </Button>
        </Group>
      </PageHeader>
      <PendingUsers />
      <DataTable
        label="Users"
        columns={columns}
        idOf={idOf}
        list={list}
        data={data}
        selection={selection}
        bulk={
          <>
            <BulkButton label="Alert selected" size={selection.size} onClick={() => setAlerting(true)} />
            <DeleteSelected size={selection.size} what={selection.size === 1 ? 'user' : 'users'} run={remove} />
          </>
        }
        nameOf={(row) => row.username}
        isMuted={(row) => !row.is_active}
        empty={<EmptyNote title="No users yet">Create one with Add User, or send an invitation code.</EmptyNote>}
      />
      {alerting ? (
        <AlertDialog users={selection.rows} onClose={() => setAlerting(false)} onDone={() => selection.clear()} />
      ) : null}
      {inviting ? <InvitationDialog onClose={() => setInviting(false)} /> : null}
    </div>
  );
}
