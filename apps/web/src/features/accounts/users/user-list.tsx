import { useMemo, useState } from 'react';
import { Button } from '@mantine/core';
import { accounts, userOrderings } from '@incisive/contract/accounts';
import { auth } from '@incisive/contract/auth';
import type { Profile } from '@incisive/contract/auth';
import { notices } from '@incisive/contract/notices';
import { filtersOf } from '../../../components/data-table/columns.ts';
import { useListState } from '../../../components/data-table/use-list-state.ts';
import { usePagedList } from '../../../components/data-table/use-list-query.ts';
import { ListScreen, useBulk } from '../../../components/layout/list-screen.tsx';
import { EmptyNote } from '../../../components/feedback/failure-note.tsx';
import { BulkButton, DeleteSelected } from '../../../components/layout/list-page.tsx';
import { call } from '../../../lib/api/call.ts';
import { useRole } from '../../../lib/session/profile.ts';
import { AlertDialog } from './alert-dialog.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { PendingUsers } from './pending-users.tsx';
import { columnsFor } from './user-columns.tsx';
import { AddButton } from '../../../components/layout/add-button.tsx';

const options = { filters: filtersOf(columnsFor(true)), sortable: userOrderings };

/** /users: pending people first, then everybody; each may be edited, alerted and closed. */
export function UserList() {
  const list = useListState(options);
  const data = usePagedList(['users', 'list'], accounts.list, list);
  const { selection, act } = useBulk<Profile>('users');
  const superAdmin = useRole() === 'SuperAdmin';
  const columns = useMemo(() => columnsFor(superAdmin), [superAdmin]);
  const [alerting, setAlerting] = useState(false);
  const [inviting, setInviting] = useState(false);
  const remove = () => act((ids) => call(auth.removeMany, { body: { users: ids } }), notices.usersDeleted);
  return (
    <>
      <ListScreen
        title="Users"
        actions={
          <>
            <AddButton to="/users/new">Add User</AddButton>
            <Button variant="default" onClick={() => setInviting(true)}>
              Invite
            </Button>
          </>
        }
        before={<PendingUsers />}
        columns={columns}
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
    </>
  );
}
