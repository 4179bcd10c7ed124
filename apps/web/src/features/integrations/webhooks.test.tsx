import { screen, within } from '@testing-library/react';
import { type Webhook, type WebhookMessage, webhooks } from '@incisive/contract/webhooks';
import { describe, expect, test } from 'vitest';
import { connectedSample, unconnectedServer } from '../../testing/connection-sample.ts';
import { profileOf, renderApp } from '../../testing/render-app.tsx';

const base: Webhook = {
  ...connectedSample,
  name: 'Practice system',
  url: 'https://practice.example.org/hook',
  events: ['case.finished'],
  with_text: false,
  subscription: null,
  waiting: 0,
  dead: 1,
  last_message: { at: '2026-07-03T10:00:00Z', event: 'case.finished' },
  last_error: { at: '2026-07-03T10:00:00Z', reason: 'The other side answered 503.' },
};
const dead: WebhookMessage = {
  id: '44444444-4444-4444-8444-444444444444',
  at: '2026-07-03T10:00:00Z',
  event: 'case.finished',
  note_id: '55555555-5555-4555-8555-555555555555',
  state: 'dead',
  attempts: 9,
  next_attempt_at: null,
  reason: 'The other side answered 503.',
};

function open(list: Webhook[]) {
  let [now, message] = [list, dead];
  const bodies: unknown[] = [];
  unconnectedServer(profileOf('Admin'))
    .on(webhooks.list, () => ({ results: now }))
    .on(webhooks.create, ({ body }) => {
      bodies.push(body);
      now = [base];
      return { ...base, secret: 'whsec_shown-once' };
    })
    .on(webhooks.test, () => ({ ok: false, words: 'No answer within ten seconds.' }))
    .on(webhooks.messages, () => ({ results: [message] }))
    .on(webhooks.replay, () => {
      message = { ...dead, state: 'waiting', attempts: 0, reason: null, next_attempt_at: '2026-07-04T10:00:00Z' };
      return message;
    })
    .on(webhooks.revoke, () => {
      now = [{ ...base, state: 'revoked', revoked_by: 'admin', revoked_at: '2026-07-04T10:00:00Z' }];
      return now[0]!;
    });
  return { bodies, ...renderApp('/integrations') };
}

describe('L: webhooks on /integrations', () => {
  test('one is set up without the text of notes, and its secret is shown once', async () => {
    const { user, bodies } = open([]);
    await user.click(await screen.findByRole('button', { name: 'New webhook' }));
    const form = screen.getByRole('form', { name: 'New webhook' });
    await user.type(within(form).getByLabelText('Name'), 'Practice system');
    await user.click(within(form).getByRole('button', { name: 'Submit' }));
    expect(await within(form).findByText('Give the address')).not.toBeNull();
    await user.type(within(form).getByLabelText('Address'), base.url);
    await user.click(within(form).getByRole('checkbox', { name: /Note received/ }));
    await user.click(within(form).getByRole('button', { name: 'Submit' }));
    const once = await screen.findByRole('region', { name: 'Secret of Practice system' });
    expect(once.textContent).toContain('whsec_shown-once');
    expect(bodies).toEqual([{ name: base.name, url: base.url, events: ['case.finished', 'note.received'], with_text: false }]);
    await user.click(within(once).getByRole('button', { name: 'Done' }));
    expect(screen.queryByText('whsec_shown-once')).toBeNull();
  });

  test('it tells what it is told and what went wrong, is tried, and sends again what was given up', async () => {
    const { user } = open([base]);
    const hook = await screen.findByRole('region', { name: base.name });
    expect(hook.textContent).toContain('ids alone');
    expect(hook.textContent).toContain('The other side answered 503.');
    await user.click(within(hook).getByRole('button', { name: 'Test' }));
    expect(await within(hook).findByText('No answer within ten seconds.')).not.toBeNull();
    await user.click(within(hook).getByRole('button', { name: 'Messages' }));
    expect(await within(hook).findByText('Given up. The other side answered 503.')).not.toBeNull();
    await user.click(within(hook).getByRole('button', { name: `Send ${dead.id} again` }));
    expect(await within(hook).findByRole('cell', { name: 'Waiting' })).not.toBeNull();
    await user.click(within(hook).getByRole('button', { name: 'Revoke' }));
    await user.click(await screen.findByRole('button', { name: 'Ok' }));
    await user.click(await screen.findByText('1 revoked'));
    const ended = screen.getByRole('region', { name: base.name });
    expect(within(ended).getByText('Revoked')).not.toBeNull();
    await user.click(within(ended).getByRole('button', { name: 'Messages' }));
    await within(ended).findByRole('table');
    expect(within(ended).queryByRole('button', { name: `Send ${dead.id} again` })).toBeNull();
  });

  test('a FHIR subscription tells its kind, whose it is and how it stands; it has no secret to renew', async () => {
    const subscription = { client: { id: base.id, name: 'EHR interface' }, content: 'empty', status: 'error' } as const;
    open([{ ...base, name: 'FHIR subscription 1a2b3c4d', subscription }]);
    const hook = await screen.findByRole('region', { name: 'FHIR subscription 1a2b3c4d' });
    for (const words of [
      'FHIR subscription',
      'asked for by EHR interface',
      'Its newest message was not taken',
      'that there is one, not which',
    ])
      expect(hook.textContent).toContain(words);
    expect(within(hook).queryByRole('button', { name: 'New secret' })).toBeNull();
    expect(within(hook).getByRole('button', { name: 'Revoke' })).not.toBeNull();
  });
});
