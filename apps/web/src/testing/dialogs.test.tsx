import { screen, waitFor } from '@testing-library/react';
import { accounts } from '@incisive/contract/accounts';
import { cptCodes } from '@incisive/contract/cpt-codes';
import { feedbacks } from '@incisive/contract/feedbacks';
import { opNotes } from '@incisive/contract/op-notes';
import { rolesGivenBy } from '@incisive/contract/roles';
import { tenants } from '@incisive/contract/tenants';
import { expect, test } from 'vitest';
import { profileOf, renderApp, serverFor, tenantOf } from './render-app.tsx';

const id = '33333333-3333-4333-8333-333333333333';
const clinic = { id: '22222222-2222-4222-8222-222222222222', name: 'North Clinic' };
const one = <T,>(row: T) => ({ results: [row], count: 1, next: null, previous: null });
const empty = () => ({ results: [], count: 0, next: null, previous: null });
const stamps = {
  created_by: 'someone',
  created_at: '2026-01-01T00:00:00Z',
  updated_by: null,
  updated_at: '2026-01-01T00:00:00Z',
};
const tenant = tenantOf(clinic);
const someone = profileOf('DataEntry', { id, username: 'someone', tenant: clinic.id, tenant_name: clinic.name });
const waiting = profileOf('DataEntry', { id: clinic.id, username: 'newcomer', status: 'pending', is_active: false });

function serving(): void {
  serverFor(profileOf('SuperAdmin'))
    .on(accounts.list, ({ query }) => one(query.get('status') === 'pending' ? waiting : someone))
    .on(accounts.get, () => someone)
    .on(accounts.groups, () => rolesGivenBy('SuperAdmin').map((name) => ({ id: name, name })))
    .on(tenants.list, () => one(tenant) as never)
    .on(tenants.get, () => tenant as never)
    .on(tenants.selectable, () => ({ results: [clinic] }))
    .on(opNotes.list, empty)
    .on(cptCodes.list, () =>
      one({ id: '12345', code: '12345', description: 'Own words', retired: false, ...stamps, updated_at: stamps.created_at }),
    )
    .on(feedbacks.list, () =>
      one({ id, subject: 'Suggest a feature', message: 'Words', status: 'Pending' as const, opnote_id: null, ...stamps }),
    );
}

/** Every dialog of the lists and pages of administration: where it is, what opens it, and what is ticked before. */
const dialogs: readonly { path: string; opener: string; tick?: string }[] = [
  { path: '/users', opener: 'Invite' },
  { path: '/users', opener: 'Alert selected', tick: 'Select someone' },
  { path: '/users', opener: 'Delete selected', tick: 'Select someone' },
  { path: '/users', opener: 'Refuse newcomer' },
  { path: `/users/${id}`, opener: 'End sessions' },
  { path: `/users/${id}`, opener: 'Deactivate' },
  { path: `/users/${id}`, opener: 'Delete...' },
  { path: '/tenants', opener: 'Delete selected', tick: 'Select North Clinic' },
  { path: `/tenants/${clinic.id}`, opener: 'Deactivate' },
  { path: `/tenants/${clinic.id}`, opener: 'Delete...' },
  { path: '/cptcodes', opener: 'Delete selected', tick: 'Select 12345' },
  { path: '/feedbacks', opener: 'Delete selected', tick: 'Select feedback of someone, 01/01/2026' },
];

test.each(dialogs)('A6: the dialog of $path, $opener gives the focus back when it is closed', async ({ path, opener, tick }) => {
  serving();
  const { user } = renderApp(path);
  if (tick) await user.click(await screen.findByRole('checkbox', { name: tick }));
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: opener });
  for (const close of [() => user.keyboard('{Escape}'), async () => user.click(screen.getByRole('button', { name: 'Cancel' }))]) {
    await waitFor(() => expect(button.disabled).toBe(false));
    button.focus();
    await user.click(button);
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await close();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe(button.textContent));
  }
});

const sources = import.meta.glob<string>(['../**/*.tsx', '!../**/*.test.tsx', '!../site/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('A6: every dialog of the application is the one Modal, which gives the focus back', () => {
  const own = Object.entries(sources)
    .filter(([, source]) => /\bModal\b[^;]*from '@mantine\/core'|<dialog\b|\srole="dialog"/.test(source))
    .map(([file]) => file.replace(/^\.\.\//, ''));
  expect(own).toEqual(['components/overlay/modal-loaded.tsx']);
});
