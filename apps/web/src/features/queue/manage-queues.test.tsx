import { screen, within } from '@testing-library/react';
import type { SavedQueue } from '@incisive/contract/queue';
import { lane } from '@incisive/contract/lane';
import { queue } from '@incisive/contract/queue';
import { afterEach, expect, it, vi } from 'vitest';
import { Refusal } from '../../testing/fake-server.ts';
import { quietQueue } from '../../testing/quiet-queue.ts';
import { profileOf, renderApp, serverFor } from '../../testing/render-app.tsx';
import { filterWords } from './manage-queues.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

function start(role: 'Admin' | 'Approver' = 'Admin') {
  const queues: SavedQueue[] = [];
  const settings: unknown[] = [];
  serverFor(profileOf(role))
    .on(queue.home, () => quietQueue)
    .on(lane.get, () => ({ on: false, may: false, of: 12, agreed: 12 }))
    .on(queue.queues, () => ({ results: queues }))
    .on(queue.addQueue, ({ body }) => {
      if (body.members.includes('nobody'))
        return new Refusal('validation', { errors: [{ path: 'members', message: 'Nobody here codes by the name of nobody' }] });
      const { name, filter, members } = body;
      const made: SavedQueue = {
        id: '11111111-1111-4111-8111-111111111111',
        tenant_id: null,
        name,
        filter,
        priority: 50,
        members,
      };
      queues.push(made);
      return made;
    })
    .on(queue.settings, ({ body }) => {
      settings.push(body);
      return body as never;
    });
  return settings;
}

it('adds a queue; what the server says of a member stands at the field, and nothing typed is lost', async () => {
  start();
  const { user } = renderApp('/queue/manage');
  await screen.findByText('No queues yet');
  await user.click(screen.getByRole('button', { name: 'Add queue' }));
  const form = await screen.findByRole('form', { name: 'New queue' });
  await user.type(within(form).getByLabelText('Name'), 'Spine');
  await user.type(within(form).getByLabelText('Specialty'), 'Spine surgery');
  await user.type(within(form).getByLabelText(/Members/), 'nobody');
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  await within(form).findByText('Nobody here codes by the name of nobody');
  await user.clear(within(form).getByLabelText(/Members/));
  await user.type(within(form).getByLabelText(/Members/), 'one, two');
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  const line = (await screen.findByText('Spine')).closest('li')!;
  expect(line.textContent).toContain('specialty Spine surgery. one, two');
});

it('changes the reasons of the organization: a new one gets a key, an old one keeps its own', async () => {
  const settings = start();
  const { user } = renderApp('/queue/manage');
  await user.click(await screen.findByRole('button', { name: 'Add reason' }));
  await user.type(screen.getByLabelText('Reason 2'), 'Referral missing');
  await user.click(screen.getByLabelText(/always opens by itself/));
  await user.click(within(screen.getByRole('form', { name: 'Reasons for holding' })).getByRole('button', { name: 'Save' }));
  await screen.findByText('Settings saved');
  expect(settings).toEqual([
    {
      auto_load_forced: true,
      hold_reasons: [
        { key: 'page', label: 'Page missing', days: 2 },
        { key: 'referral-missing', label: 'Referral missing', days: 1 },
      ],
    },
  ]);
});

it('the fast lane is told with what the cases say of it, and cannot be opened before they do', async () => {
  start();
  renderApp('/queue/manage');
  expect(
    await screen.findByText(/12 of 12 such cases were finished as suggested; it opens from 200 cases and 98 %/),
  ).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /one screen/ }).disabled).toBe(true);
});

it('is not there for who may not configure', async () => {
  start('Approver');
  renderApp('/queue/manage');
  expect(await screen.findByText(/not found/i)).toBeTruthy();
});

it('tells a filter in words', () => {
  expect(filterWords({})).toBe('every case');
  expect(filterWords({ surgeon: 'ann', min_age: 0, pos: '22' })).toBe('notes of ann, place 22, 0 days or older');
});
