import type { ReactNode } from 'react';
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type SsoRole, ssoRoles } from '@incisive/contract/single-sign-on';
import { tenants } from '@incisive/contract/tenants';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { call } from '../../lib/api/call.ts';
import { useCan } from '../../lib/session/profile.ts';
import classes from './integrations.module.css';

export interface SsoLine {
  readonly group: string;
  readonly role: SsoRole;
  readonly tenant: string | null;
}

/** Which group of the provider has which role; the first line that fits counts. Who looks after several tenants may name one. */
export function RoleLines({
  lines,
  errorOf,
  onChange,
}: {
  readonly lines: readonly SsoLine[];
  readonly errorOf: (index: number) => ReactNode;
  readonly onChange: (lines: SsoLine[]) => void;
}) {
  const choosesTenant = useCan('tenants.manage');
  const selectable = useQuery({
    queryKey: ['selectable-tenants', 'integrations'],
    queryFn: ({ signal }) => call(tenants.selectable, { signal }),
    enabled: choosesTenant,
  });
  const change = (index: number, to: Partial<SsoLine>): void =>
    onChange(lines.map((line, at) => (at === index ? { ...line, ...to } : line)));
  return (
    <fieldset className={classes.scopes}>
      <legend>Groups and roles</legend>
      <p className={classes.quiet}>
        {lines.length === 0
          ? 'Without a line everybody keeps the role that the account has here; who is new is a DataEntry.'
          : 'The first line that fits counts, at each sign-in. Who is in none of these groups cannot sign in.'}
      </p>
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a line has no name of its own while it is typed
        <div key={index} className={classes.line}>
          <TextInput
            label={`Group ${index + 1}`}
            autoComplete="off"
            data-path={`roles.${index}.group`}
            value={line.group}
            error={errorOf(index)}
            onChange={({ currentTarget: { value } }) => change(index, { group: value })}
          />
          <NativeSelect
            label="Role"
            aria-label={`Role of group ${index + 1}`}
            data={[...ssoRoles]}
            value={line.role}
            onChange={({ currentTarget: { value } }) => change(index, { role: value as SsoRole })}
          />
          {choosesTenant ? (
            <NativeSelect
              label="In tenant"
              aria-label={`Tenant of group ${index + 1}`}
              data={[
                { value: '', label: 'Its own' },
                ...(selectable.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={line.tenant ?? ''}
              onChange={({ currentTarget: { value } }) => change(index, { tenant: value === '' ? null : value })}
            />
          ) : null}
          <ActionIcon
            variant="default"
            size={36}
            aria-label={`Remove group ${index + 1}`}
            onClick={() => onChange(lines.filter((_line, at) => at !== index))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {selectable.error ? <FailureNote error={selectable.error} /> : null}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange([...lines, { group: '', role: 'Approver', tenant: null }])}
      >
        Add group
      </Button>
    </fieldset>
  );
}
