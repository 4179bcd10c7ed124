import { useState } from 'react';
import { Button, Group, Select } from '@mantine/core';
import { Modal } from '../../../components/overlay/modal.tsx';
import { useQuery } from '@tanstack/react-query';
import { object, nullable, enum as _enum } from 'zod/mini';
import type { ResponseOf } from '@incisive/contract/endpoint';
import { id } from '@incisive/contract/fields';
import { tenantRoles } from '@incisive/contract/roles';
import { tenants } from '@incisive/contract/tenants';
import { useContractForm } from '../../../components/form/contract-form.ts';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { call } from '../../../lib/api/call.ts';
import { formatDate } from '../../../lib/dates.ts';
import { useProfile } from '../../../lib/session/profile.ts';
import classes from './users.module.css';

type Invited = (typeof tenantRoles)[number] & ('Admin' | 'Approver' | 'DataEntry');

const schema = object({ tenant: id, groups: nullable(_enum(tenantRoles as ['Admin', 'Approver', 'DataEntry'])) });

/** Makes a single-use sign-up code of a tenant; it is shown once. */
export function InvitationDialog({ onClose }: { readonly onClose: () => void }) {
  const own = useProfile();
  const choices = useQuery({
    queryKey: ['tenants', 'selectable'],
    queryFn: ({ signal }) => call(tenants.selectable, { signal }),
  });
  const [made, setMade] = useState<ResponseOf<typeof tenants.invite>>();
  const { form, onSubmit, failure } = useContractForm({
    schema,
    initial: { tenant: own.tenant ?? '', groups: null as Invited | null },
    submit: async ({ tenant, groups }) =>
      setMade(await call(tenants.invite, { params: { id: tenant }, body: groups ? { groups } : {} })),
  });
  return (
    <Modal opened onClose={onClose} title="Invite">
      {made ? (
        <>
          <p className="dialog-text">
            Give this code to one person. It works for one sign-up until {formatDate(made.expires_at)} and won’t be shown again.
          </p>
          <p className={classes.code}>{made.code}</p>
          <Group justify="flex-end">
            <Button onClick={onClose}>Close</Button>
          </Group>
        </>
      ) : (
        <form className="form-column" onSubmit={onSubmit} noValidate>
          {own.tenant === null ? (
            <Select
              label="Tenant"
              searchable
              data={(choices.data?.results ?? []).map((row) => ({ value: row.id, label: row.name }))}
              {...form.getInputProps('tenant')}
            />
          ) : null}
          <Select
            label="Role"
            placeholder="Any role they ask for"
            clearable
            data={[...tenantRoles]}
            {...form.getInputProps('groups')}
          />
          {failure ? <FailureNote error={failure} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={form.values.tenant === ''} loading={form.submitting}>
              Create code
            </Button>
          </Group>
        </form>
      )}
    </Modal>
  );
}
