import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { limits } from '@incisive/contract/limits';
import { expect, test, vi } from 'vitest';
import { stubUploads } from '../../testing/fake-uploads.ts';
import { profileOf, renderApp, serverFor } from '../../testing/render-app.tsx';
import { refusalOf } from './use-uploads.ts';

const noteId = '33333333-3333-4333-8333-333333333333';
const file = (name: string, content = 'PROCEDURE: test') => new File([content], name);
const problem = (code: string, title: string) => JSON.stringify({ type: `urn:incisive:error:${code}`, title, status: 422 });

const choose = async (...files: File[]): Promise<void> => {
  await screen.findByText('Drop files here, or choose them');
  const input = document.querySelector('input[type="file"]');
  if (input) fireEvent.change(input, { target: { files } });
};
const rowOf = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement;

test('says what is wrong with a file before it is sent', () => {
  expect(refusalOf(file('a.TXT'))).toBeNull();
  expect(refusalOf(file('a.doc'))).toContain('.doc isn’t supported. Save as .docx.');
  expect(refusalOf(file('a.png'))).toContain('Use .txt, .docx or .pdf');
  expect(refusalOf(file('a.pdf', ''))).toBe('The file is empty.');
  const sized = (size: number) => Object.defineProperty(file('a.pdf'), 'size', { value: size });
  expect(refusalOf(sized(limits.uploadBytes))).toBeNull();
  expect(refusalOf(sized(limits.uploadBytes + 1))).toContain('5.12 MB');
});

test('REL-17 many files at once: one bad one holds up no other, has its words and Retry, and a repeat has its key', async () => {
  let mended = false;
  const sent = stubUploads((name) =>
    name === 'scan.pdf' && !mended
      ? { status: 422, text: problem('file-timeout', 'Reading the file took too long.') }
      : { status: 201, text: JSON.stringify({ id: noteId }) },
  );
  serverFor(profileOf('DataEntry'));
  const { user } = renderApp('/opnotes/upload');
  await screen.findByText(/These become OpNotes/);
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' });
  expect(submit.disabled).toBe(true);
  expect(screen.getByRole('link', { name: 'Add OpNote' }).getAttribute('href')).toBe('/opnotes/new');
  await choose(file('one.txt'), file('scan.pdf'), file('gone.txt'));
  await user.click(await screen.findByRole('button', { name: 'Remove gone.txt' }));
  await user.click(submit);
  await screen.findByText('1 of 2 files uploaded, 1 failed');
  expect(sent.map(({ url, name }) => [url, name])).toEqual([
    ['/api/v1/op-notes/upload/', 'one.txt'],
    ['/api/v1/op-notes/upload/', 'scan.pdf'],
  ]);
  expect(
    within(await rowOf('one.txt'))
      .getByRole('link')
      .getAttribute('href'),
  ).toBe(`/opnotes/${noteId}`);
  const failed = within(await rowOf('scan.pdf'));
  expect(failed.getByRole('alert').textContent).toContain('took too long');
  mended = true;
  await user.click(failed.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(failed.getByText(/Uploaded/)).toBeTruthy());
  expect(sent[2]?.key).toBe(sent[1]?.key);
  expect(sent[0]?.key).not.toBe(sent[1]?.key);
});

test('the list and the toast count the same files, an empty one has no size, and Retry stands only where it can help', async () => {
  const answers: Record<string, string> = {
    'old.docx': 'file-old-doc',
    'photo.pdf': 'file-unsupported-type',
    'late.pdf': 'unavailable',
  };
  stubUploads((name) =>
    answers[name] ? { status: 422, text: problem(answers[name], 'No') } : { status: 201, text: JSON.stringify({ id: noteId }) },
  );
  serverFor(profileOf('DataEntry'));
  const { user } = renderApp('/opnotes/upload');
  await choose(
    file('one.txt'),
    file('old.docx'),
    file('photo.pdf'),
    file('late.pdf'),
    file('empty.txt', ''),
    file('short.txt', 'A'),
  );
  expect((await rowOf('empty.txt')).textContent).toContain('0 kB');
  expect((await rowOf('short.txt')).textContent).toContain('1 kB');
  await user.click(await screen.findByRole('button', { name: 'Submit' }));
  await screen.findByText('2 of 6 files uploaded, 4 failed');
  expect(screen.getByText('2 of 6 files uploaded')).toBeTruthy();
  const offered = [...document.querySelectorAll('li')].filter((line) => within(line).queryByRole('button', { name: 'Retry' }));
  expect(offered).toEqual([await rowOf('late.pdf')]);
});

test('U14: a file that was added before says so with the way to the first, and is added again only where the person wants it', async () => {
  const current = { id: noteId, filename: 'first.txt', created_at: '2026-03-04T12:00:00Z' };
  const refusal = { type: 'urn:incisive:error:same-note', title: 'This note was added before.', status: 409, current };
  const sent = stubUploads((_name, fields) =>
    fields.get('duplicates') === 'keep'
      ? { status: 201, text: JSON.stringify({ id: '44444444-3333-4333-8333-333333333333' }) }
      : { status: 409, text: JSON.stringify(refusal) },
  );
  serverFor(profileOf('DataEntry'));
  const { user } = renderApp('/opnotes/upload');
  await screen.findByText(/These become OpNotes/);
  await choose(file('second.txt'));
  await user.click(await screen.findByRole('button', { name: 'Submit' }));
  await screen.findByText('0 of 1 files uploaded, 1 added before');
  const row = within(await rowOf('second.txt'));
  expect(row.getByRole('link', { name: 'first.txt' }).getAttribute('href')).toBe(`/opnotes/${noteId}`);
  await user.click(row.getByRole('button', { name: 'Add it anyway' }));
  expect((await row.findByRole('link', { name: 'Open 44444444' })).getAttribute('href')).toContain('44444444');
  expect(sent).toHaveLength(2);
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});

test('/ednotes/upload makes EdNotes and points back', async () => {
  const sent = stubUploads(() => ({ status: 201, text: JSON.stringify({ data: { id: noteId } }) }));
  serverFor(profileOf('DataEntry'));
  const { user } = renderApp('/ednotes/upload');
  await screen.findByText(/These become EdNotes/);
  expect(screen.getByRole('link', { name: 'Upload OpNotes' }).getAttribute('href')).toBe('/opnotes/upload');
  await choose(file('lesson.docx'));
  await user.click(await screen.findByRole('button', { name: 'Submit' }));
  await screen.findAllByText('1 of 1 files uploaded');
  expect(sent[0]?.url).toBe('/api/v1/ed-notes/upload/');
});

test('U19: while the text is read, what was sent shows as sent: the bar is full', async () => {
  class Received extends EventTarget {
    readonly upload = new EventTarget();
    open(): void {}
    setRequestHeader(): void {}
    abort(): void {}
    send(): void {
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: true, loaded: 10, total: 10 }));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Received);
  serverFor(profileOf('DataEntry'));
  const { user } = renderApp('/opnotes/upload');
  await choose(file('one.txt'));
  await user.click(await screen.findByRole('button', { name: 'Submit' }));
  const line = within(await rowOf('one.txt'));
  await line.findByText(/Reading the text/);
  expect(line.getByRole<HTMLProgressElement>('progressbar').value).toBe(100);
});
