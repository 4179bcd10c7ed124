import { screen, waitFor, within } from '@testing-library/react';
import { accounts } from '@incisive/contract/accounts';
import { auth } from '@incisive/contract/auth';
import { opNotes } from '@incisive/contract/op-notes';
import type { Profile } from '@incisive/contract/auth';
import decodeQR from 'qr/decode.js';
import { describe, expect, test, vi } from 'vitest';
import { Refusal } from '../../../testing/fake-server.ts';
import { isSignedIn } from '../../../lib/session/session.ts';
import { profileOf, renderApp, serverFor, tokensFor } from '../../../testing/render-app.tsx';
import { deviceOf } from './own-sessions.tsx';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const sessionOf = (n: number, current = false) => ({
  id: `0000000${n}-4444-4444-8444-444444444444`,
  current,
  created_at: '2026-03-04T12:00:00Z',
  last_used_at: '2026-03-04T12:00:00Z',
  user_agent: n === 1 ? 'curl/8' : firefox,
  address: `192.0.2.${n}`,
});
const signedInBefore = { last_sign_in: { at: '2026-03-03T12:00:00Z', address: '192.0.2.9' }, refused_since: 0 };
const page = <T,>(results: T[]) => ({ results, count: results.length, next: null, previous: null, ...signedInBefore });

function serving(more: Partial<Profile> = {}) {
  let own = profileOf('Approver', more);
  const server = serverFor(own)
    .on(accounts.profile, () => own)
    .on(accounts.sessions, () => page([sessionOf(1, true), sessionOf(2)]));
  return { server, become: (changes: Partial<Profile>) => (own = { ...own, ...changes }) };
}
const uri = 'otpauth://totp/Incisive:approver?secret=ABCDEFGHIJKLMNOP&issuer=Incisive';

/** What a camera reads off the drawing: its path is painted on pixels, eight to a module. */
function read(picture: HTMLElement): string {
  const size = Number(picture.getAttribute('viewBox')?.split(' ')[2]);
  const scale = 8;
  const side = size * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y] of (picture.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < scale; row += 1)
      for (let column = 0; column < scale; column += 1)
        data.fill(
          0,
          4 * ((Number(y) * scale + row) * side + Number(x) * scale + column),
          4 * ((Number(y) * scale + row) * side + Number(x) * scale + column) + 3,
        );
  return decodeQR({ width: side, height: side, data });
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const open = async () => {
  const app = renderApp('/profile');
  await screen.findByRole('heading', { name: 'My Profile' });
  return app;
};

