import { screen, waitFor } from '@testing-library/react';
import { contacts } from '@incisive/contract/contacts';
import type { Contact } from '@incisive/contract/contacts';
import { expect, test } from 'vitest';
import { profileOf, renderApp, serverFor } from '../../testing/render-app.tsx';

const id = '44444444-4444-4444-8444-444444444444';
const message: Contact = {
  id,
  first_name: 'Robin',
  last_name: 'Marsh',
  email: 'robin@example.org',
  title: 'Practice manager',
  company_name: 'North Clinic',
  message: 'Please call us.',
  status: 'New',
  created_at: '2026-03-04T12:00:00Z',
  done_by: null,
  done_at: null,
};

test('A7: SuperAdmin lists messages, reads one, answers by mail and settles it', async () => {
  let shown = message;
  const sent: unknown[] = [];
  serverFor(profileOf('SuperAdmin'))
    .on(contacts.list, () => ({ results: [shown], count: 1, next: null, previous: null }))
    .on(contacts.get, () => shown)
    .on(contacts.markDone, ({ body }) => {
      sent.push(body);
      shown = { ...message, status: 'Done', done_by: 'superadmin', done_at: '2026-03-05T12:00:00Z' };
      return { count: 1 };
    });
  const { user } = renderApp('/messages');
  await user.click(await screen.findByRole('link', { name: 'Robin Marsh' }));
  await screen.findByText('Please call us.');
  const reply = screen.getByRole('link', { name: 'Reply by email' });
  expect(reply.getAttribute('href')).toBe('mailto:robin%40example.org');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await screen.findByText('1 Messages has been done');
  expect(sent).toEqual([{ contacts: [id] }]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Done' })).toBeNull());
  expect(screen.getByText('by superadmin')).toBeTruthy();
});

test('A7: nobody else has the screen', async () => {
  const server = serverFor(profileOf('Admin'));
  renderApp('/messages');
  await screen.findByRole('heading', { name: 'Not Found' });
  expect(server.calls.some((line) => line.includes('contacts'))).toBe(false);
});
