import { describe, expect, test } from 'vitest';
import { failureNotices, notices } from './notices.ts';

/** The words as the product's specification has them, its odd grammar included. */
const successes = {
  userCreated: 'User has been created',
  profileUpdated: 'Profile has been updated',
  usersDeleted: '7 users has been deleted',
  userDeleted: 'User has been deleted',
  usersAlerted: '7 users has been alerted about 3 OpNotes',
  opNoteUpdated: 'OpNote has been updated',
  opNoteDeleted: 'OpNote has been deleted',
  opNotesDeleted: '7 OpNotes has been deleted',
  edNoteUpdated: 'EdNote has been updated',
  edNoteDeleted: 'EdNote has been deleted',
  edNotesDeleted: '7 EdNotes has been deleted',
  approved: 'Approved successfully',
  rejected: 'Rejected successfully',
  assigned: 'Assigned successfully',
  coded: 'Coded successfully',
  submitted: 'Submitted',
  cptCodesDeleted: '7 CptCodes has been deleted',
  tenantCreated: 'Tenant has been created',
  tenantUpdated: 'Tenant has been updated',
  tenantDeleted: 'Tenant has been deleted',
  tenantsDeleted: '7 Tenants has been deleted',
  feedbacksDeleted: '7 Feedbacks has been deleted',
  feedbacksDone: '7 Feedbacks has been done',
  contactsDone: '7 Messages has been done',
  contactSent: 'Thanks for your feedback',
  accountPending: 'Your account awaits activation',
} satisfies Record<keyof typeof notices, string>;

const failures = {
  createOrUpdateUser: 'All fields are required!',
  create: 'Something went wrong. Please try again later.',
  load: 'Invalid token.',
  contactMissing: 'All fields are required',
  contactRefused: 'Some thing went wrong, try again later',
  contactOffline: 'Some thing went wrong on server, Please try again later',
} satisfies Record<keyof typeof failureNotices, string>;

describe('what is said after a success', () => {
  test.each(Object.keys(notices) as (keyof typeof notices)[])('%s', (name) => {
    const say = notices[name] as (...counts: number[]) => string;
    expect(say(7, 3)).toBe(successes[name]);
  });

  test('one is counted with the same words', () => {
    expect(notices.opNotesDeleted(1)).toBe('1 OpNotes has been deleted');
  });
});

describe('what is said after a failure', () => {
  test.each(Object.keys(failureNotices) as (keyof typeof failureNotices)[])('%s', (name) => {
    expect(failureNotices[name]).toBe(failures[name]);
  });
});
