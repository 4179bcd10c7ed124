import type { TriedCode, TriedNote } from '@incisive/contract/try-note';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import { TryNote } from '../components/try-note.tsx';
import { markedText, startTryNote } from './try-note.ts';

const code = (of: string, start: number, end: number): TriedCode => ({
  code: of,
  description: 'Words',
  confidence: 0.9,
  tier: 'likely',
  why: 'Because.',
  evidence: [{ start, end }],
});

let form: HTMLFormElement;
beforeEach(() => {
  document.body.innerHTML = renderToStaticMarkup(createElement(TryNote));
  form = document.querySelector<HTMLFormElement>('[data-try]')!;
  startTryNote(form);
});
afterEach(() => vi.unstubAllGlobals());

const answerWith = (status: number, body: object) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));
const submit = (text: string) => {
  form.querySelector('textarea')!.value = text;
  form.requestSubmit();
};

describe('A13: a note tried on the home page', () => {
  it('marks the words of each code, and shows what is not known', async () => {
    const told: TriedNote = {
      text: 'A <b>lap chole</b>.',
      suggestions: [code('47562', 5, 14)],
      unknown: ['It does not know this.'],
    };
    answerWith(200, told);
    submit(told.text);
    await waitFor(() => expect(form.querySelector('mark')?.textContent).toBe('lap chole'));
    expect(form.querySelector('[data-try-read]')?.textContent).toBe(told.text);
    expect(form.querySelector('b:not(.code-number)')).toBeNull();
    expect(form.textContent).toContain('It does not know this.');
    form.querySelector<HTMLButtonElement>('[data-try-again]')!.click();
    expect(form.querySelector('textarea')?.hidden).toBe(false);
    expect(form.querySelector('textarea')?.value).toBe(told.text);
  });

  it.each([
    [429, { title: 'Too many requests' }, /Wait a minute/],
    [422, { errors: [{ path: 'text', message: 'Paste an operative note.' }] }, /Paste an operative note/],
    [500, { title: 'Internal', detail: 'Try again later.' }, /Try again later/],
  ])('%i: says what to do and keeps the note', async (status, body, words) => {
    answerWith(status, body);
    submit('My note');
    await waitFor(() => expect(form.querySelector('[role=alert]')?.textContent).toMatch(words));
    expect(form.querySelector('textarea')?.value).toBe('My note');
  });
});

it('cuts the text wherever marks of several codes overlap', () => {
  const nodes = markedText('abcdef', [code('1', 1, 4), code('2', 3, 6)]);
  expect(nodes.map((node) => [node.textContent, node instanceof HTMLElement ? node.dataset['codes'] : null])).toEqual([
    ['a', null],
    ['bc', '1'],
    ['d', '1 2'],
    ['ef', '2'],
  ]);
});
