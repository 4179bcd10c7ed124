import { beforeEach, expect, test, vi } from 'vitest';
import { withSystem } from '../../../db/tenant.ts';
import { AccessFixtures } from '../../../testing/access-fixtures.ts';
import { testPassword, useTestApp } from '../../../testing/build-test-app.ts';

// Password hashing is what takes time that can be seen from outside: it is counted here instead of a clock being read.
const { worked } = vi.hoisted(() => ({ worked: [] as string[] }));
vi.mock(import('@node-rs/argon2'), async (original) => {
  const real = await original();
  return {
    ...real,
    hash: (...given) => {
      worked.push('hash');
      return real.hash(...given);
    },
    verify: (...given) => {
      // What a check costs is written in the stored hash: algorithm, version, memory, passes, lanes.
      worked.push(`verify ${String(given[0]).split('$').slice(1, 4).join(' ')}`);
      return real.verify(...given);
    },
  };
});

const t = await useTestApp();
const make = new AccessFixtures(t);

type Person = { id: string; username: string };
const tenant = () => t.tenants[0];
const wrong = 'not the password';
const post = (url: string, payload: object) => t.app.inject({ method: 'POST', url, payload });
const signIn = (username: string, password = wrong) => post('/auth/login/', { username, password });

/** Who or what a name may be; none of it may be told from the work that an answer takes. */
const people: Record<string, () => Promise<Person>> = {
  unknown: async () => ({ id: '', username: 'nobody at all' }),
  active: () => make.user('DataEntry', tenant()),
  pending: () => make.user('DataEntry', tenant(), 'pending'),
  deactivated: () => make.user('DataEntry', tenant(), 'deactivated'),
  closed: async () => {
    const user = await make.user('DataEntry', tenant());
    await t.as('admin', 'DELETE', '/auth/delete/', { username: user.username });
    return user;
  },
  slowed: async () => {
    const user = await make.user('DataEntry', tenant());
    for (let n = 0; n < 5; n += 1) await signIn(user.username);
    return user;
  },
  'with a lapsed temporary password': async () => {
    const user = await make.user('DataEntry', tenant());
    await withSystem(t.database, (tx) =>
      tx
        .updateTable('app.credentials')
        .set({ temporary_until: new Date(0) })
        .where('user_id', '=', user.id)
        .execute(),
    );
    return user;
  },
};

beforeEach(async () => {
  // The decoy of unknown names is made once a process.
  await signIn('somebody before the count');
  worked.length = 0;
});

const workOf = async (run: () => Promise<unknown>): Promise<string> => {
  worked.length = 0;
  await run();
  return worked.join(', ');
};
const oneCheck = 'verify argon2id v=19 m=19456,t=2,p=1';

test.each(Object.entries(people))('ASV-45 a sign-in takes one check of a password hash: %s', async (_who, find) => {
  const { username } = await find();
  expect(await workOf(() => signIn(username))).toBe(oneCheck);
});

test('ASV-45 also when the password is right but the name is slowed', async () => {
  const { username } = await people['slowed']!();
  expect(await workOf(() => signIn(username, testPassword))).toBe(oneCheck);
});

test.each(Object.entries(people))('ASV-45 a reset takes one new hash whatever the name is: %s', async (_who, find) => {
  const { username } = await find();
  const reset = () => post('/auth/reset-password/', { username, confirmation_code: 'AAAA-AAAA', password: 'rain on a tin roof' });
  expect(await workOf(reset)).toBe('hash');
});

test.each(Object.entries(people))('ASV-45 asking for a code or a link hashes nothing: %s', async (_who, find) => {
  const { username } = await find();
  expect(await workOf(() => post('/auth/forgot-password/', { username }))).toBe('');
  expect(await workOf(() => post('/auth/verify-email/resend/', { username }))).toBe('');
});
