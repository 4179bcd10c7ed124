import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { accounts } from '@incisive/contract/accounts';
import { auth } from '@incisive/contract/auth';
import { billing } from '@incisive/contract/billing';
import { cptCodes } from '@incisive/contract/cpt-codes';
import { edNotes } from '@incisive/contract/ed-notes';
import type { Endpoint } from '@incisive/contract/endpoint';
import { feedbacks } from '@incisive/contract/feedbacks';
import { hl7Channels } from '@incisive/contract/hl7-channels';
import { integrations } from '@incisive/contract/integrations';
import { opNotes } from '@incisive/contract/op-notes';
import { queries, type SurgeonQuery } from '@incisive/contract/queries';
import { reviews } from '@incisive/contract/reviews';
import { queue } from '@incisive/contract/queue';
import { rolesGivenBy } from '@incisive/contract/roles';
import { ssoConnections } from '@incisive/contract/single-sign-on';
import { tenants } from '@incisive/contract/tenants';
import { webhooks } from '@incisive/contract/webhooks';
import { describe, expect, test } from 'vitest';
import { FakeServer, Refusal } from './fake-server.ts';
import { billingSettings, waitingClaim } from './billing-samples.ts';
import { quietQueue } from './quiet-queue.ts';
import { profileOf, renderApp, serverFor, tenantOf } from './render-app.tsx';
import { unansweredSample } from './query-sample.ts';
import { unconnected } from './connection-sample.ts';

type User = ReturnType<typeof renderApp>['user'];

interface Form {
  readonly endpoint: Endpoint;
  /** Opens the screen, fills it so that the browser lets it go, and sends it. */
  readonly send: () => Promise<void>;
  readonly server: () => FakeServer;
  /** The label of the field that each path of the contract's body has on the screen then. */
  readonly fields: Readonly<Record<string, string>>;
}

const clinic = '22222222-2222-4222-8222-222222222222';
const id = '33333333-3333-4333-8333-333333333333';
const empty = () => ({ results: [], count: 0, next: null, previous: null });
const north = { id: clinic, name: 'North Clinic' };
const someone = profileOf('DataEntry', { id, username: 'someone', tenant: clinic, tenant_name: 'North Clinic' });
const tenant = tenantOf();
const signedIn = (): FakeServer =>
  serverFor(profileOf('SuperAdmin'))
    .on(accounts.groups, () => rolesGivenBy('SuperAdmin').map((name) => ({ id: name, name })))
    .on(tenants.selectable, () => ({ results: [north] }))
    .on(tenants.get, () => tenant)
    .on(accounts.get, () => someone)
    .on(accounts.list, empty)
    .on(accounts.sessions, () => ({ ...empty(), last_sign_in: null, refused_since: 0 }))
    .on(opNotes.list, empty)
    .on(opNotes.getDraft, () => ({ draft: null }))
    .on(opNotes.putDraft, ({ body }) => ({ text: body.text, updated_at: '2026-01-01T00:00:00Z', base_updated_at: null }))
    .on(edNotes.getDraft, () => ({ draft: null }))
    .on(edNotes.putDraft, ({ body }) => ({ text: body.text, updated_at: '2026-01-01T00:00:00Z', base_updated_at: null }));
const managing = (): FakeServer =>
  signedIn()
    .on(queue.queues, () => ({ results: [] }))
    .on(queue.home, () => quietQueue);
const connecting = (): FakeServer => unconnected(signedIn());
const asked: SurgeonQuery = {
  id,
  note_id: id,
  state: 'sent',
  subject: 'size',
  form: 'open',
  heading: 'Size',
  question: 'What was the size?',
  quotes: [],
  choices: [],
  to: { id, username: 'superadmin' },
  ...unansweredSample,
  may: { answer: true, close: false, withdraw: false },
};
const claiming = (): FakeServer =>
  signedIn()
    .on(billing.cases, () => ({ results: [waitingClaim] }))
    .on(billing.files, () => ({ results: [] }))
    .on(billing.settings, () => billingSettings);
const outside = (): FakeServer => new FakeServer().on(tenants.directory, () => ({ enabled: true, results: [north] }));
const mustChange = (): FakeServer =>
  new FakeServer().on(accounts.profile, () => profileOf('Approver', { password_change_required: true, agreement: false }));