describe('the own profile', () => {
  test('shows what is known; role and tenant are the administrator’s to give', async () => {
    serving({ tenant: '22222222-2222-4222-8222-222222222222', tenant_name: 'North Clinic' });
    await open();
    const lines = Object.fromEntries(
      [...document.querySelectorAll('dl[aria-label="Profile"] > div')].map((line) => [
        line.querySelector('dt')?.textContent,
        line.querySelector('dd')?.textContent,
      ]),
    );
    expect(lines).toMatchObject({
      'First name': 'Some',
      'Last name': 'One',
      'Phone number': '+1 555 555 0100',
      'Name of practice': 'Clinic',
      Specialty: 'Surgery',
      Role: 'Approver Your administrator assigns roles.',
      Tenant: 'North Clinic',
    });
  });

  test('saves its fields, and never role, tenant or name', async () => {
    const sent: unknown[] = [];
    const { server, become } = serving();
    server.on(auth.update, ({ body }) => {
      sent.push(body);
      return become({ specialty: 'Urology', updated_at: '2026-03-05T00:00:00Z' });
    });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    expect(screen.queryByLabelText('Role')).toBeNull();
    expect(field('Email address').autocomplete).toBe('email');
    expect(field('Phone number').autocomplete).toBe('tel');
    await user.clear(field('Specialty'));
    await user.type(field('Specialty'), 'Urology');
    expect(screen.queryByLabelText(/Your password, to change/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('Profile has been updated');
    expect(Object.keys(sent[0] as object).toSorted()).toEqual([
      'email',
      'first_name',
      'last_name',
      'phone_number',
      'practice',
      'specialty',
    ]);
    await screen.findByText('Urology');
    expect(screen.queryByLabelText('Specialty')).toBeNull();
  });

  test('ASV-56 a new email address asks the password', async () => {
    const sent: unknown[] = [];
    const { server, become } = serving();
    server.on(auth.update, ({ body }) => {
      sent.push(body);
      return sent.length === 1
        ? new Refusal('validation', { errors: [{ path: 'current_password', message: 'Wrong password' }] })
        : become({ email: 'new@example.org', email_verified: false, updated_at: '2026-03-05T00:00:00Z' });
    });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.clear(field('Email address'));
    await user.type(field('Email address'), 'new@example.org');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('Required');
    expect(sent).toEqual([]);
    const password = field('Your password, to change the email address');
    expect(password.autocomplete).toBe('current-password');
    await user.type(password, 'not it');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('Wrong password');
    await user.clear(password);
    await user.type(password, 'my password');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('new@example.org isn’t confirmed yet. Open the link we emailed to it.');
    expect(sent.at(-1)).toMatchObject({ email: 'new@example.org', current_password: 'my password' });
  });

  test('an address that is not confirmed can have another link, one that is has no such button', async () => {
    const sent: unknown[] = [];
    const { server } = serving({ email_verified: false });
    server.on(auth.resendVerification, ({ body }) => {
      sent.push(body);
      return sent.length === 1 ? new Refusal('rate-limited') : { message: 'A new link was mailed.' };
    });
    const { user } = await open();
    const button = screen.getByRole('button', { name: 'Send a new link' });
    await user.click(button);
    await screen.findByRole('alert');
    await user.click(button);
    await screen.findByText('A new link was mailed.');
    expect(sent).toEqual([{ username: 'approver' }, { username: 'approver' }]);
  });

  test('a confirmed address has no such button', async () => {
    serving();
    await open();
    expect(screen.queryByRole('button', { name: 'Send a new link' })).toBeNull();
  });
});

describe('A3: one’s own password', () => {
  test('is changed while signed in; the fresh tokens are kept and the account menu leads to it', async () => {
    const sent: unknown[] = [];
    const { server } = serving();
    server.on(opNotes.getDraft, () => ({ draft: null }));
    server.on(auth.changePassword, ({ body }) => {
      sent.push(body);
      const detail = 'The old password is wrong.';
      return sent.length === 1
        ? new Refusal('wrong-credentials', { detail, errors: [{ path: 'old_password', message: detail }] })
        : tokensFor('two');
    });
    const { user } = renderApp('/opnotes/new');
    await user.click(await screen.findByRole('button', { name: 'Account of Approver' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Change password' }));
    await waitFor(() => expect(document.activeElement).toBe(field('Old password')));
    await user.type(field('Old password'), 'not it');
    await user.type(field('New password'), 'a quiet walk{Enter}');
    await screen.findByText('The old password is wrong.');
    expect(field('Old password').getAttribute('aria-invalid')).toBe('true');
    await user.type(field('Old password'), '{Control>}a{/Control}the old one{Enter}');
    await screen.findByText('Your password has been changed');
    expect(sent.at(-1)).toEqual({ old_password: 'the old one', new_password: 'a quiet walk' });
    expect(localStorage.getItem('accessToken')).toBe('access-two');
    expect(field('New password').value).toBe('');
    expect(isSignedIn()).toBe(true);
  });
});

describe('ASV-57 one’s own sessions', () => {
  test('are listed with program and address; all but this one can be ended', async () => {
    const ended: unknown[] = [];
    const { server } = serving();
    server.on(accounts.removeSession, ({ params }) => {
      ended.push(params['id']);
      server.on(accounts.sessions, () => page([sessionOf(1, true)]));
      return undefined;
    });
    const { user } = await open();
    const section = await screen.findByRole('region', { name: 'Where you are signed in' });
    await within(section).findByText('This session');
    expect(within(section).getByText(/192\.0\.2\.2/)).toBeTruthy();
    expect(within(section).getAllByRole('button')).toHaveLength(1);
    await user.click(within(section).getByRole('button', { name: 'End session on Firefox on Linux' }));
    await waitFor(() => expect(within(section).queryByText(/192\.0\.2\.2/)).toBeNull());
    expect(ended).toEqual([sessionOf(2).id]);
  });

  test.each([
    [signedInBefore, /^Your previous sign-in was on 03\/03\/2026 .* from 192\.0\.2\.9\.$/],
    [{ ...signedInBefore, refused_since: 1 }, /1 attempt was refused since then\. If that wasn’t you, change your password\.$/],
    [{ last_sign_in: null, refused_since: 0 }, /^This is your first sign-in\.$/],
    [{ last_sign_in: null, refused_since: 2 }, /first sign-in\. 2 attempts were refused\. If that wasn’t you/],
  ])('HIP-13 tell of the sign-in before: %o', async (told, words) => {
    const { server } = serving();
    server.on(accounts.sessions, () => ({ ...page([sessionOf(1, true)]), ...told }));
    await open();
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test('a failed load says so, with Retry; a failed end is told', async () => {
    const { server } = serving();
    server.on(accounts.sessions, () => new Refusal('internal'));
    const { user } = await open();
    const section = screen.getByRole('region', { name: 'Where you are signed in' });
    const retry = await within(section).findByRole('button', { name: 'Retry' });
    server
      .on(accounts.sessions, () => page([sessionOf(1, true), sessionOf(2)]))
      .on(accounts.removeSession, () => new Refusal('conflict', { detail: 'It cannot be ended now.' }));
    await user.click(retry);
    await user.click(await within(section).findByRole('button', { name: /End session/ }));
    expect(await screen.findByText('It cannot be ended now.')).toBeTruthy();
  });

  test.each([
    [firefox, 'Firefox on Linux'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari on iOS'],
    ['curl/8', 'Another app'],
  ])('%s is %s', (agent, words) => {
    expect(deviceOf(agent)).toBe(words);
  });
});

describe('HIP-N1 the second factor', () => {
  const region = () => screen.getByRole('region', { name: 'Second factor' });

  test('A5: is set up with password, QR code and first code, shows its recovery codes once, and is on', async () => {
    const codes = Array.from({ length: 10 }, (_, n) => `AAAA-BBBB-CCCC-DDD${n}`);
    const sent: unknown[] = [];
    const { server, become } = serving();
    server
      .on(auth.totpSetup, ({ body }) => {
        sent.push(body);
        return sent.length === 1
          ? new Refusal('validation', { errors: [{ path: 'password', message: 'Wrong password' }] })
          : { secret: 'ABCDEFGHIJKLMNOP', uri };
      })
      .on(auth.totpConfirm, ({ body }) => {
        sent.push(body);
        if (body.otp !== '123456') return new Refusal('validation', { errors: [{ path: 'otp', message: 'This code is wrong' }] });
        become({ otp_enabled: true });
        return { recovery_codes: codes };
      });
    const { user } = await open();
    await user.type(within(region()).getByLabelText('Your password'), 'not it{Enter}');
    await within(region()).findByText('Wrong password');
    await user.type(within(region()).getByLabelText('Your password'), '{Control>}a{/Control}my password{Enter}');
    await within(region()).findByText('ABCD EFGH IJKL MNOP', { exact: false });
    expect(read(within(region()).getByRole('img', { name: /QR code/ }))).toBe(uri);
    const code = within(region()).getByLabelText<HTMLInputElement>('Code from the app');
    expect(code.autocomplete).toBe('one-time-code');
    await user.type(code, '000000{Enter}');
    await within(region()).findByText('This code is wrong');
    expect(code.getAttribute('aria-invalid')).toBe('true');
    await user.clear(code);
    await user.type(code, '123456{Enter}');
    await within(region()).findByText(codes[0]!);
    await user.click(within(region()).getByRole('button', { name: 'Copy' }));
    await within(region()).findByText('Copied.');
    expect(await navigator.clipboard.readText()).toBe(codes.join('\n'));
    let saved: Blob | undefined;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved = blob as Blob;
      return 'blob:codes';
    });
    await user.click(within(region()).getByRole('button', { name: 'Download' }));
    for (const kept of codes) expect(await saved?.text()).toContain(kept);
    expect(within(region()).getAllByRole('listitem')).toHaveLength(10);
    await user.click(within(region()).getByRole('button', { name: 'I saved them' }));
    await within(region()).findByText(/The second factor is on/);
    expect(document.body.textContent).not.toContain(codes[0]!);
  });

  test('S13: is turned off with the password and a code; where the clinic asks for it the server’s words are shown', async () => {
    let refused = true;
    const sent: unknown[] = [];
    const { server, become } = serving({ otp_enabled: true });
    server.on(auth.totpDisable, ({ body }) => {
      sent.push(body);
      if (refused) return new Refusal('conflict', { detail: 'Your organization requires a second factor.' });
      become({ otp_enabled: false });
      return undefined;
    });
    const { user } = await open();
    await user.type(within(region()).getByLabelText('Your password'), 'my password{Enter}');
    expect(sent).toEqual([]);
    await user.type(within(region()).getByLabelText('App code or recovery code'), '123 456{Enter}');
    await within(region()).findByText('Your organization requires a second factor.');
    refused = false;
    await user.click(within(region()).getByRole('button', { name: 'Turn off' }));
    expect(sent[0]).toMatchObject({ password: 'my password', otp: '123456' });
    await screen.findByText('The second factor is off');
    expect(await within(region()).findByRole('button', { name: 'Set up' })).toBeTruthy();
  });

  test('that the clinic asks for stands in front of everything until it is set up', async () => {
    const { server, become } = serving({ otp_setup_required: true });
    server
      .on(auth.totpSetup, () => ({ secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/x' }))
      .on(auth.totpConfirm, () => {
        become({ otp_enabled: true, otp_setup_required: false });
        return { recovery_codes: ['AAAA-BBBB-CCCC-DDDD'] };
      });
    const { user } = renderApp('/profile');
    await screen.findByText('Your clinic requires a second factor. Set it up to continue.');
    expect(server.calls.some((line) => line.includes('/sessions/'))).toBe(false);
    await user.type(screen.getByLabelText('Your password'), 'my password{Enter}');
    await user.type(await screen.findByLabelText('Code from the app'), '123456{Enter}');
    await user.click(await screen.findByRole('button', { name: 'I saved them' }));
    expect(await screen.findByRole('heading', { name: 'My Profile' })).toBeTruthy();
  });
});

test('K: the daily email is off, is wished and given up, and a failure says so and changes nothing', async () => {
  const { server } = serving();
  let wished = false;
  server.on(accounts.digest, () => ({ wished })).on(accounts.wishDigest, ({ body }) => ({ wished: (wished = body.wished) }));
  const { user } = renderApp('/profile');
  const choice = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Email me once a day when something waits' });
  expect((await choice()).checked).toBe(false);
  await user.click(await choice());
  await waitFor(async () => expect([(await choice()).checked, wished]).toEqual([true, true]));
  server.on(accounts.wishDigest, () => new Refusal('unavailable'));
  await user.click(await choice());
  expect(await screen.findByText(/unavailable/i)).toBeDefined();
  await waitFor(async () => expect((await choice()).checked).toBe(true));
});
