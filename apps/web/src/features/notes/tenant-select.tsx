import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCan, useProfile } from '../../lib/session/profile.ts';
import { selectableTenantsQuery } from '../../lib/session/tenants.ts';

export interface TenantSelectProps {
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly disabled?: boolean;
}

/** Super-level users say whose note it is; a note without a tenant is theirs alone. Nobody else is asked. */
export function TenantSelect({ value, onChange, disabled = false }: TenantSelectProps) {
  const asked = useCan('notes.choose-tenant');
  // Who sees some tenants alone has to name one.
  const narrowed = useProfile().only_tenants.length > 0;
  const tenants = useQuery({ ...selectableTenantsQuery, enabled: asked });
  if (!asked) return null;
  const options = (tenants.data ?? []).map((tenant) => ({ value: tenant.id, label: tenant.name }));
  return (
    <NativeSelect
      label="Tenant"
      {...(narrowed ? {} : { description: 'Without a tenant, only super-level users can see the note.' })}
      data={[{ value: '', label: narrowed ? 'Choose a tenant' : 'No tenant' }, ...options]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      disabled={disabled}
      error={tenants.isError ? 'The tenants could not be loaded.' : undefined}
      maw={340}
    />
  );
}
