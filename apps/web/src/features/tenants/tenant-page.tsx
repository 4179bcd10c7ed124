import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { limits } from '@incisive/contract/limits';
import { notices } from '@incisive/contract/notices';
import { tenants } from '@incisive/contract/tenants';
import type { Tenant } from '@incisive/contract/tenants';
import { NotFound } from '../../components/feedback/not-found.tsx';
import { StatusTag } from '../../components/feedback/status-tag.tsx';
import { toast, toastFailure } from '../../components/feedback/toasts.tsx';
import { EditButton, useInPlaceEditing } from '../../components/form/in-place-editing.tsx';
import { Act, ActList, Fact, FactBand, Part, EndPart } from '../../components/layout/facts.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx';
import { isMissing } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { formatDate } from '../../lib/dates.ts';
import { RetentionActs } from './retention-acts.tsx';
import { TenantForm } from './tenant-form.tsx';
import { tenantQuery } from './tenants.queries.ts';
import { QueryStatus } from '../../components/feedback/query-status.tsx';

/** /tenants/{id}: what is known of it first, its OpNotes (given by the route, which composes features), then what may be done with it. */
export function TenantPage({ id, notes }: { readonly id: string; readonly notes: (tenant: Tenant) => ReactNode }) {
  const queries = useQueryClient();
  const tenant = useQuery(tenantQuery(id));
  const edit = useInPlaceEditing();
  const change = useMutation({
    mutationFn: (body: { name?: string; active?: boolean }) => call(tenants.update, { params: { id }, body }),
    onSuccess: async () => {
      toast(notices.tenantUpdated());
      await queries.invalidateQueries({ queryKey: ['tenants'] });
    },
  });
  if (isMissing(tenant.error)) return <NotFound />;
  const { data } = tenant;
  return (
    <div className="page">
      <PageHeader
        title={data?.name ?? 'Tenant'}
        crumbs={[{ label: 'Tenants', to: '/tenants' }, { label: data?.name ?? 'Tenant' }]}
        status={data ? <StatusTag tone={data.active ? 'done' : 'off'}>{data.active ? 'Active' : 'Deactivated'}</StatusTag> : null}
      >
        {data ? <EditButton edit={edit} /> : null}
      </PageHeader>
      <QueryStatus query={tenant} />
      {data ? (
        <>
          {edit.editing ? (
            <Part title="Tenant">
              <TenantForm
                key={data.updated_at}
                label="Name"
                name={data.name}
                submit={async (name) => {
                  await change.mutateAsync({ name });
                  edit.stop();
                }}
                onCancel={edit.stop}
              />
            </Part>
          ) : null}
          <TenantBand tenant={data} />
          <Part title="OpNotes of this tenant">{notes(data)}</Part>
          <TenantActs tenant={data} setActive={(active) => change.mutateAsync({ active })} />
        </>
      ) : null}
    </div>
  );
}

/** Characters kept, and where there is a limit how much of it that is. */
function textWords({ text_kept, text_limit }: Tenant): string {
  const kept = `${text_kept.toLocaleString('en-US')} characters`;
  if (text_limit === null) return kept;
  return `${kept}, ${Math.floor((100 * text_kept) / text_limit)}% of ${text_limit.toLocaleString('en-US')}`;
}

function TenantBand({ tenant }: { readonly tenant: Tenant }) {
  const filter = { tenant: tenant.name } as never;
  return (
    <FactBand label="At a glance">
      <Fact label="Users">
        <Link to="/users" search={filter}>
          {tenant.count_users.toLocaleString('en-US')}
        </Link>
      </Fact>
      <Fact label="OpNotes">
        <Link to="/opnotes" search={filter}>
          {tenant.count_opnotes.toLocaleString('en-US')}
        </Link>
      </Fact>
      <Fact label="EdNotes">
        <Link to="/ednotes" search={filter}>
          {tenant.count_ednotes.toLocaleString('en-US')}
        </Link>
      </Fact>
      <Fact label="Text kept">{textWords(tenant)}</Fact>
      <Fact label="Second factor">{tenant.otp_required ? 'Required' : 'Optional'}</Fact>
      <Fact label="Created">
        {formatDate(tenant.created_at)} by {tenant.created_by}
      </Fact>
      {tenant.legal_hold ? <Fact label="Legal hold">On</Fact> : null}
      {tenant.updated_by ? (
        <Fact label="Updated">
          {formatDate(tenant.updated_at)} by {tenant.updated_by}
        </Fact>
      ) : null}
    </FactBand>
  );
}

function TenantActs({
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
    onSuccess: async () => {
      toast(notices.tenantUpdated());
      await queries.invalidateQueries({ queryKey: ['tenants'] });
    },
    onError: toastFailure,
  });
  const told = async <T,>(act: Promise<T>): Promise<T> => {
    try {
      return await act;
    } catch (error) {
      toastFailure(error);
      throw error;
    }
  };
  const remove = async (): Promise<void> => {
    await told(call(tenants.remove, { params: { id: tenant.id } }));
    toast(notices.tenantDeleted());
    await queries.invalidateQueries({ queryKey: ['tenants', 'list'] });
    await navigate({ to: '/tenants' });
  };
  const held = [
    ...(tenant.count_users > 0
      ? [`${tenant.count_users.toLocaleString('en-US')} ${tenant.count_users === 1 ? 'user' : 'users'}`]
      : []),
    ...(tenant.count_opnotes > 0 ? [`${tenant.count_opnotes.toLocaleString('en-US')} OpNotes`] : []),
    ...(tenant.count_ednotes > 0 ? [`${tenant.count_ednotes.toLocaleString('en-US')} EdNotes`] : []),
  ];
  return (
    <div style={{ maxWidth: 700 }}>
      <Part title="Access">
        <ActList>
          <Act
            name="Second factor"
            does={
              tenant.otp_required
                ? 'Every user needs a second factor to sign in.'
                : 'Each user decides. If required, everyone sets one up at the next sign-in.'
            }
          >
            <Button
              variant="default"
              size="xs"
              loading={requireOtp.isPending}
              onClick={() => requireOtp.mutate(!tenant.otp_required)}
            >
              {tenant.otp_required ? 'Make optional' : 'Require'}
            </Button>
          </Act>
          {tenant.active ? (
            <Act name="Deactivate" does="Signs its users out and blocks sign-in. Its notes stay.">
              <Button variant="default" size="xs" onClick={() => setAsked('deactivate')}>
                Deactivate
              </Button>
            </Act>
          ) : (
            <Act name="Activate" does="Its users can sign in again.">
              <Button variant="default" size="xs" onClick={() => void told(setActive(true)).catch(() => undefined)}>
                Activate
              </Button>
            </Act>
          )}
        </ActList>
      </Part>
      <RetentionActs tenant={tenant} />
      <EndPart
        name="Delete tenant"
        does={
          held.length > 0
            ? `A tenant with users or notes cannot be deleted. This one has ${held.join(', ')}.`
            : 'It cannot be restored.'
        }
        disabled={held.length > 0}
        onAsk={() => setAsked('delete')}
      />
      <ConfirmDialog
        opened={asked === 'deactivate'}
        title="Deactivate the tenant"
        text="Signs its users out and blocks sign-in. Its notes stay."
        onClose={() => setAsked(undefined)}
        onConfirm={async () => {
          await told(setActive(false));
        }}
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
