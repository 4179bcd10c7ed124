import { screen, waitFor, within } from '@testing-library/react';
import { accounts } from '@incisive/contract/accounts';
import { auth } from '@incisive/contract/auth';
import type { Profile } from '@incisive/contract/auth';
import { opNotes } from '@incisive/contract/op-notes';
import { rolesGivenBy } from '@incisive/contract/roles';
import type { Role } from '@incisive/contract/roles';
import { tenants } from '@incisive/contract/tenants';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../testing/fake-server.ts';
import { profileOf, renderApp, serverFor } from '../../../testing/render-app.tsx';

const clinic = '22222222-2222-4222-8222-222222222222';
const someoneId = '33333333-3333-4333-8333-333333333333';
const empty = () => ({ results: [], count: 0, next: null, previous: null });
const serving = (role: 'SuperAdmin' | 'Admin') =>
  serverFor(profileOf(role, role === 'Admin' ? { tenant: clinic, tenant_name: 'North Clinic' } : {}))
    .on(accounts.groups, () => rolesGivenBy(role).map((name) => ({ id: name, name })))
    .on(tenants.selectable, () => ({ ...empty(), results: [{ id: clinic, name: 'North Clinic' }] }) as never)
    .on(accounts.list, empty)
    .on(opNotes.list, empty);
type User = ReturnType<typeof renderApp>['user'];
const options = async (user: User, label: string): Promise<(string | null)[]> => {
  await user.click(screen.getByRole('combobox', { name: label }));
  return (await screen.findAllByRole('option')).map((option) => option.textContent);
};
const pick = async (user: User, label: string, name: string): Promise<void> => {
  await options(user, label);
  await user.click(screen.getByRole('option', { name }));
};
const write = async (user: User, fields: Record<string, string>): Promise<void> => {
  for (const [label, words] of Object.entries(fields)) {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), words);
  }
};
const value = (label: string): string => screen.getByLabelText<HTMLInputElement>(label).value;

describe('/users/new', () => {
  const filled = {
    'User name': 'newcomer',
    'First name': 'New',
    'Last name': 'Comer',
    Password: 'a quiet walk',
    'Email address': 'new@example.org',
    'Phone number': '(202) 555-0142',
    'Name of practice': 'Practice',
    Specialty: 'Urology',
  };

  test('every rule of the form has its message, and nothing is sent', async () => {
    const server = serving('SuperAdmin');
    const { user } = renderApp('/users/new');
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(screen.getAllByText('Required')).toHaveLength(9));
    await write(user, { 'User name': 'x', 'First name': 'y'.repeat(36), Password: 'short', 'Email address': 'nowhere' });
    await write(user, { 'Phone number': '202' });
    await user.tab();
    for (const words of [
      'Must be 2 characters or more',
      'Must be 35 characters or less',
      'Must be 8 characters or more',
      'Invalid email address',
      'Invalid phone number',
    ])
      expect(screen.getByText(words)).toBeTruthy();
    await pick(user, 'Role', 'Approver');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    // A role with a tenant needs one.
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Tenant' }).getAttribute('aria-invalid')).toBe('true'));
    expect(server.calls.filter((line) => line.startsWith('POST'))).toEqual([]);
  });

  test('SuperAdmin gives all six roles; super-level ones have no tenant', async () => {
    const sent: unknown[] = [];
    serving('SuperAdmin').on(auth.signUp, ({ body, headers }) => {
      sent.push(body, headers.get('authorization'));
      return profileOf('Coder');
    });
    const { user, router } = renderApp('/users/new');
    await screen.findByRole('button', { name: 'Submit' });
    expect(await options(user, 'Role')).toEqual(['SuperAdmin', 'SuperApprover', 'Coder', 'Admin', 'Approver', 'DataEntry']);
    await user.click(screen.getByRole('option', { name: 'Admin' }));
    expect(screen.getByRole('combobox', { name: 'Tenant' })).toBeTruthy();
    await pick(user, 'Role', 'Coder');
    expect(screen.queryByRole('combobox', { name: 'Tenant' })).toBeNull();
    await write(user, filled);
    expect(value('Phone number')).toBe('+1 202 555 0142');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('User has been created');
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
    expect(sent).toEqual([
      {
        first_name: 'New',
        last_name: 'Comer',
        email: 'new@example.org',
        phone_number: '+1 202 555 0142',
        practice: 'Practice',
        specialty: 'Urology',
        username: 'newcomer',
        groups: 'Coder',
        tenant: null,
        only_tenants: [],
        tmppassword: 'a quiet walk',
      },
      'Bearer access-one',
    ]);
  });

  test('an Admin gives three roles, in the own tenant that cannot be changed', async () => {
    const sent: { tenant?: unknown }[] = [];
    serving('Admin').on(auth.signUp, ({ body }) => {
      sent.push(body);
      return profileOf('DataEntry');
    });
    const { user } = renderApp('/users/new');
    await screen.findByRole('button', { name: 'Submit' });
    expect(await options(user, 'Role')).toEqual(['Admin', 'Approver', 'DataEntry']);
    await user.click(screen.getByRole('option', { name: 'DataEntry' }));
    const tenant = screen.getByRole<HTMLInputElement>('combobox', { name: 'Tenant' });
    await waitFor(() => expect(tenant.value).toBe('North Clinic'));
    expect(tenant.disabled).toBe(true);
    await write(user, filled);
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('User has been created');
    expect(sent[0]!.tenant).toBe(clinic);
  });

  test('what the server refuses stands beside its field, with the toast of the specification', async () => {
    serving('Admin').on(
      auth.signUp,
      () => new Refusal('validation', { errors: [{ path: 'username', message: 'This username is taken' }] }),
    );
    const { user } = renderApp('/users/new');
    await screen.findByRole('button', { name: 'Submit' });
    await write(user, filled);
    await pick(user, 'Role', 'DataEntry');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('This username is taken');
    expect(screen.getByText('All fields are required!')).toBeTruthy();
    expect(value('User name')).toBe('newcomer');
  });
});

