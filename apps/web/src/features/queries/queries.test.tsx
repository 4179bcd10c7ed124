import { act, screen } from '@testing-library/react';
import { queries } from '@incisive/contract/queries';
import type { SurgeonQuery } from '@incisive/contract/queries';
import { afterEach, expect, it, vi } from 'vitest';
import { formatDate, timeZoneName } from '../../lib/dates.ts';
import { forgetTextOfOthers, rememberedText } from '../../lib/drafts/remembered-text.ts';
import { Refusal } from '../../testing/fake-server.ts';
import { profileOf, renderApp, serverFor } from '../../testing/render-app.tsx';
import { unansweredSample } from '../../testing/query-sample.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const id = '11111111-1111-4111-8111-111111111111';
const tz = timeZoneName();
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
  ...unansweredSample,
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
  // What is signed is seen before.
  expect(screen.getByLabelText('What is added').textContent).toBe(
    `ADDENDUM ${formatDate(new Date().toISOString())} by approver: Which stone was removed?\nAnswer: In the duct`,
  );
  await user.click(screen.getByRole('button', { name: 'Sign and answer' }));
  await screen.findByText('Answered. It stands at the end of the note now.');
  expect(sent).toEqual([{ tz, choice: 'In the duct' }]);
  expect(screen.queryByRole('form', { name: 'Answer' })).toBeNull();
});

it('L: whoever came from the clinic’s provider confirms there, not by a password, and comes back to the answer as it was begun', async () => {
  start(true);
  localStorage.setItem('clinicKey', 'key-1');
  const { user } = renderApp(`/queries/${id}`);
  await user.click(await screen.findByRole('radio', { name: 'In the duct' }));
  await user.click(screen.getByRole('button', { name: 'Sign and answer' }));
  expect(await screen.findByRole('button', { name: 'Confirm with your clinic’s account' })).not.toBeNull();
  expect(screen.queryByLabelText('Sign with your password')).toBeNull();
  expect(rememberedText(`answer ${id}`, profileOf('Approver').id)).toEqual({ choice: 'In the duct', words: '' });
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
    { tz, choice: 'Other', words: 'Both' },
    { tz, choice: 'Other', words: 'Both', password: 'pass phrase' },
  ]);
});

it('of several that wait, tells which one this is, and leads to the next once it is answered', async () => {
  const other = { ...waiting, id: '33333333-3333-4333-8333-333333333333', heading: 'How long' };
  const sent: string[] = [];
  serverFor(profileOf('Approver'))
    .on(queries.list, () => ({ for_me: 2, by_me: 0, results: sent.length > 0 ? [other] : [waiting, other] }))
    .on(queries.get, ({ params }) => (params['id'] === other.id ? other : waiting))
    .on(queries.answer, ({ params }) => {
      sent.push(params['id']!);
      return {
        ...waiting,
        state: 'answered' as const,
        answer: 'In the duct',
        may: { answer: false, close: false, withdraw: false },
      };
    });
  const { user } = renderApp(`/queries/${id}`);
  await screen.findByText(/1 of 2 for you/);
  await user.click(await screen.findByRole('radio', { name: 'In the duct' }));
  await user.click(screen.getByRole('button', { name: 'Sign and answer' }));
  await user.click(await screen.findByRole('link', { name: 'Next question' }));
  await screen.findByRole('heading', { name: 'How long' });
  expect(screen.queryByRole('link', { name: 'Next question' })).toBeNull();
  expect(sent).toEqual([id]);
});

it('an answer that was begun is there again after a look into the note, and gone once it is signed', async () => {
  const sent = start(false);
  forgetTextOfOthers('');
  const { user, router } = renderApp(`/queries/${id}`);
  await user.click(await screen.findByRole('radio', { name: 'Other, in my words' }));
  await user.type(screen.getByLabelText('Answer in your words'), 'Both of them');
  await act(() => router.navigate({ to: '/queries' as string }));
  await user.click(await screen.findByRole('link', { name: /Which stone/ }));
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Answer in your words')).value).toBe('Both of them');
  await user.click(screen.getByRole('button', { name: 'Sign and answer' }));
  await screen.findByText('Answered. It stands at the end of the note now.');
  expect(sent).toEqual([{ tz, choice: 'Other', words: 'Both of them' }]);
  expect(rememberedText(`answer ${id}`, profileOf('Approver').id)).toBeUndefined();
});
