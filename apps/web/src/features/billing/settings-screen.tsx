import { type ReactNode, useState } from 'react';
import { Loader, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BillingSettings } from '@incisive/contract/billing';
import { tenants } from '@incisive/contract/tenants';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { call } from '../../lib/api/call.ts';
import { useCan, useProfile } from '../../lib/session/profile.ts';
import { settingsQuery } from './billing.queries.ts';

export interface SettingsFormProps {
  readonly settings: BillingSettings;
  /** Named where the reader belongs to no tenant. */
  readonly tenant: string | undefined;
}

/** A page of what stands in claim files; who looks after several tenants says whose. */
export function SettingsScreen({
  title,
  words,
  children,
}: {
  readonly title: string;
  readonly words: string;
  readonly children: (props: SettingsFormProps) => ReactNode;
}) {
  const chooses = useCan('tenants.manage');
  const own = useProfile().tenant;
  const [tenant, setTenant] = useState('');
  const selectable = useQuery({
    queryKey: ['selectable-tenants', 'billing'],
    queryFn: ({ signal }) => call(tenants.selectable, { signal }),
    enabled: chooses,
  });
  const asked = chooses ? tenant : (own ?? '');
  const settings = useQuery({ ...settingsQuery(asked), enabled: asked !== '' });
  return (
    <div className="page">
      <PageHeader title={title} crumbs={[{ label: 'Claim files', to: '/claims' }, { label: title }]} />
      <p className="dialog-text">{words}</p>
      {chooses ? (
        <NativeSelect
          label="Tenant"
          maw={340}
          data={[
            { value: '', label: 'Choose a tenant' },
            ...(selectable.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={tenant}
          onChange={(event) => setTenant(event.currentTarget.value)}
        />
      ) : null}
      {settings.isLoading ? <Loader aria-label="Loading" /> : null}
      {settings.error ? <FailureNote error={settings.error} onRetry={() => void settings.refetch()} /> : null}
      {settings.data ? children({ settings: settings.data, tenant: chooses ? asked : undefined }) : null}
    </div>
  );
}
