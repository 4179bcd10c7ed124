import { screen, waitFor } from '@testing-library/react';
import { auth } from '@incisive/contract/auth';
import { tenants } from '@incisive/contract/tenants';
import { describe, expect, test } from 'vitest';
import { FakeServer, Refusal } from '../../../testing/fake-server.ts';
import { profileOf, renderApp } from '../../../testing/render-app.tsx';

const clinic = '22222222-2222-4222-8222-222222222222';
const listing = (enabled: boolean): FakeServer =>
  new FakeServer().on(tenants.directory, () => ({
    enabled,
    results: enabled ? [{ id: clinic, name: 'North Clinic' }] : [],
  }));
const autocompletes = (): Record<string, string | null> =>
  Object.fromEntries(
    [...document.querySelectorAll('input[autocomplete]')].map((field) => [
      document.querySelector(`label[for="${field.id}"]`)?.textContent ?? '',
      field.getAttribute('autocomplete'),
    ]),
  );
type User = ReturnType<typeof renderApp>['user'];
/** The card at one of its screens. */
async function open(link: 'Sign up' | 'Reset password', server: FakeServer) {
  const { user } = renderApp('/login', { signedIn: false });
  await user.click(await screen.findByRole('button', { name: link }));
  await screen.findByRole('button', { name: 'Back to Sign In' });
  return { user, server };
}
const pick = async (user: User, label: string, option: string): Promise<void> => {
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
};

test('A4: the mailed code 3MBQ-RJXV is typed on a keyboard of letters', async () => {
  const { user } = await open(
    'Reset password',
    listing(true).on(auth.forgotPassword, () => ({ message: 'Sent' })),
  );
  await user.type(screen.getByLabelText('Username'), 'someone{Enter}');
  const code = await screen.findByLabelText<HTMLInputElement>('Verification code');
  expect([code.inputMode, code.getAttribute('autocapitalize'), code.autocomplete]).toEqual([
    'text',
    'characters',
    'one-time-code',
  ]);
});

describe('sign up', () => {
  const fill = async (user: User): Promise<void> => {
    await user.type(screen.getByLabelText('Username'), 'newcomer');
    await user.type(screen.getByLabelText('Name'), 'New Van Comer');
    await user.type(screen.getByLabelText('Password'), ' a quiet walk ');
    await user.type(screen.getByLabelText('Email address'), 'new@example.org');
    await user.type(screen.getByLabelText('Phone number'), '2025550142');
    await user.type(screen.getByLabelText('Name of practice'), 'North Clinic');
    await user.type(screen.getByLabelText('Specialty'), 'Urology');
  };

  test('ASV-38 A11-21 has the fields, their autocomplete words and the phone’s placeholder', async () => {
    await open('Sign up', listing(true));
    await screen.findByRole('combobox', { name: 'Tenant' });
    expect(autocompletes()).toMatchObject({
      Username: 'username',
      Name: 'name',
      Password: 'new-password',
      'Email address': 'email',
      'Phone number': 'tel',
      'Name of practice': 'organization',
    });
    expect(screen.getByLabelText<HTMLInputElement>('Phone number').placeholder).toBe('+1 111 1111 111');
    expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('password');
  });

  test('says every rule beside its field, focuses the first bad one and sends nothing', async () => {
    const { user, server } = await open('Sign up', listing(true));
    await screen.findByRole('combobox', { name: 'Tenant' });
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    await waitFor(() => expect(screen.getAllByText('Required')).toHaveLength(9));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Username')));
    await user.type(screen.getByLabelText('Username'), 'x');
    await user.type(screen.getByLabelText('Password'), 'short');
    await user.type(screen.getByLabelText('Email address'), 'nowhere');
    await user.type(screen.getByLabelText('Phone number'), '202');
    await user.tab();
    for (const words of [
      'Must be 2 characters or more',
      'Must be 8 characters or more',
      'Invalid email address',
      'Invalid phone number',
    ])
      expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByLabelText('Email address').getAttribute('aria-invalid')).toBe('true');
    expect(server.calls.filter((line) => line.startsWith('POST'))).toEqual([]);
  });

  test('sends what was typed, offers no super-level role, and comes back to sign in with the word on activation', async () => {
    const sent: unknown[] = [];
    const { user } = await open(
      'Sign up',
      listing(true).on(auth.signUp, ({ body, headers }) => {
        sent.push(body, headers.get('authorization'));
        return profileOf('Approver', { status: 'pending' });
      }),
    );
    await screen.findByRole('combobox', { name: 'Tenant' });
    await fill(user);
    await user.click(screen.getByRole('combobox', { name: 'Role' }));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'Admin',
      'Approver',
      'DataEntry',
    ]);
    await user.click(screen.getByRole('option', { name: 'Approver' }));
    await pick(user, 'Tenant', 'North Clinic');
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    await screen.findByRole('button', { name: 'Sign In' });
    expect(screen.getAllByText(/awaits activation/).length).toBeGreaterThan(0);
    expect(sent).toEqual([
      {
        username: 'newcomer',
        name: 'New Van Comer',
        password: ' a quiet walk ',
        email: 'new@example.org',
        phone_number: '+1 202 555 0142',
        practice: 'North Clinic',
        specialty: 'Urology',
        groups: 'Approver',
        tenant: clinic,
      },
      null,
    ]);
  });

  test('where clinics are not listed it asks for an invitation code', async () => {
    const sent: unknown[] = [];
    const { user } = await open(
      'Sign up',
      listing(false).on(auth.signUp, ({ body }) => {
        sent.push(body.invitation_code);
        return new Refusal('validation', {
          errors: [{ path: 'invitation_code', message: 'This code is wrong, already used or expired' }],
        });
      }),
    );
    await screen.findByLabelText('Invitation code');
    expect(screen.queryByRole('combobox', { name: 'Tenant' })).toBeNull();
    await fill(user);
    await pick(user, 'Role', 'DataEntry');
    await user.type(screen.getByLabelText('Invitation code'), ' ABCD-EFGH ');
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    await screen.findByText('This code is wrong, already used or expired');
    expect(sent).toEqual(['ABCD-EFGH']);
  });

  test('a failure that belongs to no field is said on the card and in the toast', async () => {
    const { user } = await open(
      'Sign up',
      listing(true).on(auth.signUp, () => new Refusal('rate-limited')),
    );
    await screen.findByRole('combobox', { name: 'Tenant' });
    await fill(user);
    await pick(user, 'Role', 'DataEntry');
    await pick(user, 'Tenant', 'North Clinic');
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    await screen.findByText('All fields are required!');
    expect(screen.getAllByRole('alert').length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Sign Up' })).toBeTruthy();
  });
});

