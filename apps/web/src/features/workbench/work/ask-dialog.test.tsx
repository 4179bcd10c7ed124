import { screen, within } from '@testing-library/react';
import type { ClaimCase } from '@incisive/contract/cases';
import { beforeEach, expect, it, vi } from 'vitest';
import { forgetTextOfOthers } from '../../../lib/drafts/remembered-text.ts';
import { aServerForEachTest, noteId, noteText, server } from '../note-server.fixture.ts';
import { renderScreen } from '../render-screen.fixture.tsx';

aServerForEachTest();
beforeEach(() => {
  forgetTextOfOthers('');
  server.claim = { questions: [] } as unknown as ClaimCase;
});

const at = (words: string): [number, number] => [noteText.indexOf(words), noteText.indexOf(words) + words.length];
const sent = () => server.calls('POST /op-notes/:id/queries/').map(({ body }) => body);

/** Presses Q as soon as the bar knows the case. */
async function ask() {
  const { user } = renderScreen(`/opnotes/${noteId}`);
  await screen.findByRole('button', { name: 'Ask' });
  await user.keyboard('q');
  const form = within(await screen.findByRole('form', { name: 'Ask the surgeon' }));
  await form.findByRole('option', { name: 'Ada North, approver2' });
  return { user, form };
}

it('Q asks by a template about words of the note, and the case is read again', async () => {
  const { user, form } = await ask();
  await user.selectOptions(form.getByLabelText('Start from'), 'Which side');
  await user.type(form.getByLabelText('Quote words of the note'), 'repair of the cuff');
  await user.click(form.getByRole('button', { name: 'Quote' }));
  expect(form.getByText('repair of the cuff')).toBeTruthy();
  const before = server.calls('GET /op-notes/:id/case/work/').length;
  await user.click(form.getByRole('button', { name: 'Send' }));
  await screen.findByText('Asked');
  expect(sent()).toEqual([
    {
      to: 'surgeon',
      subject: 'side',
      form: 'choices',
      heading: 'Side',
      question: 'On which side was this done?',
      quotes: [at('repair of the cuff')],
      choices: ['Right', 'Left', 'Both'].map((label) => ({ label, quotes: [0] })),
      due_in_days: 3,
    },
  ]);
  await vi.waitFor(() => expect(server.calls('GET /op-notes/:id/case/work/').length).toBeGreaterThan(before));
});

it('whoever asks is never chosen beforehand', async () => {
  const [other] = server.recipients;
  server.recipients = [{ id: 'u', username: 'approver', name: 'One Self' }, other!];
  const { form } = await ask();
  expect(form.getByLabelText<HTMLSelectElement>('To').value).toBe(other!.id);
});

it('Enter quotes the typed words, whatever their capitals and spaces, and sends nothing yet', async () => {
  const { user, form } = await ask();
  const field = form.getByLabelText<HTMLInputElement>('Quote words of the note');
  await user.type(field, 'words of another note{Enter}');
  expect([field.value, sent()]).toEqual(['words of another note', []]);
  expect(form.queryByText('Quote the words of the note that the question is about.')).toBeNull();
  await user.clear(field);
  await user.type(field, 'REPAIR  of the (Cuff{Enter}');
  expect(form.getByText('These words do not stand in the note like this')).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'REPAIR  of the Cuff{Enter}');
  expect(field.value).toBe('');
  expect(within(form.getByRole('list', { name: 'Words of the note' })).getByText('repair of the cuff')).toBeTruthy();
  expect(sent()).toEqual([]);
});

it('a question that the claim leaves open brings its words along', async () => {
  server.claim = {
    questions: [
      { about: 'size', code: '29827', why: 'No size', words: [{ start: at('Torn cuff')[0], end: at('Torn cuff')[1] }] },
    ],
  } as unknown as ClaimCase;
  const { user, form } = await ask();
  await user.selectOptions(
    form.getByLabelText('Start from'),
    await form.findByRole('option', { name: 'Which size: open in this note, 29827' }),
  );
  await user.click(form.getByRole('button', { name: 'Send' }));
  await screen.findByText('Asked');
  expect(sent()).toMatchObject([{ subject: 'size', form: 'open', quotes: [at('Torn cuff')] }]);
});

it('what leads is refused at its field before it goes, and nothing typed is lost', async () => {
  const { user, form } = await ask();
  const question = form.getByLabelText<HTMLTextAreaElement>('Question');
  await user.clear(question);
  await user.type(question, 'Please document that the cuff was torn.');
  await user.click(form.getByRole('button', { name: 'Send' }));
  expect(await form.findByText('“Please document that” tells the surgeon what to write. Ask what was done.')).toBeTruthy();
  expect(question.getAttribute('aria-invalid')).toBe('true');
  expect(form.getByText('Quote the words of the note that the question is about.')).toBeTruthy();
  expect(question.value).toBe('Please document that the cuff was torn.');
  expect(sent()).toEqual([]);
});

