import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, createMemoryHistory } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accounts } from '@incisive/contract/accounts';
import type { Profile } from '@incisive/contract/auth';
import { exports } from '@incisive/contract/exports';
import { installation } from '@incisive/contract/installation';
import { can, capabilities } from '@incisive/contract/roles';
import type { Role } from '@incisive/contract/roles';
import type { Tenant } from '@incisive/contract/tenants';
import { createQueryClient } from '../lib/api/query-client.ts';
import { storeTokens } from '../lib/session/session.ts';
import { createAppRouter } from '../router.tsx';
import { FakeServer } from './fake-server.ts';

export const profileOf = (role: Role, more: Partial<Profile> = {}): Profile => ({
  id: '00000000-0000-4000-8000-000000000001',
  username: role.toLowerCase(),
  email: 'someone@example.org',
  phone_number: '+15555550100',
  first_name: 'Some',
  last_name: 'One',
  specialty: 'Surgery',
  practice: 'Clinic',
  groups: [role],
  tenant: null,
  tenant_name: null,
  status: 'active',
  is_active: true,
  is_staff: false,
  is_superuser: false,
  last_login: null,
  date_joined: '2026-01-01T00:00:00Z',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  agreement: true,
  agreement_version: '2026-11',
  only_tenants: [],
  password_change_required: false,
  email_verified: true,
  phone_number_verified: false,
  otp_enabled: false,
  user_permissions: capabilities.filter((capability) => can(role, capability)),
  abilities: Object.fromEntries(capabilities.map((capability) => [capability, can(role, capability)])),
  ...more,
});

export const tenantOf = (more: Partial<Tenant> = {}): Tenant => ({
  id: '22222222-2222-4222-8222-222222222222',
  name: 'North Clinic',
  active: true,
  otp_required: false,
  created_by: 'superadmin',
  created_at: '2026-01-01T00:00:00Z',
  updated_by: null,
  updated_at: '2026-01-01T00:00:00Z',
  count_users: 0,
  count_opnotes: 0,
  count_ednotes: 0,
  text_kept: 0,
  text_limit: null,
  keep_years: null,
  legal_hold: false,
  ...more,
});

/** What a list's columns are called, the empty head of the choice left out. */
export const headsIn = (list: Pick<typeof screen, 'getAllByRole'> = screen): string[] =>
  list
    .getAllByRole('columnheader')
    .map((cell) => cell.textContent)
    .filter((words) => words !== '');

export const inOneHour = () => Math.round(Date.now() / 1000) + 3600;
export const tokensFor = (name = 'one', exp = inOneHour()) => ({
  exp,
  id_token: `id-${name}`,
  access_token: `access-${name}`,
  refresh_token: `refresh-${name}`,
});

/** A server that knows who is signed in and has no notices and exports; tests add what their screen asks. */
export const serverFor = (profile: Profile): FakeServer =>
  new FakeServer()
    .on(accounts.digest, () => ({ wished: false }))
    .on(accounts.profile, () => profile)
    .on(accounts.notices, () => ({ results: [], count: 0, next: null, previous: null, unread: 0 }))
    .on(exports.list, () => ({ results: [] }))
    .on(installation.get, () => ({ demo: false, idle_minutes: 15 }));

/** Renders the whole application at an address, signed in unless told otherwise. */
export function renderApp(path: string, options: { signedIn?: boolean } = {}) {
  localStorage.setItem('cookieConsent', 'declined');
  if (options.signedIn ?? true) storeTokens(tokensFor());
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { retry: false } });
  const router = createAppRouter(queries);
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) } as never);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { router, queries, user: userEvent.setup() };
}
