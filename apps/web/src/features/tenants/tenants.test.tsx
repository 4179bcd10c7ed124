import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { opNotes } from '@incisive/contract/op-notes';
import { retention } from '@incisive/contract/retention';
import type { Role } from '@incisive/contract/roles';
import { tenants } from '@incisive/contract/tenants';
import type { Tenant } from '@incisive/contract/tenants';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../testing/fake-server.ts';
import { headsIn, profileOf, renderApp, serverFor, tenantOf } from '../../testing/render-app.tsx';

const idOf = (n: number): string => `${String(n).padStart(8, '0')}-5555-4555-8555-555555555555`;
const stamp = '2026-03-04T12:00:00Z';
const counts = { count_users: 5, count_opnotes: 7, count_ednotes: 3, text_kept: 12_345 };
const clinic = (n: number, more: Partial<Tenant> = {}): Tenant =>
  tenantOf({ id: idOf(n), name: `Clinic ${n}`, created_at: stamp, updated_at: stamp, ...counts, ...more });
const page = <T,>(results: T[]) => ({ results, count: results.length, next: null, previous: null });
const serving = (rows: Tenant[] = [clinic(1), clinic(2)]) =>
  serverFor(profileOf('SuperAdmin')).on(tenants.list, () => page(rows));

test.each<Role>(['SuperApprover', 'Coder', 'Admin', 'Approver', 'DataEntry'])(
  'tenants are Not Found for %s, unasked',
  async (role) => {
    const server = serverFor(profileOf(role));
    for (const path of ['/tenants', '/tenants/new', `/tenants/${idOf(1)}`]) {
      renderApp(path);
      await screen.findByRole('heading', { name: 'Not Found' });
      cleanup();
    }
    expect(server.calls.filter((line) => line.includes('/api/v1/tenants'))).toEqual([]);
  },
);

describe('the tenants list', () => {
  test('has its columns, the state in words, and the way to the notes', async () => {
    serving([clinic(1), clinic(2, { active: false, updated_by: 'chief' })]);
    renderApp('/tenants');
    await screen.findByText('Clinic 1');
    expect(headsIn()).toEqual(['ID', 'Tenant Name', 'Created By', 'Created', 'Updated By', 'Updated', 'Active', 'Notes']);
    expect(screen.getByText('Inactive')).toBeTruthy();
    expect(screen.getByRole('link', { name: '7 OpNotes of Clinic 1' }).getAttribute('href')).toBe('/opnotes?tenant=Clinic+1');
    expect(screen.getByRole('link', { name: '3 EdNotes of Clinic 1' }).getAttribute('href')).toBe('/ednotes?tenant=Clinic+1');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '7 OpNotes of Clinic 2' }).disabled).toBe(true);
    expect(screen.getByRole('link', { name: 'Add Tenant' }).getAttribute('href')).toBe('/tenants/new');
  });

  test('says what to do when there is none, and what happened when it fails', async () => {
    const server = serving([]);
    const { user } = renderApp('/tenants');
    await screen.findByText('No tenants yet');
    server.on(tenants.list, () => new Refusal('internal'));
    await user.click(screen.getByRole('button', { name: 'Tenant Name' }));
    await screen.findByText('Invalid token.');
    server.on(tenants.list, () => page([clinic(1)]));
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Clinic 1')).toBeTruthy();
  });

  test('Delete selected asks for the word, and says what is in the way', async () => {
    const sent: unknown[] = [];
    const server = serving();
    server.on(tenants.removeMany, ({ body }) => {
      sent.push(body);
      return sent.length === 1 ? new Refusal('in-use', { detail: 'Clinic 1 still has 2 users.' }) : { count: 1 };
    });
    const { user } = renderApp('/tenants');
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete selected' });
    expect(button.disabled).toBe(true);
    await user.click(await screen.findByRole('checkbox', { name: 'Select Clinic 1' }));
    await user.click(button);
    await screen.findByText(/cannot be restored/);
    await user.type(screen.getByPlaceholderText('Please type "delete"'), 'delete{Enter}');
    await screen.findByText('Clinic 1 still has 2 users.');
    await user.click(screen.getByRole('button', { name: 'Ok' }));
    await screen.findByText('1 Tenants has been deleted');
    expect(sent.at(-1)).toEqual({ tenants: [idOf(1)] });
  });
});

describe('/tenants/new', () => {
  test.each([
    ['x', 'Must be 2 characters or more'],
    ['y'.repeat(36), 'Must be 35 characters or less'],
  ])('"%s" is refused: %s', async (name, words) => {
    const server = serving();
    const { user } = renderApp('/tenants/new');
    await user.type(await screen.findByLabelText('Tenant Name'), `${name}{Enter}`);
    await screen.findByText(words);
    expect(server.calls.filter((line) => line.startsWith('POST'))).toEqual([]);
  });

  test('needs a name; a taken one is said beside the field; then the list opens', async () => {
    const sent: unknown[] = [];
    serving().on(tenants.create, ({ body }) => {
      sent.push(body);
      return sent.length === 1
        ? new Refusal('conflict', { errors: [{ path: 'name', message: 'This name is taken' }] })
        : clinic(3);
    });
    const { user, router } = renderApp('/tenants/new');
    const submit = await screen.findByRole<HTMLButtonElement>('button', { name: 'Submit' });
    expect(submit.disabled).toBe(true);
    await user.type(screen.getByLabelText('Tenant Name'), '  Clinic 1 ');
    await user.click(submit);
    await screen.findByText('This name is taken');
    await user.type(screen.getByLabelText('Tenant Name'), '0');
    await user.click(submit);
    await screen.findByText('Tenant has been created');
    await waitFor(() => expect(router.state.location.pathname).toBe('/tenants'));
    expect(sent[0]).toEqual({ name: 'Clinic 1' });
  });
});