it('what leads is told while it is typed; Ctrl and a period take the sentence out, and it can be put back', async () => {
  const { user, form } = await ask();
  const question = form.getByLabelText<HTMLTextAreaElement>('Question');
  await user.clear(question);
  await user.type(question, 'What was torn? Please document that the cuff was torn.');
  expect(await form.findByText('“Please document that” tells the surgeon what to write. Ask what was done.')).toBeTruthy();
  await user.keyboard('{Control>}.{/Control}');
  expect(question.value).toBe('What was torn?');
  expect(form.queryByText(/tells the surgeon what to write/)).toBeNull();
  await user.click(form.getByRole('button', { name: 'Put it back' }));
  expect(question.value).toBe('What was torn? Please document that the cuff was torn.');
  expect(sent()).toEqual([]);
});

it('A2: a 422 of /api/v1/op-notes/:id/queries/ lands at its fields', async () => {
  const { user, form } = await ask();
  const fields = { to: 'To', due_in_days: 'Answer due in', heading: 'Heading', question: 'Question' };
  server.refuse('POST /op-notes/:id/queries/', {
    status: 422,
    code: 'validation',
    errors: [...Object.keys(fields), 'quotes'].map((path) => ({ path, message: `Mend ${path}.` })),
  });
  await user.type(form.getByLabelText('Quote words of the note'), 'Torn cuff');
  await user.click(form.getByRole('button', { name: 'Quote' }));
  await user.click(form.getByRole('button', { name: 'Send' }));
  for (const [path, label] of Object.entries(fields)) {
    expect(await form.findByText(`Mend ${path}.`)).toBeTruthy();
    expect([path, form.getByLabelText(label).getAttribute('aria-invalid')]).toEqual([path, 'true']);
  }
  expect(form.getByText('quotes: Mend quotes.')).toBeTruthy();
});

it('a choice is written by hand, named by the words that make it possible, and checked like the rest', async () => {
  const { user, form } = await ask();
  for (const words of ['repair of the cuff', 'Torn cuff']) {
    await user.type(form.getByLabelText('Quote words of the note'), words);
    await user.click(form.getByRole('button', { name: 'Quote' }));
  }
  await user.selectOptions(form.getByLabelText('Answered'), 'By a choice');
  await user.selectOptions(await form.findByLabelText('About'), 'Approach');
  await user.type(form.getByLabelText('Choice 1'), 'Arthroscopic');
  await user.type(form.getByLabelText('Choice 2'), 'Modifier 22');
  expect(await form.findByText(/Modifier.*about coding/)).toBeTruthy();
  await user.clear(form.getByLabelText('Choice 2'));
  await user.type(form.getByLabelText('Choice 2'), 'Not arthroscopic');
  await user.click(form.getByRole('button', { name: 'Add choice' }));
  await user.click(form.getByRole('button', { name: 'Remove choice 3' }));
  await user.click(
    within(form.getByRole('group', { name: 'Words that make choice 2 possible' })).getByRole('checkbox', { name: 'by words 2' }),
  );
  await user.click(form.getByRole('button', { name: 'Send' }));
  await screen.findByText('Asked');
  expect(sent()).toMatchObject([
    {
      subject: 'approach',
      form: 'choices',
      choices: [
        { label: 'Arthroscopic', quotes: [0, 1] },
        { label: 'Not arthroscopic', quotes: [0] },
      ],
    },
  ]);
});

it('what was begun and not sent is there again, and gone once it was sent', async () => {
  const { user, form } = await ask();
  await user.clear(form.getByLabelText('Question'));
  await user.type(form.getByLabelText('Question'), 'How was the cuff repaired?');
  await user.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('q');
  const again = within(await screen.findByRole('form', { name: 'Ask the surgeon' }));
  expect(again.getByLabelText<HTMLTextAreaElement>('Question').value).toBe('How was the cuff repaired?');
  await user.type(again.getByLabelText('Quote words of the note'), 'Torn cuff');
  await user.click(again.getByRole('button', { name: 'Quote' }));
  await user.click(again.getByRole('button', { name: 'Send' }));
  await screen.findByText('Asked');
  await user.keyboard('q');
  const anew = within(await screen.findByRole('form', { name: 'Ask the surgeon' }));
  expect(anew.getByLabelText<HTMLTextAreaElement>('Question').value).toBe('What was done here?');
});
