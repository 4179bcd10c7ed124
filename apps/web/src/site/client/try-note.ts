import type { TriedCode, TriedNote } from '@incisive/contract/try-note';
import { connect } from './evidence.ts';

const path = '/api/v1/try/';

const example = `PREOPERATIVE DIAGNOSIS: Symptomatic gallstones.
PROCEDURE PERFORMED: Laparoscopic cholecystectomy with intraoperative cholangiogram.
INDICATIONS: Recurrent colic. Open appendectomy eleven years ago. Common duct exploration was planned if stones were found.
DESCRIPTION OF PROCEDURE: Four ports were placed under direct vision. The critical view was obtained. A catheter was passed into the cystic duct and the cholangiogram showed free flow into the duodenum. No duct exploration was needed. The gallbladder was removed in a bag. An umbilical hernia of 1 cm was left alone.`;

/** Tags with a class and children, never markup: what is shown may be anything that somebody pasted. */
function element(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

/** The text cut wherever evidence begins or ends; marked where codes rest on it. */
export function markedText(text: string, codes: readonly TriedCode[]): Node[] {
  const ranges = codes.flatMap(({ code, evidence }) => evidence.map((range) => ({ code, ...range })));
  const edges = [...new Set([0, text.length, ...ranges.flatMap(({ start, end }) => [start, end])])].toSorted((a, b) => a - b);
  return edges.slice(1).map((to, index) => {
    const from = edges[index] ?? 0;
    const words = text.slice(from, to);
    const of = [...new Set(ranges.filter(({ start, end }) => start <= from && end >= to).map(({ code }) => code))];
    if (of.length === 0) return document.createTextNode(words);
    const mark = element('mark', '', words);
    mark.dataset['codes'] = of.join(' ');
    return mark;
  });
}

function codeRow({ code, description, why, confidence }: TriedCode): HTMLElement {
  const percent = Math.min(99, Math.max(1, Math.round(confidence * 100)));
  const bar = element('i', '');
  bar.style.width = `${String(percent)}%`;
  const track = element('span', 'bar', bar);
  track.setAttribute('aria-hidden', 'true');
  const row = element(
    'button',
    'code-row',
    element('b', 'code-number', code),
    element('span', 'code-words', description || 'A code of this installation’s own catalog', element('small', '', why)),
    element(
      'span',
      'confidence',
      track,
      element(
        'span',
        'confidence-number',
        element('span', 'visually-hidden', 'Confidence '),
        `.${String(percent).padStart(2, '0')}`,
      ),
    ),
  );
  row.setAttribute('type', 'button');
  row.setAttribute('aria-pressed', 'false');
  row.dataset['code'] = code;
  return element('li', '', row);
}

const tiers = [
  ['likely', 'Likely'],
  ['look', 'Worth a look'],
] as const;

function codeList({ suggestions, unknown }: TriedNote): Node[] {
  const lists = tiers.flatMap(([tier, label]) => {
    const rows = suggestions.filter((code) => code.tier === tier);
    return rows.length === 0 ? [] : [element('p', 'tier', label), element('ul', '', ...rows.map(codeRow))];
  });
  return [
    ...lists,
    element('p', 'tier', 'What it does not know'),
    element('ul', 'try-unknown', ...unknown.map((words) => element('li', '', words))),
  ];
}

interface Problem {
  readonly detail?: string;
  readonly title?: string;
  readonly errors?: readonly { readonly message: string }[];
}

const wordsOf = (status: number, problem: Problem): string =>
  status === 429
    ? 'Too many notes were tried from here just now. Wait a minute and try again.'
    : (problem.errors?.[0]?.message ?? problem.detail ?? problem.title ?? 'That did not work. Try again.');

async function read(text: string): Promise<TriedNote | string> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    });
    const body: unknown = await answer.json();
    return answer.ok ? (body as TriedNote) : wordsOf(answer.status, body as Problem);
  } catch {
    return 'The server cannot be reached. Your note is still here: try again when you’re back online.';
  }
}

/** Sends once at a time; the note stays in its field whatever happens. */
export function startTryNote(form: HTMLFormElement): void {
  const find = <E extends HTMLElement>(selector: string): E => form.querySelector<E>(selector)!;
  const field = find<HTMLTextAreaElement>('textarea');
  const reading = find('[data-try-read]');
  const codes = find('[data-try-codes]');
  const submit = find<HTMLButtonElement>('[type=submit]');
  const again = find<HTMLButtonElement>('[data-try-again]');
  const sample = find<HTMLButtonElement>('[data-try-example]');
  let busy = false;

  const edit = (): void => {
    reading.hidden = true;
    again.hidden = true;
    field.hidden = false;
    submit.hidden = false;
    sample.hidden = false;
    field.focus();
  };

  const show = (answer: TriedNote): void => {
    reading.replaceChildren(...markedText(answer.text, answer.suggestions));
    codes.replaceChildren(...codeList(answer));
    field.hidden = true;
    submit.hidden = true;
    sample.hidden = true;
    reading.hidden = false;
    again.hidden = false;
    connect(form);
    reading.focus();
  };

  const send = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    submit.setAttribute('aria-disabled', 'true');
    submit.textContent = 'Reading';
    const answer = await read(field.value);
    busy = false;
    submit.removeAttribute('aria-disabled');
    submit.textContent = 'Read this note';
    if (typeof answer !== 'string') return show(answer);
    const failure = element('p', 'try-failure', answer);
    failure.setAttribute('role', 'alert');
    codes.replaceChildren(failure);
    field.focus();
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
  });
  sample.addEventListener('click', () => {
    field.value = example;
    void send();
  });
  again.addEventListener('click', edit);
}
