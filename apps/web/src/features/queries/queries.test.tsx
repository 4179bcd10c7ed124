import { screen } from '@testing-library/react';
import { queries } from '@incisive/contract/queries';
import type { SurgeonQuery } from '@incisive/contract/queries';
import { afterEach, expect, it, vi } from 'vitest';
import { Refusal } from '../../testing/fake-server.ts';
import { profileOf, renderApp, serverFor } from '../../testing/render-app.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const id = '11111111-1111-4111-8111-111111111111';
const waiting: SurgeonQuery = {
  id,
  note_id: '22222222-2222-4222-8222-222222222222',
  state: 'sent',
  subject: 'site',
  form: 'choices',
  heading: 'Which stone',
  question: 'Which stone was removed?',
  quotes: [{ start: 0, end: 7, words: 'A stone' }],
  choices: [
    { label: 'In the duct', quotes: [0] },
    { label: 'In the gallbladder', quotes: [0] },
  ],
  to: { id: 'x', username: 'approver' },
  asked_by: 'coder',
  sent_at: '2026-01-02T10:00:00.000Z',
  due_on: '2026-01-07',
  answer: null,
  answered_at: null,
  outcome: null,
  may: { answer: true, close: true, withdraw: true },
};

function start(needsPassword: boolean) {
  const sent: unknown[] = [];
  serverFor(profileOf('Approver'))
    .on(queries.list, () => ({ for_me: 1, by_me: 0, results: [waiting] }))
    .on(queries.get, () => waiting)
    .on(queries.answer, ({ body }) => {
      sent.push(body);
      if (needsPassword && !body.password)
        return new Refusal('validation', { errors: [{ path: 'password', message: 'Required' }] });
      return {
        ...waiting,
        state: 'answered' as const,
        answer: body.choice ?? body.words ?? '',
        answered_at: '2026-01-03T10:00:00.000Z',
        may: { answer: false, close: false, withdraw: false },
      };
    });
  return sent;
}

it('from the list, a choice and a signature answer', async () => {
  const sent = start(false);
  const { user } = renderApp('/queries');
  await user.click(await screen.findByRole('link', { name: /Which stone/ }));
  await user.click(await screen.findByRole('radio', { name: 'In the duct' }));
  await user.click(screen.getByRole('button', { name: 'Sign and answer' }));
  await screen.findByText('Answered. It stands at the end of the note now.');
  expect(sent).toEqual([{ choice: 'In the duct' }]);
  expect(screen.queryByRole('form', { name: 'Answer' })).toBeNull();
});

it('asks for words where none of the choices fits, and for the password where the sign-in is old; nothing typed is lost', async () => {
  const sent = start(true);
  const { user } = renderApp(`/queries/${id}`);
  await user.click(await screen.findByRole('radio', { name: 'Other, in my words' }));
  const sign = screen.getByRole<HTMLButtonElement>('button', { name: 'Sign and answer' });
  expect(sign.disabled).toBe(true);
  await user.type(screen.getByLabelText('Answer in your words'), 'Both');
  await user.click(sign);
  await user.type(await screen.findByLabelText('Sign with your password'), 'pass phrase');
  await user.click(sign);
  await screen.findByText('Answered. It stands at the end of the note now.');
  expect(sent).toEqual([
    { choice: 'Other', words: 'Both' },
    { choice: 'Other', words: 'Both', password: 'pass phrase' },
  ]);
});
