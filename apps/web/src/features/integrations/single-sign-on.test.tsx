import { screen, waitFor, within } from '@testing-library/react';
import { accounts } from '@incisive/contract/accounts';
import { type SsoConnection, ssoConnections } from '@incisive/contract/single-sign-on';
import { describe, expect, test } from 'vitest';
import { connectedSample, unconnectedServer } from '../../testing/connection-sample.ts';
import { Refusal } from '../../testing/fake-server.ts';
import { profileOf, renderApp } from '../../testing/render-app.tsx';

const base: SsoConnection = {
  ...connectedSample,
  name: 'Clinic accounts',
  issuer: 'https://accounts.example.org',
  client_id: 'incisive',
  groups_claim: 'groups',
  roles: [{ group: 'surgeons', role: 'Approver', tenant: null }],
  just_in_time: true,
  trusts_email: false,
  required: false,
  break_glass: [],
  sign_in_url: 'https://incisive.example.org/login/clinic/key-1',
  back_channel_url: 'https://incisive.example.org/auth/sso/logout/key-1/',
  people: 3,
  last_message: { at: '2026-07-03T10:00:00Z', event: 'sign-in' },
  last_error: { at: '2026-07-03T10:00:00Z', reason: 'The provider does not take the client id or the secret.' },
};
const admin = { ...profileOf('Admin'), tenant: connectedSample.tenant.id, id: '55555555-5555-4555-8555-555555555555' };

function open(list: SsoConnection[]) {
  let now = list;
  const sent: unknown[] = [];
  unconnectedServer(profileOf('Admin'))
    .on(ssoConnections.list, () => ({ results: now }))
    .on(ssoConnections.create, ({ body }) => {
      sent.push(body);
      now = [base];
      return base;
    })
    .on(ssoConnections.change, ({ body }) => {
      sent.push(body);
      if (body.required && body.break_glass.length === 0)
        return new Refusal('validation', {
          errors: [{ path: 'break_glass', message: 'Choose at least one administrator who may still sign in by password' }],
        });
      now = [{ ...base, required: body.required, break_glass: [{ id: admin.id, username: admin.username }] }];
      return now[0]!;
    })
    .on(accounts.list, ({ query }) =>
      query.has('tenant') ? new Refusal('forbidden') : { results: [admin], count: 1, next: null, previous: null },
    )
    .on(ssoConnections.test, () => ({ ok: true, words: 'The provider answers.' }))
    .on(ssoConnections.messages, () => ({
      results: [
        {
          id: '44444444-4444-4444-8444-444444444444',
          at: '2026-07-03T10:00:00Z',
          event: 'sign-in' as const,
          outcome: 'refused' as const,
          reason: 'The token was made for somebody else, or for another sign-in.',
          username: null,
        },
      ],
    }));
  return { sent, ...renderApp('/integrations') };
}

describe('L: single sign-on on /integrations', () => {
  test('is set up with its groups, and then tells the addresses that the provider asks for', async () => {
    const { user, sent } = open([]);
    await user.click(await screen.findByRole('button', { name: 'New single sign-on' }));
    const form = within(screen.getByRole('form', { name: 'New single sign-on' }));
    await user.type(form.getByLabelText('Name'), 'Clinic accounts');
    await user.type(form.getByLabelText('Address of the provider'), 'accounts.example.org');
    await user.type(form.getByLabelText('Client id'), 'incisive');
    await user.click(form.getByRole('button', { name: 'Add group' }));
    await user.type(form.getByLabelText('Group 1'), 'surgeons');
    await user.click(form.getByRole('button', { name: 'Submit' }));
    expect(await form.findByText('Give the secret that the provider gave')).not.toBeNull();
    expect(form.getByText(/An address that begins with https/)).not.toBeNull();
    expect(sent).toEqual([]);
    await user.clear(form.getByLabelText('Address of the provider'));
    await user.type(form.getByLabelText('Address of the provider'), 'https://accounts.example.org');
    await user.type(form.getByLabelText('Client secret'), 'a secret');
    await user.click(form.getByRole('button', { name: 'Submit' }));
    const made = await screen.findByRole('region', { name: 'Clinic accounts' });
    expect(sent).toEqual([
      {
        name: 'Clinic accounts',
        issuer: 'https://accounts.example.org',
        client_id: 'incisive',
        client_secret: 'a secret',
        groups_claim: 'groups',
        roles: [{ group: 'surgeons', role: 'Approver', tenant: null }],
        just_in_time: false,
        trusts_email: false,
      },
    ]);
    for (const words of [base.sign_in_url, base.back_channel_url, 'surgeons: Approver', '3 accounts', base.last_error!.reason])
      expect(made.textContent).toContain(words);
  });

  test('is made the only way in, with an administrator who keeps a password', async () => {
    const { user, sent } = open([base]);
    const region = await screen.findByRole('region', { name: 'Clinic accounts' });
    await user.click(within(region).getByRole('button', { name: 'Edit' }));
    const form = within(screen.getByRole('form', { name: 'Change single sign-on' }));
    await user.click(form.getByLabelText(/Nobody signs in by password/));
    await user.click(form.getByRole('button', { name: 'Submit' }));
    expect(await form.findByText(/Choose at least one administrator who/)).not.toBeNull();
    await user.click(await form.findByLabelText(admin.username));
    await user.click(form.getByRole('button', { name: 'Submit' }));
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Clinic accounts' }).textContent).toContain(`only for ${admin.username}`),
    );
    expect(sent.at(-1)).toMatchObject({ required: true, break_glass: [admin.id] });
    expect(sent.at(-1)).not.toHaveProperty('client_secret');
  });

  test('is tried, and says who was refused and why', async () => {
    const { user } = open([base]);
    const region = await screen.findByRole('region', { name: 'Clinic accounts' });
    await user.click(within(region).getByRole('button', { name: 'Test' }));
    expect(await within(region).findByText('The provider answers.')).not.toBeNull();
    await user.click(within(region).getByRole('button', { name: 'Messages' }));
    expect(await within(region).findByText(/made for somebody else/)).not.toBeNull();
  });
});
