import type { ComponentProps } from 'react';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { tenants } from '@incisive/contract/tenants';
import { useFocusOnMount } from '../../components/layout/use-focus-on-mount.ts';
import { call } from '../../lib/api/call.ts';
import { useCan } from '../../lib/session/profile.ts';

/** What a new connection is called, and whose it will be. */
export function NameAndTenant({
  description,
  fieldOf,
  withTenant = true,
}: {
  readonly description: string;
  readonly fieldOf: (name: 'name' | 'tenant') => object;
  /** Off where it is somebody's already. */
  readonly withTenant?: boolean;
}) {
  const first = useFocusOnMount();
  const choosesTenant = useCan('tenants.manage') && withTenant;
  return (
    <>
      <TextInput ref={first} label="Name" description={description} autoComplete="off" {...fieldOf('name')} />
      {choosesTenant ? <TenantField {...fieldOf('tenant')} /> : null}
    </>
  );
}

/** Whose connection it will be, for those who look after several tenants. */
export function TenantField(props: ComponentProps<typeof NativeSelect>) {
  const selectable = useQuery({
    queryKey: ['selectable-tenants', 'integrations'],
    queryFn: ({ signal }) => call(tenants.selectable, { signal }),
  });
  return (
    <NativeSelect
      label="Tenant"
      data={[
        { value: '', label: 'Choose a tenant' },
        ...(selectable.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      {...props}
    />
  );
}
