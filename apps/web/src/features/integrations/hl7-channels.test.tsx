import { screen, within } from '@testing-library/react';
import { type Hl7Channel, hl7Channels } from '@incisive/contract/hl7-channels';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../testing/fake-server.ts';
import { hl7Sample, unconnectedServer } from '../../testing/connection-sample.ts';
import { profileOf, renderApp } from '../../testing/render-app.tsx';

const base: Hl7Channel = {
  ...hl7Sample,
  last_certificate: { name: 'Sender', fingerprint: 'ab'.repeat(32) },
  last_message: { at: '2026-07-03T10:00:00Z', event: 'MDM^T02' },
  last_error: { at: '2026-07-03T10:00:00Z', reason: 'TXA-12, the number of the document, is missing.' },
};

function open(list: Hl7Channel[], address: string | null = 'mllp://127.0.0.1:2575') {
  let now = list;
  const tried: unknown[] = [];
  unconnectedServer(profileOf('Admin'))
    .on(hl7Channels.list, () => ({ address, results: now }))
    .on(hl7Channels.create, () => {
      now = [base];
      return { ...base, key: 'SHOWNONCE' };
    })
    .on(hl7Channels.test, ({ body }) => {
      tried.push(body);
      return body.message === undefined
        ? { ok: true, words: 'This server listens.' }
        : { ok: false, words: 'Would be refused: The message has no OBX segment, and so no text.' };
    })
    .on(hl7Channels.messages, () => ({
      results: [
        {
          id: '44444444-4444-4444-8444-444444444444',
          at: '2026-07-03T10:00:00Z',
          event: 'MDM^T02',
          control_id: 'C-17',
          outcome: 'refused' as const,
          reason: 'TXA-12, the number of the document, is missing.',
          note_id: null,
          sha256: '0'.repeat(64),
        },
      ],
    }))
    .on(hl7Channels.bind, ({ body }) => {
      tried.push(body);
      if (body.certificate === 'Nobody')
        return new Refusal('validation', { errors: [{ path: 'certificate', message: 'No such' }] });
      now = [{ ...base, certificate: body.certificate }];
      return now[0]!;
    })
    .on(hl7Channels.revoke, () => {
      now = [{ ...base, state: 'revoked', revoked_by: 'admin', revoked_at: '2026-07-04T10:00:00Z' }];
      return now[0]!;
    });
  return { tried, ...renderApp('/integrations') };
}

describe('L: HL7 channels on /integrations', () => {
  test('one is set up, and the key that goes into MSH-6 is shown once', async () => {
    const { user } = open([]);
    expect(await screen.findByText('mllp://127.0.0.1:2575')).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'New HL7 channel' }));
    const form = screen.getByRole('form', { name: 'New HL7 channel' });
    await user.type(within(form).getByLabelText('Name'), 'Record system');
    await user.click(within(form).getByRole('button', { name: 'Submit' }));
    const once = await screen.findByRole('region', { name: 'Secret of Record system' });
    expect(within(once).getByText('Key for MSH-6')).not.toBeNull();
    expect(once.textContent).toContain('SHOWNONCE');
    await user.click(within(once).getByRole('button', { name: 'Done' }));
    expect(screen.queryByText('SHOWNONCE')).toBeNull();
  });

  test('it says what went wrong last and what became of each message, and tries one without keeping it', async () => {
    const { user, tried } = open([base]);
    const channel = await screen.findByRole('region', { name: base.name });
    expect(channel.textContent).toContain('TXA-12, the number of the document, is missing.');
    await user.click(within(channel).getByRole('button', { name: 'Test' }));
    expect(await within(channel).findByText('This server listens.')).not.toBeNull();
    await user.click(within(channel).getByRole('button', { name: 'Messages' }));
    expect(await within(channel).findByRole('cell', { name: /^Refused\. TXA-12/ })).not.toBeNull();
    await user.type(within(channel).getByLabelText('Try a message'), 'MSH|^~');
    await user.click(within(channel).getByRole('button', { name: 'Try it' }));
    expect(await within(channel).findByText(/Would be refused/)).not.toBeNull();
    expect(tried).toEqual([{}, { message: 'MSH|^~' }]);
    await user.click(within(channel).getByRole('button', { name: 'Revoke' }));
    await user.click(await screen.findByRole('button', { name: 'Ok' }));
    // What has ended is folded away, and can be looked into.
    await user.click(await screen.findByText('1 revoked'));
    const ended = screen.getByRole('region', { name: base.name });
    expect(within(ended).getByText('Revoked')).not.toBeNull();
    await user.click(within(ended).getByRole('button', { name: 'Messages' }));
    expect(await within(ended).findByRole('cell', { name: /^Refused\. TXA-12/ })).not.toBeNull();
    expect(within(ended).queryByLabelText('Try a message')).toBeNull();
    expect(within(ended).queryByRole('button', { name: 'Revoke' })).toBeNull();
  });

  test('by TLS it is bound to one certificate, at first to the one that spoke last, and let go again', async () => {
    const { user, tried } = open([base], 'mllps://0.0.0.0:2575');
    const channel = await screen.findByRole('region', { name: base.name });
    expect(channel.textContent).toContain(`any that your authority signed the last was Sender, SHA-256 ${'ab'.repeat(32)}`);
    await user.click(within(channel).getByRole('button', { name: 'Certificate' }));
    const field = () => screen.getByLabelText<HTMLInputElement>('The one certificate that may speak');
    expect(field().value).toBe('ab'.repeat(32));
    await user.clear(field());
    await user.type(field(), 'Nobody');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('No such')).not.toBeNull();
    expect(field().getAttribute('aria-invalid')).toBe('true');
    await user.clear(field());
    await user.type(field(), 'Sender');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await within(channel).findByText(/only that of Sender/)).not.toBeNull();
    await user.click(within(channel).getByRole('button', { name: 'Certificate' }));
    await user.clear(field());
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await within(channel).findByText(/any that your authority signed/)).not.toBeNull();
    expect(tried).toEqual([{ certificate: 'Nobody' }, { certificate: 'Sender' }, { certificate: null }]);
  });

  test('where no port is open it says whose turn it is', async () => {
    open([], null);
    expect(await screen.findByText(/the operator has not opened a port for them \(HL7_PORT\)/)).not.toBeNull();
  });
});
