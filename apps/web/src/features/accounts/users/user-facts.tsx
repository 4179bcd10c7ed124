import type { ReactNode } from 'react';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Profile } from '@incisive/contract/auth';
import { maskPhone } from '../../../components/form/phone-input.tsx';
import { Fact, FactBand, FactList, Part } from '../../../components/layout/facts.tsx';
import { formatDate, formatMoment } from '../../../lib/dates.ts';
import { useCan } from '../../../lib/session/profile.ts';
import classes from '../accounts.module.css';

const warned = (words: string): ReactNode => (
  <span className={classes.warn}>
    <IconAlertTriangle size={15} aria-hidden />
    {words}
  </span>
);

/** How a tenant of a coder's list is called that is there no more. */
export const deletedTenant = 'Deleted tenant';

const tenantsSeen = (user: Profile): string =>
  user.only_tenants.length === 0 ? 'All' : user.only_tenants.map((tenant) => tenant.name ?? deletedTenant).join(', ');

/** What an administrator wants to know of a user first; counts lead to the notes. */
export function UserBand({ user }: { readonly user: Profile }) {
  const tenants = useCan('tenants.manage');
  const filter = { created_by: user.username } as never;
  return (
    <FactBand label="At a glance">
      <Fact label="Role">{user.groups.join(', ')}</Fact>
      {user.tenant ? (
        <Fact label="Tenant">
          {tenants ? (
            <Link to="/tenants/$id" params={{ id: user.tenant }}>
              {user.tenant_name}
            </Link>
          ) : (
            user.tenant_name
          )}
        </Fact>
      ) : null}
      {user.groups.includes('Coder') ? <Fact label="Tenants seen">{tenantsSeen(user)}</Fact> : null}
      <Fact label="Last sign-in">{user.last_login ? formatMoment(user.last_login) : 'Never'}</Fact>
      <Fact label="OpNotes">
        <Link to="/opnotes" search={filter}>
          {(user.count_opnotes ?? 0).toLocaleString('en-US')}
        </Link>
      </Fact>
      <Fact label="EdNotes">
        <Link to="/ednotes" search={filter}>
          {(user.count_ednotes ?? 0).toLocaleString('en-US')}
        </Link>
      </Fact>
      <Fact label="Email">{user.email_verified ? 'Confirmed' : warned('Not confirmed')}</Fact>
      <Fact label="Second factor">{user.otp_enabled ? 'On' : 'Off'}</Fact>
    </FactBand>
  );
}

/** The lines of a profile as plain text; Edit turns them into the fields of the user form. */
export function UserFacts({ user, own = false }: { readonly user: Profile; readonly own?: boolean }) {
  return (
    <Part title="Profile">
      <FactList label="Profile">
        <Fact label="User name">{user.username}</Fact>
        <Fact label="First name">{user.first_name}</Fact>
        <Fact label="Last name">{user.last_name}</Fact>
        <Fact label="Email address" aside={user.email_verified ? 'confirmed' : warned('not confirmed')}>
          {user.email}
        </Fact>
        <Fact label="Phone number">{maskPhone(user.phone_number)}</Fact>
        <Fact label="Name of practice">{user.practice}</Fact>
        <Fact label="Specialty">{user.specialty}</Fact>
        {own ? (
          <Fact label="Role" aside="Your administrator assigns roles.">
            {user.groups.join(', ')}
          </Fact>
        ) : null}
        {own && user.tenant_name ? <Fact label="Tenant">{user.tenant_name}</Fact> : null}
        {own && user.groups.includes('Coder') ? <Fact label="Tenants seen">{tenantsSeen(user)}</Fact> : null}
        <Fact label="License agreement">{user.agreement ? 'Accepted' : 'Not accepted yet'}</Fact>
        <Fact label="Created">{formatDate(user.created_at)}</Fact>
      </FactList>
    </Part>
  );
}