describe('forgotten password', () => {
  test('asks for the name, then the code and a new password, and says nothing about the name', async () => {
    const sent: unknown[] = [];
    const server = new FakeServer()
      .on(auth.forgotPassword, () => ({ message: 'x' }))
      .on(auth.resetPassword, ({ body }) => {
        sent.push(body);
        return sent.length === 1
          ? new Refusal('validation', { errors: [{ path: 'confirmation_code', message: 'This code is wrong or has expired' }] })
          : { message: 'x' };
      });
    const { user } = await open('Reset password', server);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send Code' });
    expect(button.disabled).toBe(true);
    await user.type(screen.getByLabelText('Username'), 'somebody');
    await user.click(button);
    await screen.findByText(/If the account exists, we emailed it a code/);
    expect(autocompletes()).toEqual({ 'Verification code': 'one-time-code', 'New password': 'new-password' });
    const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' });
    expect(submit.disabled).toBe(true);
    await user.type(screen.getByLabelText('Verification code'), 'AAAA-AAAA');
    await user.type(screen.getByLabelText('New password'), 'short');
    await user.click(submit);
    await screen.findByText('Must be 8 characters or more');
    expect(sent).toEqual([]);
    await user.type(screen.getByLabelText('New password'), ' no more');
    await user.click(submit);
    await screen.findByText('This code is wrong or has expired');
    await user.clear(screen.getByLabelText('Verification code'));
    await user.type(screen.getByLabelText('Verification code'), 'BBBB-BBBB');
    await user.click(submit);
    await screen.findByText('Your password has been changed. Sign in with the new one.');
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeTruthy();
    expect(sent.at(-1)).toEqual({ username: 'somebody', confirmation_code: 'BBBB-BBBB', password: 'short no more' });
  });

  test('tells of a server that is down, and leads back to sign in', async () => {
    const server = new FakeServer();
    const { user } = await open('Reset password', server);
    server.offline = true;
    await user.type(screen.getByLabelText('Username'), 'somebody{Enter}');
    await screen.findByText(/cannot be reached/);
    await user.click(screen.getByRole('button', { name: 'Back to Sign In' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy();
  });
});

test('ASV-38 sign in has the words that password managers look for, and takes a paste', async () => {
  const server = new FakeServer().on(auth.login, () => new Refusal('wrong-credentials'));
  const { user } = renderApp('/login', { signedIn: false });
  const password = await screen.findByLabelText<HTMLInputElement>('Password');
  expect(autocompletes()).toEqual({ Username: 'username', Password: 'current-password' });
  expect(password.type).toBe('password');
  await user.type(screen.getByLabelText('Username'), 'somebody');
  await user.click(password);
  await user.paste(' pasted pass phrase ');
  await user.keyboard('{Enter}');
  // Announced: the words stand in an alert.
  expect((await screen.findByRole('alert')).textContent).toContain('Wrong username or password.');
  expect(password.value).toBe(' pasted pass phrase ');
  expect(server.calls.filter((line) => line.startsWith('POST'))).toEqual(['POST /auth/login/']);
});

describe('the page of a mailed link', () => {
  const at = (token: string): void => {
    window.location.hash = token === '' ? '' : `token=${token}`;
  };

  test('confirms the address, signed in or not', async () => {
    const tokens: string[] = [];
    new FakeServer().on(auth.verifyEmail, ({ body }) => {
      tokens.push(body.token);
      return { message: 'x' };
    });
    at('good');
    renderApp('/verify-email', { signedIn: false });
    await screen.findByText('Your email address is confirmed.');
    expect(tokens).toEqual(['good']);
    expect(screen.queryByLabelText('Username')).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to Sign In' }).getAttribute('href')).toBe('/login');
  });

  test.each([['old'], ['']])(
    'with the token "%s" that is too old or missing offers a new link, in the server’s own words',
    async (token) => {
      const names: string[] = [];
      new FakeServer()
        .on(auth.verifyEmail, () => new Refusal('validation', { errors: [{ path: 'token', message: 'This link has expired' }] }))
        .on(auth.resendVerification, ({ body }) => {
          names.push(body.username);
          return { message: 'If the address awaits confirmation, a new link was mailed.' };
        });
      at(token);
      const { user } = renderApp('/verify-email', { signedIn: false });
      const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send a new link' });
      expect(screen.getByRole('alert')).toBeTruthy();
      expect(button.disabled).toBe(true);
      await user.type(screen.getByLabelText('Username'), 'somebody{Enter}');
      await screen.findByText('If the address awaits confirmation, a new link was mailed.');
      expect(names).toEqual(['somebody']);
      at('');
    },
  );
});
