import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findProblems, startContactForm } from './contact-form.ts';

const names = ['first_name', 'last_name', 'email', 'title', 'company_name', 'message'] as const;
const complete = {
  first_name: 'First',
  last_name: 'Last',
  email: 'coder@clinic.example',
  title: 'Coder',
  company_name: 'Clinic',
  message: 'Hello',
};

function mount(values: Record<string, string> = {}): HTMLFormElement {
  document.body.innerHTML = `<form>${names
    .map((name) => `<input name="${name}" value="${values[name] ?? ''}"><span id="${name}-error"></span>`)
    .join(
      '',
    )}<input name="website"><button type="submit">Send</button><span data-failure></span></form><output data-toast></output>`;
  const form = document.querySelector('form')!;
  startContactForm(form);
  return form;
}

const submit = async (form: HTMLFormElement): Promise<void> => {
  form.dispatchEvent(new Event('submit', { cancelable: true }));
  await vi.waitFor(() => expect(form.querySelector('[type=submit]')?.textContent).toBe('Send'), { timeout: 60_000 });
};
const failure = (): string => document.querySelector('[data-failure]')?.textContent ?? '';
const fetching = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetching);
});
afterEach(() => {
  fetching.mockReset();
  vi.unstubAllGlobals();
});

describe('the contact form', () => {
  it('finds each missing field, and an address that is none', () => {
    expect(findProblems({}).map(({ path }) => path)).toEqual(names);
    expect(findProblems({ ...complete, email: 'nobody' })).toEqual([{ path: 'email', message: 'Invalid email address' }]);
    expect(findProblems(complete)).toEqual([]);
  });

  it('A11: an empty form says its sentence once, and Required beside each field', async () => {
    await submit(mount());
    expect(failure()).toBe('All fields are required');
    expect(names.map((name) => document.getElementById(`${name}-error`)?.textContent)).toEqual(names.map(() => 'Required'));
  });

  it('says All fields are required, marks the fields, and sends nothing', async () => {
    const form = mount({ ...complete, title: ' ' });
    await submit(form);
    expect(failure()).toBe('All fields are required');
    expect(document.querySelector('[name=title]')?.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement?.getAttribute('name')).toBe('title');
    expect(fetching).not.toHaveBeenCalled();
  });

  it('thanks with a link to the home page, and sends once', async () => {
    fetching.mockResolvedValue(new Response('{"message":"ok"}', { status: 200 }));
    const form = mount(complete);
    await submit(form);
    form.dispatchEvent(new Event('submit', { cancelable: true }));
    expect(document.querySelector('[data-toast]')?.textContent).toBe('Thanks for your feedback Go to the home page');
    expect(document.querySelector<HTMLAnchorElement>('[data-toast] a')?.getAttribute('href')).toBe('/');
    expect(fetching).toHaveBeenCalledTimes(1);
    expect(fetching.mock.calls[0]?.[1]?.body).toBe(JSON.stringify({ ...complete, website: '' }));
  });

  it.each([500, 429, 201])('says that something went wrong when the answer is %i', async (status) => {
    fetching.mockResolvedValue(new Response('{}', { status }));
    await submit(mount(complete));
    expect(failure()).toBe('Some thing went wrong, try again later');
  });

  it('shows the server’s message beside its field', async () => {
    const errors = [{ path: 'email', message: 'Invalid email address' }];
    fetching.mockResolvedValue(new Response(JSON.stringify({ errors }), { status: 422 }));
    await submit(mount(complete));
    expect(document.getElementById('email-error')?.textContent).toBe('Invalid email address');
    expect(failure()).toBe('');
  });

  it('tells a network failure from a refusal', async () => {
    fetching.mockRejectedValue(new TypeError('offline'));
    await submit(mount(complete));
    expect(failure()).toBe('Some thing went wrong on server, Please try again later');
  });
});
