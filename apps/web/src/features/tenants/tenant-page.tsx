import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button, Group, Loader, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { limits } from '@incisive/contract/limits';
import { notices } from '@incisive/contract/notices';
import { tenants } from '@incisive/contract/tenants';
import type { Tenant } from '@incisive/contract/tenants';
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { NotFound } from '../../components/feedback/not-found.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { toast, toastError } from '../../components/feedback/toasts.tsx';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { TenantForm } from './tenant-form.tsx';
import { tenantQuery } from './tenants.queries.ts';

/** /tenants/{id}: name, state, what may be done with it, and its OpNotes (given by the route, which composes features). */
export function TenantPage({ id, notes }: { readonly id: string; readonly notes: (tenant: Tenant) => ReactNode }) {
  const queries = useQueryClient();
  const tenant = useQuery(tenantQuery(id));
  const change = useMutation({
    mutationFn: (body: { name?: string; active?: boolean }) => call(tenants.update, { params: { id }, body }),
    onSuccess: async () => {
      toast(notices.tenantUpdated());
      await queries.invalidateQueries({ queryKey: ['tenants'] });
    },
  });
  if (tenant.error instanceof ApiError && (tenant.error.code === 'not-found' || tenant.error.status === 422)) return <NotFound />;
  return (
    <div className="page">
      <PageHeader
        title={tenant.data?.name ?? 'Tenant'}
        crumbs={[{ label: 'Tenants', to: '/tenants' }, { label: tenant.data?.name ?? 'Tenant' }]}
      />
      {tenant.isPending ? <Loader aria-label="Loading" /> : null}
      {tenant.error ? <FailureNote error={tenant.error} onRetry={() => void tenant.refetch()} /> : null}
      {tenant.data ? (
        <>
          <TenantForm
            key={tenant.data.updated_at}
            label="Name"
            name={tenant.data.name}
            submit={(name) => change.mutateAsync({ name })}
          />
          <TenantState tenant={tenant.data} setActive={(active) => change.mutateAsync({ active })} />
          <section aria-labelledby="tenant-notes" style={{ marginTop: 40 }}>
            <h2 id="tenant-notes" style={{ fontSize: 17, marginBottom: 8 }}>
              OpNotes of this tenant
            </h2>
            {notes(tenant.data)}
          </section>
        </>
      ) : null}
    </div>
  );
}

function TenantState({
  tenant,
  setActive,
}: {
  readonly tenant: Tenant;
  readonly setActive: (active: boolean) => Promise<unknown>;
}) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'deactivate' | 'delete'>();
  const requireOtp = useMutation({
    mutationFn: (required: boolean) => call(tenants.requireOtp, { params: { id: tenant.id }, body: { required } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['tenants'] }),
    onError: (error) => toastError(messageOf(error)),
  });
  const activate = async (active: boolean): Promise<void> => {
    await setActive(active).catch((error: unknown) => {
      toastError(messageOf(error));
      throw error;
    });
  };
  const remove = async (): Promise<void> => {
    try {
      await call(tenants.remove, { params: { id: tenant.id } });
    } catch (error) {
      toastError(messageOf(error));
      throw error;
    }
    toast(notices.tenantDeleted());
    await queries.invalidateQueries({ queryKey: ['tenants', 'list'] });
    await navigate({ to: '/tenants' });
  };
  return (
    <div className="form-column" style={{ marginTop: 24 }}>
      <Switch
        label="Every user needs a second factor to sign in"
        checked={tenant.otp_required}
        disabled={requireOtp.isPending}
        onChange={(event) => requireOtp.mutate(event.currentTarget.checked)}
      />
      <Group>
        {tenant.active ? (
          <Button variant="default" onClick={() => setAsked('deactivate')}>
            Deactivate
          </Button>
        ) : (
          <Button variant="default" onClick={() => void activate(true).catch(() => undefined)}>
            Activate
          </Button>
        )}
        <Button variant="default" component={Link} to="/users" search={{ tenant: tenant.name } as never}>
          Users
        </Button>
        <Button variant="default" c="red" onClick={() => setAsked('delete')}>
          Delete
        </Button>
      </Group>
      <ConfirmDialog
        opened={asked === 'deactivate'}
        title="Deactivate the tenant"
        text="Its users are signed out at once and cannot sign in. Its notes stay."
        onClose={() => setAsked(undefined)}
        onConfirm={() => activate(false)}
      />
      <ConfirmDialog
        opened={asked === 'delete'}
        title="Delete the tenant"
        text="Are you sure? A tenant with users or notes cannot be deleted; an empty one cannot be restored."
        word={limits.deleteWord}
        onClose={() => setAsked(undefined)}
        onConfirm={remove}
      />
    </div>
  );
}
