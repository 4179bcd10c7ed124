let serial = 0;

/** A sign-up request that the server accepts, each with a username of its own. */
export function signUpForm(tenant: string, changes: Record<string, unknown> = {}) {
  serial += 1;
  const username = `person${String(serial)}`;
  return {
    username,
    password: 'a quiet morning walk',
    email: `${username}@example.org`,
    phone_number: '+1 (202) 555-0142',
    first_name: 'New',
    last_name: 'Person',
    specialty: 'Urology',
    practice: 'Practice',
    groups: 'Approver',
    tenant,
    ...changes,
  };
}
