import { useState } from 'react';
import { Button, Group, Select } from '@mantine/core';
import { Modal } from '../../../components/overlay/modal.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { tenantRoles } from '@incisive/contract/roles';
import { tenants } from '@incisive/contract/tenants';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { call } from '../../../lib/call.ts';
import { formatDate } from '../../../lib/dates.ts';
import { useProfile } from '../../../lib/profile.ts';
import classes from './users.module.css';

type Invited = (typeof tenantRoles)[number] & ('Admin' | 'Approver' | 'DataEntry');

/** Makes a single-use sign-up code of a tenant; it is shown once. */
export function InvitationDialog({ onClose }: { readonly onClose: () => void }) {
  const own = useProfile();
  const choices = useQuery({
    queryKey: ['tenants', 'selectable'],
    queryFn: ({ signal }) => call(tenants.selectable, { signal }),
  });
  const [tenant, setTenant] = useState(own.tenant ?? '');
  const [role, setRole] = useState<Invited | null>(null);
  const make = useMutation({
    mutationFn: () => call(tenants.invite, { params: { id: tenant }, body: role ? { groups: role } : {} }),
  });
  return (
    <Modal opened onClose={onClose} title="Invite">
      {make.data ? (
        <>
          <p className="dialog-text">
            Give this code to one person. It is good for one sign-up until {formatDate(make.data.expires_at)} and is not shown
            again.
          </p>
          <p className={classes.code}>{make.data.code}</p>
          <Group justify="flex-end">
            <Button onClick={onClose}>Close</Button>
          </Group>
        </>
      ) : (
        <form
          className="form-column"
          onSubmit={(event) => {
            event.preventDefault();
            if (tenant !== '') make.mutate();
          }}
        >
          {own.tenant === null ? (
            <Select
              label="Tenant"
              searchable
              data={(choices.data?.results ?? []).map((row) => ({ value: row.id, label: row.name }))}
              value={tenant || null}
              onChange={(value) => setTenant(value ?? '')}
            />
          ) : null}
          <Select
            label="Role"
            placeholder="Whichever is asked for"
            clearable
            data={[...tenantRoles]}
            value={role}
            onChange={(value) => setRole(value as Invited | null)}
          />
          {make.error ? <FailureNote error={make.error} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={tenant === ''} loading={make.isPending}>
              Make a code
            </Button>
          </Group>
        </form>
      )}
    </Modal>
  );
}