describe('/users/{id}', () => {
  const someone = (more: Partial<Profile> = {}): Profile =>
    profileOf('Approver', { id: someoneId, username: 'someone', tenant: clinic, tenant_name: 'North Clinic', ...more });
  const at = (role: 'SuperAdmin' | 'Admin', more: Partial<Profile> = {}) => {
    const server = serving(role).on(accounts.get, () => someone(more));
    return { server, ...renderApp(`/users/${someoneId}`) };
  };

  test('shows the account, without User name and Password; Cancel takes changes back', async () => {
    const { user } = at('SuperAdmin');
    await screen.findByRole('heading', { name: 'Some One' });
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    expect(document.activeElement).toBe(screen.getByLabelText('First name'));
    expect(screen.queryByLabelText('User name')).toBeNull();
    expect(screen.queryByLabelText('Password')).toBeNull();
    await write(user, { 'First name': 'Another' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' })));
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    expect(value('First name')).toBe('Some');
  });

  test('A12: says status, last sign-in, verification and notes first, and what each button does', async () => {
    at('SuperAdmin', {
      last_login: '2026-03-04T12:00:00Z',
      email_verified: false,
      count_opnotes: 21,
      count_ednotes: 3,
      status: 'active',
    });
    await screen.findByRole('heading', { name: 'Some One' });
    const terms = [...document.querySelectorAll('dl[aria-label="At a glance"] > div')].map((fact) => fact.textContent);
    expect(terms).toEqual([
      'RoleApprover',
      'TenantNorth Clinic',
      'Last sign-in03/04/2026 12:00 PM',
      'OpNotes21',
      'EdNotes3',
      'EmailNot confirmed',
      'Second factorOff',
    ]);
    expect(screen.getByRole('link', { name: '21' }).getAttribute('href')).toBe('/opnotes?created_by=someone');
    expect(screen.getByText('Active')).toBeTruthy();
    for (const item of screen.getAllByRole('listitem').filter((row) => row.querySelector('button')))
      expect((item.querySelector('span')?.textContent ?? '').length).toBeGreaterThan(10);
    expect(within(screen.getByRole('main')).getAllByRole('button').at(-1)?.textContent).toBe('Delete...');
  });

  test('A12: the newest OpNotes of the user stand beside the facts, and lead on; without any there is no empty part', async () => {
    const { server, router } = at('SuperAdmin');
    await screen.findByRole('heading', { name: 'Some One' });
    expect(screen.queryByRole('region', { name: 'Last OpNotes' })).toBeNull();
    const asked: string[] = [];
    server.on(opNotes.list, ({ query }) => {
      asked.push(query.toString());
      const row = { id: someoneId, text: 'Procedure: Woven repair of the left ear', created_at: '2026-03-04T12:00:00Z' };
      return { ...empty(), results: [row], count: 1 } as never;
    });
    await router.navigate({ to: '/profile' });
    await router.navigate({ to: '/users/$id', params: { id: clinic } });
    const part = await screen.findByRole('region', { name: 'Last OpNotes' });
    expect(asked.at(-1)).toBe('created_by=someone&ordering=-created_at&per_page=10');
    expect(within(part).getByRole('listitem').textContent).toMatch(/^03\/04\/2026 12:00 PM.*Woven repair of the left ear$/);
    expect(
      within(part)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([`/opnotes/${someoneId}`, '/opnotes?created_by=someone']);
  });

  test('A12: Delete stands last, asks for the word, and leads back to the list', async () => {
    const sent: unknown[] = [];
    const { user, server } = at('Admin');
    server.on(auth.remove, ({ body }) => {
      sent.push(body);
      return undefined;
    });
    await user.click(await screen.findByRole('button', { name: 'Delete...' }));
    await user.type(await screen.findByPlaceholderText('Please type "delete"'), 'delete{Enter}');
    await screen.findByText('User has been deleted');
    await screen.findByRole('heading', { name: 'Users' });
    expect(sent).toEqual([{ username: 'someone' }]);
  });

  test('saves role and tenant with the rest', async () => {
    const sent: unknown[] = [];
    const { user, server } = at('SuperAdmin');
    server.on(auth.update, ({ body }) => {
      sent.push(body);
      return someone();
    });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await write(user, { Specialty: 'Urology' });
    await pick(user, 'Role', 'Coder');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('Profile has been updated');
    expect(sent[0]).toMatchObject({ username: 'someone', specialty: 'Urology', groups: 'Coder', tenant: null });
  });

  test('SuperAdmin limits a Coder to tenants; one that is gone stays in sight and in the list', async () => {
    const sent: { only_tenants?: unknown }[] = [];
    const gone = '44444444-4444-4444-8444-444444444444';
    const { user, server } = at('SuperAdmin', {
      groups: ['Coder'],
      tenant: null,
      tenant_name: null,
      only_tenants: [{ id: gone, name: null }],
    });
    server.on(auth.update, ({ body }) => {
      sent.push(body);
      return someone();
    });
    expect(await screen.findByText('Deleted tenant')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await pick(user, 'Tenants seen', 'North Clinic');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('Profile has been updated');
    expect(sent[0]!.only_tenants).toEqual([gone, clinic]);
  });

  test('a failed save says so and keeps what was typed', async () => {
    const { user, server } = at('Admin');
    server.on(auth.update, () => new Refusal('forbidden'));
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await write(user, { Specialty: 'Urology' });
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('All fields are required!');
    expect(value('Specialty')).toBe('Urology');
  });

  test.each<[string, Partial<Profile>, string[]]>([
    ['an active one', {}, ['Send a code', 'End sessions', 'Deactivate']],
    ['a deactivated one', { status: 'deactivated', is_active: false }, ['End sessions', 'Activate']],
    ['one who is slowed', { locked: true }, ['Send a code', 'Unlock', 'End sessions', 'Deactivate']],
    ['one with a second factor', { otp_enabled: true }, ['Send a code', 'Reset second factor', 'End sessions', 'Deactivate']],
    [
      'one whose address is not confirmed',
      { email_verified: false },
      ['Send a new link', 'Send a code', 'End sessions', 'Deactivate'],
    ],
  ])('offers what can be done with %s', async (_who, more, buttons) => {
    at('Admin', more);
    await screen.findByRole('heading', { name: 'Account' });
    const section = screen.getByRole('region', { name: 'Account' });
    expect([...section.querySelectorAll('button')].map((button) => button.textContent)).toEqual(buttons);
  });

  test.each([
    ['Deactivate', accounts.deactivate, {}, 'Profile has been updated'],
    ['Activate', accounts.activate, { status: 'deactivated' }, 'Profile has been updated'],
    ['End sessions', accounts.endSessions, {}, 'User has been signed out everywhere'],
    ['Unlock', accounts.unlock, { locked: true }, 'User has been unlocked'],
  ] as const)('%s asks, then does it, and says what was done', async (name, endpoint, more, said) => {
    const sent: unknown[] = [];
    const { user, server } = at('Admin', more);
    server.on(endpoint, ({ body }) => {
      sent.push(body);
      return { count: 1 };
    });
    await user.click(await screen.findByRole('button', { name }));
    expect(sent).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Ok' }));
    await waitFor(() => expect(sent).toEqual([{ users: [someoneId] }]));
    await screen.findByText(said);
  });

  test('Send a new link shows the server’s words', async () => {
    const sent: unknown[] = [];
    const { user, server } = at('Admin', { email_verified: false });
    server.on(auth.resendVerification, ({ body }) => {
      sent.push(body);
      return { message: 'A link was mailed, if it is needed.' };
    });
    await user.click(await screen.findByRole('button', { name: 'Send a new link' }));
    await screen.findByText('A link was mailed, if it is needed.');
    expect(sent).toEqual([{ username: 'someone' }]);
  });

  test('offers nothing on one’s own account', async () => {
    const server = serving('Admin').on(accounts.get, () => profileOf('Admin', { tenant: clinic }));
    renderApp(`/users/${profileOf('Admin').id}`);
    await screen.findByRole('heading', { name: 'Some One' });
    expect(screen.queryByRole('heading', { name: 'Account' })).toBeNull();
    expect(server.calls.some((line) => line.includes(profileOf('Admin').id))).toBe(true);
  });

  test('another tenant’s user is Not Found', async () => {
    serving('Admin').on(accounts.get, () => new Refusal('not-found'));
    renderApp(`/users/${someoneId}`);
    expect(await screen.findByRole('heading', { name: 'Not Found' })).toBeTruthy();
  });

  test('a failed load says so, with Retry', async () => {
    const server = serving('Admin').on(accounts.get, () => new Refusal('internal'));
    const { user } = renderApp(`/users/${someoneId}`);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    server.on(accounts.get, () => someone());
    await user.click(retry);
    expect(await screen.findByRole('heading', { name: 'Some One' })).toBeTruthy();
  });

  test.each<Role>(['SuperApprover', 'Coder', 'Approver', 'DataEntry'])('is Not Found for %s, unasked', async (role) => {
    const server = serverFor(profileOf(role));
    renderApp(`/users/${someoneId}`);
    await screen.findByRole('heading', { name: 'Not Found' });
    expect(server.calls.some((line) => line.includes(someoneId))).toBe(false);
  });
});
