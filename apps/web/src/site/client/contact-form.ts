import { contactBody, contacts } from '@incisive/contract/contacts';

/** The words of each outcome. */
export const outcomes = {
  sent: 'Thanks for your feedback',
  missing: 'All fields are required',
  refused: 'Some thing went wrong, try again later',
  unreachable: 'Some thing went wrong on server, Please try again later',
} as const;

/** How long the thanks stand before the home page comes. */
const thanksMs = 2000;

interface FieldMessage {
  readonly path: string;
  readonly message: string;
}

type Answer = 'sent' | 'refused' | 'unreachable' | readonly FieldMessage[];

const valuesOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']));

/** What the contract finds wrong with the values, first message of each field. */
export function findProblems(values: Record<string, string>): readonly FieldMessage[] {
  const parsed = contactBody.safeParse(values);
  if (parsed.success) return [];
  const found = new Map<string, string>();
  for (const issue of parsed.error.issues) {
    const path = String(issue.path[0] ?? '');
    if (!found.has(path)) found.set(path, issue.message);
  }
  return [...found].map(([path, message]) => ({ path, message }));
}

function fieldMessages(body: unknown): readonly FieldMessage[] {
  if (typeof body !== 'object' || body === null || !('errors' in body) || !Array.isArray(body.errors)) return [];
  return body.errors.filter(
    (entry): entry is FieldMessage =>
      typeof entry === 'object' && entry !== null && 'path' in entry && 'message' in entry && typeof entry.path === 'string',
  );
}

/** Sends the message and tells how it went. */
export async function send(values: Record<string, string>): Promise<Answer> {
  try {
    const response = await fetch(contacts.create.path, {
      method: contacts.create.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(values),
    });
    if (response.status === 200) return 'sent';
    const messages = response.status === 422 ? fieldMessages(await response.json().catch(() => null)) : [];
    return messages.length > 0 ? messages : 'refused';
  } catch {
    return 'unreachable';
  }
}

function showProblem(form: HTMLFormElement, name: string, message: string): void {
  const field = form.elements.namedItem(name);
  const said = document.getElementById(`${name}-error`);
  if (!(field instanceof HTMLElement) || !said) return;
  // The one sentence for all of them stands at the button.
  said.textContent = message === outcomes.missing ? 'Required' : message;
  if (message === '') {
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
  } else {
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', said.id);
  }
}

const names = ['first_name', 'last_name', 'email', 'title', 'company_name', 'message'] as const;

/** Shows each field's message; returns whether there was any. The first bad field gets the focus. */
function showProblems(form: HTMLFormElement, problems: readonly FieldMessage[]): boolean {
  for (const name of names) showProblem(form, name, problems.find(({ path }) => path === name)?.message ?? '');
  const first = names.find((name) => problems.some(({ path }) => path === name));
  if (first === undefined) return false;
  const field = form.elements.namedItem(first);
  if (field instanceof HTMLElement) field.focus();
  return true;
}

function thank(form: HTMLFormElement): void {
  const toast = document.querySelector<HTMLElement>('[data-toast]');
  if (toast) {
    const link = document.createElement('a');
    link.href = '/';
    link.textContent = 'Go to the home page';
    toast.replaceChildren(`${outcomes.sent} `, link);
  }
  form.reset();
  window.setTimeout(() => window.location.assign('/'), thanksMs);
}

/** Checks by the contract's schema on leaving a field and on sending; sends once at a time. */
export function startContactForm(form: HTMLFormElement): void {
  const failure = form.querySelector<HTMLElement>('[data-failure]');
  const button = form.querySelector<HTMLButtonElement>('[type=submit]');
  if (!failure || !button) return;
  let busy = false;

  const submit = async (): Promise<void> => {
    failure.textContent = '';
    const values = valuesOf(form);
    const problems = findProblems(values);
    if (showProblems(form, problems)) {
      failure.textContent = problems.some(({ message }) => message === outcomes.missing) ? outcomes.missing : '';
      return;
    }
    busy = true;
    button.setAttribute('aria-disabled', 'true');
    button.textContent = 'Sending';
    const answer = await send(values);
    button.textContent = 'Send';
    if (answer === 'sent') {
      thank(form);
      return;
    }
    busy = false;
    button.removeAttribute('aria-disabled');
    if (typeof answer === 'string') failure.textContent = outcomes[answer];
    else if (!showProblems(form, answer)) failure.textContent = outcomes.refused;
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!busy) void submit();
  });
  form.addEventListener('focusout', ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) || target.value.trim() === '') return;
    const problem = findProblems(valuesOf(form)).find(({ path }) => path === target.name);
    showProblem(form, target.name, problem?.message ?? '');
  });
}