describe('/tenants/{id}', () => {
  const at = (more: Partial<Tenant> = {}) => {
    const server = serving()
      .on(tenants.get, () => clinic(1, more))
      .on(opNotes.list, () => page([]));
    return { server, ...renderApp(`/tenants/${idOf(1)}`) };
  };

  test('renames', async () => {
    const sent: unknown[] = [];
    const { server, user } = at();
    server.on(tenants.update, ({ body }) => {
      sent.push(body);
      return clinic(1, { name: 'Renamed' });
    });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const field = await screen.findByLabelText('Name');
    await user.clear(field);
    await user.type(field, 'Renamed{Enter}');
    await screen.findByText('Tenant has been updated');
    expect(sent).toEqual([{ name: 'Renamed' }]);
  });

  test('deactivating tells its effects first, activating does not ask', async () => {
    const sent: unknown[] = [];
    const { server, user } = at();
    server.on(tenants.update, ({ body }) => {
      sent.push(body);
      server.on(tenants.get, () => clinic(1, { active: false, updated_at: `2026-03-0${4 + sent.length}T12:00:00Z` }));
      return clinic(1);
    });
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
    await within(await screen.findByRole('dialog')).findByText('Signs its users out and blocks sign-in. Its notes stay.');
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Ok' }));
    await user.click(await screen.findByRole('button', { name: 'Activate' }));
    await waitFor(() => expect(sent).toEqual([{ active: false }, { active: true }]));
  });

  test('asks a second factor of all its users', async () => {
    const sent: unknown[] = [];
    const { server, user } = at();
    server.on(tenants.requireOtp, ({ body }) => {
      sent.push(body);
      return { otp_required: true };
    });
    await user.click(await screen.findByRole('button', { name: 'Require' }));
    await waitFor(() => expect(sent).toEqual([{ required: true }]));
  });

  test('notes are kept for years only after a word on how many go, and a legal hold is one press', async () => {
    const sent: unknown[] = [];
    const { server, user } = at();
    const asked: string[] = [];
    server.on(retention.past, ({ query }) => {
      asked.push(String(query));
      return { notes: 1234 };
    });
    server.on(retention.set, ({ body }) => {
      sent.push(body);
      const { keep_years, legal_hold } = body as Pick<Tenant, 'keep_years' | 'legal_hold'>;
      const now = clinic(1, { keep_years, legal_hold, updated_at: `2026-03-0${4 + sent.length}T12:00:00Z` });
      server.on(tenants.get, () => now);
      return now;
    });
    await user.selectOptions(await screen.findByLabelText('Notes are kept'), '10 years');
    await within(await screen.findByRole('dialog')).findByText(
      /^Notes that nobody changed for 10 years are deleted. 1,234 notes go/,
    );
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Ok' }));
    await screen.findByText('Notes that nobody changed for 10 years are deleted at night. Each can be brought back for 30 days.');
    await user.click(screen.getByRole('button', { name: 'Hold' }));
    await screen.findByRole('button', { name: 'Lift' });
    expect(asked).toEqual(['years=10']);
    expect(sent).toEqual([
      { keep_years: 10, legal_hold: false },
      { keep_years: 10, legal_hold: true },
    ]);
  });

  test('deletes after the typed word, and says what is in the way', async () => {
    let refused = true;
    const { server, user, router } = at({ count_users: 0, count_opnotes: 0, count_ednotes: 0 });
    server.on(tenants.remove, () => (refused ? new Refusal('in-use', { detail: 'Clinic 1 still has 7 OpNotes.' }) : undefined));
    await user.click(await screen.findByRole('button', { name: 'Delete...' }));
    await user.type(await screen.findByPlaceholderText('Please type "delete"'), 'delete{Enter}');
    await screen.findByText('Clinic 1 still has 7 OpNotes.');
    refused = false;
    await user.click(screen.getByRole('button', { name: 'Ok' }));
    await screen.findByText('Tenant has been deleted');
    await waitFor(() => expect(router.state.location.pathname).toBe('/tenants'));
  });

  test('A12: facts come first, each act says what it does, and an impossible delete says why', async () => {
    at({ count_opnotes: 33, count_ednotes: 4 });
    await screen.findByRole('heading', { name: 'Clinic 1' });
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
    const band = [...document.querySelectorAll('dl[aria-label="At a glance"] > div')].map((fact) => fact.textContent);
    expect(band.slice(0, 5)).toEqual(['Users5', 'OpNotes33', 'EdNotes4', 'Text kept12,345 characters', 'Second factorOptional']);
    expect(
      screen.getByText('A tenant with users or notes cannot be deleted. This one has 5 users, 33 OpNotes, 4 EdNotes.'),
    ).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete...' }).disabled).toBe(true);
  });

  test('an unknown one is Not Found', async () => {
    serving().on(tenants.get, () => new Refusal('not-found'));
    renderApp(`/tenants/${idOf(9)}`);
    expect(await screen.findByRole('heading', { name: 'Not Found' })).toBeTruthy();
  });

  test('S11: says how much text the tenant keeps, and how much of its room that is', async () => {
    const server = serving();
    server.on(tenants.get, () => clinic(1, { text_kept: 45_600_000, text_limit: 50_000_000 }));
    server.on(opNotes.list, () => page([]));
    renderApp(`/tenants/${idOf(1)}`);
    expect(await screen.findByText('45,600,000 characters, 91% of 50,000,000')).toBeTruthy();
  });
});