const write = async (user: User, values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, words] of Object.entries(values)) await user.type(await screen.findByLabelText(label), words);
};
const pick = async (user: User, label: string, option: string): Promise<void> => {
  await user.click(await screen.findByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
};
const press = async (user: User, name: string): Promise<void> => user.click(await screen.findByRole('button', { name }));
/** Renders, fills and sends. */
const filling =
  (path: string, steps: (user: User) => Promise<void>, options: { signedIn?: boolean } = {}): (() => Promise<void>) =>
  async () => {
    const { user } = renderApp(path, options);
    await steps(user);
  };

const person = {
  'Email address': 'new@example.org',
  'Phone number': '2025550142',
  'Name of practice': 'North Clinic',
  Specialty: 'Urology',
};
const personFields = {
  email: 'Email address',
  phone_number: 'Phone number',
  practice: 'Name of practice',
  specialty: 'Specialty',
};

/** Every form of the application by the file that draws it. */
const forms: Readonly<Record<string, readonly Form[]>> = {
  'features/accounts/session/sign-in.tsx': [
    {
      endpoint: auth.login,
      server: outside,
      send: filling(
        '/login',
        async (user) => {
          await write(user, { Username: 'someone', Password: 'a quiet walk' });
          await press(user, 'Sign In');
        },
        { signedIn: false },
      ),
      fields: { username: 'Username', password: 'Password' },
    },
  ],
  'features/accounts/session/sign-up.tsx': [
    {
      endpoint: auth.signUp,
      server: outside,
      send: filling(
        '/login',
        async (user) => {
          await press(user, 'Sign up');
          // Until the screen has come, the fields of the one before are still there, hidden.
          await screen.findByRole('heading', { name: 'Sign up' });
          await write(user, { Username: 'newcomer', Name: 'New Comer', Password: 'a quiet walk', ...person });
          await pick(user, 'Role', 'DataEntry');
          await pick(user, 'Tenant', 'North Clinic');
          await press(user, 'Sign Up');
        },
        { signedIn: false },
      ),
      fields: { username: 'Username', name: 'Name', password: 'Password', groups: 'Role', tenant: 'Tenant', ...personFields },
    },
  ],
  'features/accounts/session/forgot-password.tsx': [
    {
      endpoint: auth.forgotPassword,
      server: outside,
      send: filling(
        '/login',
        async (user) => {
          await press(user, 'Reset password');
          await screen.findByRole('heading', { name: 'Reset password' });
          await write(user, { Username: 'someone' });
          await press(user, 'Send Code');
        },
        { signedIn: false },
      ),
      fields: { username: 'Username' },
    },
    {
      endpoint: auth.resetPassword,
      server: () => outside().on(auth.forgotPassword, () => ({ message: 'Sent' })),
      send: filling(
        '/login',
        async (user) => {
          await press(user, 'Reset password');
          await screen.findByRole('heading', { name: 'Reset password' });
          await write(user, { Username: 'someone' });
          await press(user, 'Send Code');
          await write(user, { 'Verification code': '3MBQ-RJXV', 'New password': 'a quiet walk' });
          await press(user, 'Submit');
        },
        { signedIn: false },
      ),
      fields: { confirmation_code: 'Verification code', password: 'New password' },
    },
  ],
  'features/accounts/session/change-password-form.tsx': [
    {
      endpoint: auth.changePassword,
      server: mustChange,
      send: filling('/opnotes', async (user) => {
        await write(user, { 'Old password': 'the old one', 'New password': 'a quiet walk' });
        await press(user, 'Change');
      }),
      fields: { old_password: 'Old password', new_password: 'New password' },
    },
    {
      endpoint: auth.changePassword,
      server: signedIn,
      send: filling('/profile', async (user) => {
        await write(user, { 'Old password': 'the old one', 'New password': 'a quiet walk' });
        await press(user, 'Change');
      }),
      fields: { old_password: 'Old password', new_password: 'New password' },
    },
  ],
  'features/accounts/users/user-form.tsx': [
    {
      endpoint: auth.signUp,
      server: signedIn,
      send: filling('/users/new', async (user) => {
        await write(user, {
          'User name': 'newcomer',
          'First name': 'New',
          'Last name': 'Comer',
          Password: 'a quiet walk',
          ...person,
        });
        await pick(user, 'Role', 'DataEntry');
        await pick(user, 'Tenant', 'North Clinic');
        await press(user, 'Submit');
      }),
      fields: {
        username: 'User name',
        first_name: 'First name',
        last_name: 'Last name',
        tmppassword: 'Password',
        groups: 'Role',
        tenant: 'Tenant',
        ...personFields,
      },
    },
    {
      endpoint: auth.update,
      server: signedIn,
      send: filling(`/users/${id}`, async (user) => {
        await press(user, 'Edit');
        await press(user, 'Submit');
      }),
      fields: { first_name: 'First name', last_name: 'Last name', groups: 'Role', tenant: 'Tenant', ...personFields },
    },
    {
      endpoint: auth.update,
      server: signedIn,
      send: filling('/profile', async (user) => {
        await press(user, 'Edit');
        await press(user, 'Submit');
      }),
      fields: { first_name: 'First name', last_name: 'Last name', ...personFields },
    },
  ],
  'features/accounts/users/invitation-dialog.tsx': [
    {
      endpoint: tenants.invite,
      server: signedIn,
      send: filling('/users', async (user) => {
        await press(user, 'Invite');
        await pick(user, 'Tenant', 'North Clinic');
        await press(user, 'Create code');
      }),
      fields: { groups: 'Role' },
    },
  ],
  'features/accounts/profile/second-factor.tsx': [
    {
      endpoint: auth.totpDisable,
      server: () => serverFor({ ...someone, otp_enabled: true }).on(accounts.sessions, empty as never),
      send: filling('/profile', async (user) => {
        await write(user, { 'Your password': 'a quiet walk', 'App code or recovery code': '123456' });
        await press(user, 'Turn off');
      }),
      fields: { password: 'Your password', otp: 'App code or recovery code' },
    },
  ],
  'features/accounts/profile/totp-setup.tsx': [
    {
      endpoint: auth.totpConfirm,
      server: () =>
        signedIn().on(auth.totpSetup, () => ({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DP' })),
      send: filling('/profile', async (user) => {
        await write(user, { 'Your password': 'a quiet walk' });
        await press(user, 'Set up');
        await write(user, { 'Code from the app': '123456' });
        await press(user, 'Turn on');
      }),
      fields: { otp: 'Code from the app' },
    },
  ],
  'components/form/password-form.tsx': [
    {
      endpoint: auth.totpSetup,
      server: signedIn,
      send: filling('/profile', async (user) => {
        await write(user, { 'Your password': 'a quiet walk' });
        await press(user, 'Set up');
      }),
      fields: { password: 'Your password' },
    },
  ],
  'features/tenants/tenant-form.tsx': [
    {
      endpoint: tenants.create,
      server: signedIn,
      send: filling('/tenants/new', async (user) => {
        await write(user, { 'Tenant Name': 'North Clinic' });
        await press(user, 'Submit');
      }),
      fields: { name: 'Tenant Name' },
    },
  ],
  'features/catalogue/new-code.tsx': [
    {
      endpoint: cptCodes.create,
      server: signedIn,
      send: filling('/cptcodes/new', async (user) => {
        await write(user, { 'Please enter CptCode code:': '12345', 'Please enter CptCode description:': 'Our own words' });
        await press(user, 'Submit');
      }),
      fields: { code: 'Please enter CptCode code:', description: 'Please enter CptCode description:' },
    },
  ],
  'features/feedbacks/new-feedback.tsx': [
    {
      endpoint: feedbacks.create,
      server: signedIn,
      send: filling('/feedbacks/new', async (user) => {
        await write(user, { Message: 'Words' });
        await press(user, 'Submit');
      }),
      fields: { subject: 'Subject', message: 'Message' },
    },
  ],
  'features/billing/insurance-form.tsx': [
    {
      endpoint: billing.saveInsurance,
      server: claiming,
      send: filling('/claims', async (user) => {
        await press(user, 'Insurance');
        const form = within(await screen.findByRole('form', { name: 'Insurance' }));
        await user.selectOptions(form.getByLabelText('Insured person'), 'Somebody else');
        await user.click(form.getByRole('button', { name: 'Submit' }));
      }),
      fields: { member_id: 'Member id', group_number: 'Group number', admitted: 'Admission date' },
    },
  ],
  'features/billing/practice.tsx': [
    {
      endpoint: billing.savePractice,
      server: claiming,
      send: filling('/claims/practice', async (user) => {
        await user.selectOptions(
          await screen.findByLabelText('Tenant'),
          await screen.findByRole('option', { name: 'North Clinic' }),
        );
        await press(user, 'Submit');
      }),
      fields: {},
    },
  ],
  'features/billing/payers.tsx': [
    {
      endpoint: billing.savePayers,
      server: claiming,
      send: filling('/claims/payers', async (user) => {
        await user.selectOptions(
          await screen.findByLabelText('Tenant'),
          await screen.findByRole('option', { name: 'North Clinic' }),
        );
        await press(user, 'Submit');
      }),
      fields: {},
    },
  ],
  'features/integrations/new-client.tsx': [
    {
      endpoint: integrations.createClient,
      server: connecting,
      send: filling('/integrations', async (user) => {
        await press(user, 'New API client');
        await write(user, { Name: 'EHR interface' });
        await user.selectOptions(
          await screen.findByLabelText('Tenant'),
          await screen.findByRole('option', { name: 'North Clinic' }),
        );
        await press(user, 'Submit');
      }),
      fields: { name: 'Name' },
    },
  ],
  'features/integrations/hl7-channels.tsx': [
    {
      endpoint: hl7Channels.create,
      server: connecting,
      send: filling('/integrations', async (user) => {
        await press(user, 'New HL7 channel');
        const form = within(await screen.findByRole('form', { name: 'New HL7 channel' }));
        await user.type(form.getByLabelText('Name'), 'Record system');
        await user.selectOptions(form.getByLabelText('Tenant'), await form.findByRole('option', { name: 'North Clinic' }));
        await user.click(form.getByRole('button', { name: 'Submit' }));
      }),
      fields: { name: 'Name' },
    },
  ],
  'features/integrations/sso-form.tsx': [
    {
      endpoint: ssoConnections.create,
      server: connecting,
      send: filling('/integrations', async (user) => {
        await press(user, 'New single sign-on');
        const form = within(await screen.findByRole('form', { name: 'New single sign-on' }));
        await user.type(form.getByLabelText('Name'), 'Clinic accounts');
        await user.selectOptions(form.getByLabelText('Tenant'), await form.findByRole('option', { name: 'North Clinic' }));
        await user.type(form.getByLabelText('Address of the provider'), 'https://accounts.example.org');
        await user.type(form.getByLabelText('Client id'), 'incisive');
        await user.type(form.getByLabelText('Client secret'), 'a secret');
        await user.click(form.getByRole('button', { name: 'Submit' }));
      }),
      fields: {
        name: 'Name',
        issuer: 'Address of the provider',
        client_id: 'Client id',
        client_secret: 'Client secret',
        groups_claim: 'Claim of the groups',
      },
    },
  ],
  'features/integrations/new-webhook.tsx': [
    {
      endpoint: webhooks.create,
      server: connecting,
      send: filling('/integrations', async (user) => {
        await press(user, 'New webhook');
        const form = within(await screen.findByRole('form', { name: 'New webhook' }));
        await user.type(form.getByLabelText('Name'), 'Practice system');
        await user.selectOptions(form.getByLabelText('Tenant'), await form.findByRole('option', { name: 'North Clinic' }));
        await user.type(form.getByLabelText('Address'), 'https://x.org/hook');
        await user.click(form.getByRole('button', { name: 'Submit' }));
      }),
      fields: { name: 'Name', url: 'Address' },
    },
  ],
  'features/queue/queue-form.tsx': [
    {
      endpoint: queue.addQueue,
      server: managing,
      send: filling('/queue/manage', async (user) => {
        await press(user, 'Add queue');
        const form = await screen.findByRole('form', { name: 'New queue' });
        await user.type(within(form).getByLabelText('Name'), 'Spine');
        await user.click(within(form).getByRole('button', { name: 'Save' }));
      }),
      fields: { name: 'Name', priority: 'Priority, 0 is first', members: 'Members’ usernames, with commas between them' },
    },
  ],
  'features/queue/reasons-form.tsx': [
    {
      endpoint: queue.settings,
      server: managing,
      send: filling('/queue/manage', async (user) => {
        const form = await screen.findByRole('form', { name: 'Reasons for holding' });
        await user.click(within(form).getByRole('button', { name: 'Save' }));
      }),
      fields: {},
    },
  ],
  'features/queries/answer-form.tsx': [
    {
      endpoint: queries.answer,
      server: () => signedIn().on(queries.get, () => asked),
      send: filling(`/queries/${id}`, async (user) => {
        await write(user, { 'Answer in your words': 'Two centimeters' });
        await press(user, 'Sign and answer');
      }),
      fields: { words: 'Answer in your words', password: 'Sign with your password' },
    },
  ],
  'features/queries/query-page.tsx': [
    {
      endpoint: queries.withdraw,
      server: () => signedIn().on(queries.get, () => ({ ...asked, may: { answer: false, close: true, withdraw: true } })),
      send: filling(`/queries/${id}`, async (user) => {
        await write(user, { 'Why it is withdrawn': 'Asked twice' });
        await press(user, 'Withdraw');
      }),
      fields: { reason: 'Why it is withdrawn' },
    },
  ],
  'features/reviews/draw-form.tsx': [
    {
      endpoint: reviews.draw,
      server: () => signedIn().on(reviews.draws, () => ({ results: [] })),
      send: filling('/reviews/draws', async (user) => {
        await press(user, 'New draw');
        await write(user, { 'Second readers’ usernames': 'coder' });
        await press(user, 'Draw');
      }),
      fields: {
        from: 'Finished from',
        to: 'Finished to',
        size: 'Cases',
        seed: 'Seed',
        coder: 'Only of the coder',
        reviewers: 'Second readers’ usernames',
      },
    },
  ],
  'features/reviews/plan-form.tsx': [
    {
      endpoint: reviews.savePlan,
      server: () =>
        serverFor(profileOf('Admin', { tenant: '11111111-1111-4111-8111-111111111111' })).on(reviews.plan, () => ({
          before_billing: true,
          focus: [],
          share: 10,
          seed: null,
          nightly: true,
          readers: ['coder'],
          weights: {},
          changed_by: null,
          changed_at: null,
        })),
      send: filling('/reviews/plan', (user) => press(user, 'Save')),
      fields: {
        share: 'Percent of all others',
        readers: 'Usernames, with commas between them',
      },
    },
  ],
  'features/notes/new-note.tsx': [
    {
      endpoint: opNotes.create,
      server: signedIn,
      send: filling('/opnotes/new', async (user) => {
        await write(user, { 'Please enter OpNote:': 'Carpal tunnel release.' });
        await press(user, 'Submit');
      }),
      fields: { text: 'Please enter OpNote:' },
    },
  ],
};

/** Forms that send no field of their own to the server, each with what it is. */
const withoutFields: Readonly<Record<string, string>> = {
  'components/data-table/column-filter.tsx': 'changes the address of the list',
  'components/form/plain-form.tsx': 'is what others draw their fields in',
  'components/overlay/confirm-dialog.tsx': 'a typed word that stays in the browser',
  'components/work/reason-dialog.tsx': 'gives its words to what opened it, which says what became of them',
  'features/accounts/session/verify-email.tsx': 'holds the button that asks for another link',
  'features/integrations/hl7-certificate.tsx': 'its field is tried where a channel is drawn, in hl7-channels.test.tsx',
  'features/notes/upload-notes.tsx': 'each file has its own line with its refusal',
  'features/workbench/work/comments-dialog.tsx': 'its field is tried where a note is drawn, in comments-dialog.test.tsx',
  'features/workbench/work/ask-dialog.tsx': 'its fields are tried where a note is drawn, in ask-dialog.test.tsx',
  'features/reviews/mark-row.tsx': 'its words are tried where a review is drawn, in reviews.test.tsx',
  'features/reviews/second-coding.tsx': 'its lines are tried where a review is drawn, in reviews.test.tsx',
  'features/workbench/codes/add-code-dialog.tsx': 'codes are chosen from what the server offers',
  'features/workbench/download-dialog.tsx': 'a file name that stays in the browser',
};

const sources = import.meta.glob<string>(['../**/*.tsx', '!../**/*.test.tsx', '!../site/**', '!../gallery/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('A2: every form of the application is walked below, or sends no field', () => {
  const drawn = Object.entries(sources)
    .filter(([, source]) => /<(?:form|PlainForm)\b(?!>`)/.test(source.replace(/^\s*\*.*$/gm, '')))
    .map(([file]) => file.replace(/^\.\.\//, ''));
  expect(drawn.toSorted()).toEqual([...Object.keys(forms), ...Object.keys(withoutFields)].toSorted());
});

const pathsOf = (endpoint: Endpoint): string[] => Object.keys((endpoint.body as unknown as { shape: object }).shape);

describe.each(Object.entries(forms))('A2: a 422 of %s', (_file, variants) => {
  test.each(variants.map((form, at) => [`${form.endpoint.path} ${String(at + 1)}`, form] as const))(
    'lands at its fields: %s',
    async (_name, form) => {
      const paths = pathsOf(form.endpoint);
      form
        .server()
        .on(
          form.endpoint,
          (() => new Refusal('validation', { errors: paths.map((path) => ({ path, message: `Mend ${path}.` })) })) as never,
        );
      await form.send();
      for (const path of paths) {
        const said = await screen.findAllByText((_text, element) => element?.textContent?.endsWith(`Mend ${path}.`) === true);
        expect([path, said.length > 0]).toEqual([path, true]);
        const label = form.fields[path];
        if (label === undefined) continue;
        const field = screen.getAllByLabelText(label).find((element) => element.matches('input, textarea'));
        await waitFor(() => expect([path, field?.getAttribute('aria-invalid')]).toEqual([path, 'true']));
        const described = (field?.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((key) => document.getElementById(key)?.textContent);
        expect([path, described]).toEqual([path, expect.arrayContaining([`Mend ${path}.`])]);
      }
      cleanup();
    },
  );
});
