import { screen, waitFor, within } from '@testing-library/react';
import { type ApiClient, integrations } from '@incisive/contract/integrations';
import { tenants } from '@incisive/contract/tenants';
import { describe, expect, test } from 'vitest';
import { connectedSample, unconnectedServer } from '../../testing/connection-sample.ts';
import { profileOf, renderApp } from '../../testing/render-app.tsx';
import { reasonIn } from './integration-words.ts';

const base: ApiClient = {
  ...connectedSample,
  name: 'EHR interface',
  scopes: ['system/DocumentReference.cu'],
  method: 'secret',
  jwks_url: null,
  last_message: { at: '2026-07-03T10:00:00Z', event: 'note_create', reason: null },
  last_error: { at: '2026-07-03T09:00:00Z', event: 'client_message_refused', reason: 'validation POST /fhir/DocumentReference/' },
};

function open(role: 'SuperAdmin' | 'Admin', clients: ApiClient[]) {
  let now = clients;
  const bodies: unknown[] = [];
  unconnectedServer(profileOf(role))
    .on(integrations.list, () => ({
      clients: now,
      addresses: { fhir: 'https://x.org/fhir', token: 'https://x.org/oauth/token' },
    }))
    .on(tenants.selectable, () => ({ results: [base.tenant] }))
    .on(integrations.createClient, ({ body }) => {
      bodies.push(body);
      now = [base];
      return { ...base, client_secret: 'inc_shown-once' };
    })
    .on(integrations.testClient, () => ({ ok: true, words: 'It may connect.' }))
    .on(integrations.revokeClient, () => {
      now = [{ ...base, state: 'revoked', revoked_by: 'admin', revoked_at: '2026-07-04T10:00:00Z' }];
      return now[0]!;
    })
    .on(integrations.messages, () => ({
      results: [
        {
          id: '9',
          at: '2026-07-03T10:00:00Z',
          event: 'note_create',
          outcome: 'success' as const,
          reason: null,
          entity: ['note:1'],
          request_id: 'r',
        },
      ],
    }));
  return { bodies, ...renderApp('/integrations') };
}

describe('L: /integrations', () => {
  test('a client is set up by an administrator, and its secret is shown once', async () => {
    const { user, bodies } = open('Admin', []);
    await waitFor(() => expect(screen.getAllByText('None yet.')).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: 'New API client' }));
    const form = screen.getByRole('form', { name: 'New API client' });
    expect(within(form).queryByLabelText('Tenant')).toBeNull();
    await user.type(within(form).getByLabelText('Name'), 'EHR interface');
    await user.click(within(form).getByRole('checkbox', { name: /Read finished claims by FHIR/ }));
    await user.click(within(form).getByRole('button', { name: 'Submit' }));
    const once = await screen.findByRole('region', { name: 'Secret of EHR interface' });
    expect(once.textContent).toContain('inc_shown-once');
    expect(bodies).toEqual([
      { name: 'EHR interface', method: 'secret', scopes: ['system/DocumentReference.cu', 'system/Claim.rs'] },
    ]);
    await user.click(within(once).getByRole('button', { name: 'Done' }));
    expect(screen.queryByText('inc_shown-once')).toBeNull();
  });

  test('a SuperAdmin names the tenant', async () => {
    const { user, bodies } = open('SuperAdmin', []);
    await user.click(await screen.findByRole('button', { name: 'New API client' }));
    await user.type(screen.getByLabelText('Name'), 'EHR interface');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('Choose a tenant', { selector: 'p, div' })).not.toBeNull();
    await screen.findByRole('option', { name: 'North Clinic' });
    await user.selectOptions(screen.getByLabelText('Tenant'), 'North Clinic');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByRole('region', { name: 'Secret of EHR interface' });
    expect(bodies).toMatchObject([{ tenant: base.tenant.id }]);
  });

  test('each client tells state, last message and last error, can be tried, looked into and revoked', async () => {
    const { user } = open('Admin', [base]);
    const client = await screen.findByRole('region', { name: 'EHR interface' });
    expect(client.textContent).toContain('Note taken');
    expect(client.textContent).toContain('Message refused. Some fields need your attention. (POST /fhir/DocumentReference/)');
    await user.click(within(client).getByRole('button', { name: 'Test' }));
    expect(await within(client).findByText('It may connect.')).not.toBeNull();
    await user.click(within(client).getByRole('button', { name: 'Messages' }));
    expect(await within(client).findByText('note:1')).not.toBeNull();
    await user.click(within(client).getByRole('button', { name: 'Revoke' }));
    await user.click(await screen.findByRole('button', { name: 'Ok' }));
    await user.click(await screen.findByText('1 revoked'));
    const ended = screen.getByRole('region', { name: base.name });
    expect(within(ended).getByText('Revoked')).not.toBeNull();
    for (const act of ['New secret', 'Test', 'Revoke']) expect(within(ended).queryByRole('button', { name: act })).toBeNull();
    expect(within(ended).getByRole('button', { name: 'Messages' })).not.toBeNull();
  });

  test('a reason is said in plain words', () => {
    expect(reasonIn('wrong-credentials')).toBe('The secret is not right, or none was sent.');
    expect(reasonIn('keys: No answer within ten seconds.')).toBe('No answer within ten seconds.');
    expect(reasonIn('ERR_JWT_EXPIRED')).toBe('Its signature, key or time is not right.');
    expect(reasonIn(null)).toBe('');
  });
});
