import type { ComponentProps } from 'react';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { tenants } from '@incisive/contract/tenants';
import { call } from '../../lib/api/call.ts';

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
