import { type SsoRoleLine, ssoRoles } from '@incisive/contract/single-sign-on';
import { email, personName, username } from '@incisive/contract/fields';
import { splitName } from '@incisive/contract/auth';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../../db/client.ts';
import type { UserStatus } from '../../../db/account-tables.ts';
import { usernameKey } from '../account-lookup.ts';
import { insertNewAccount } from '../sign-up/new-account.ts';
import type { OpenConnection } from './connections.store.ts';

/** What a provider says of a person; nothing of it is believed before the token was checked. */
export interface Claims {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly role: string;
  readonly tenant_id: string;
  readonly status: UserStatus;
}

/** A person who may not come in. The words are for the person and for the log: they say whom to ask, and hold no name. */
export class NotAdmitted extends Error {
  override readonly name = 'NotAdmitted';
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The groups of a claim: a list, or one name. `a.b` looks into an object, as some providers nest theirs. */
export function groupsIn(claims: Claims, claim: string): string[] {
  const nested = claim
    .split('.')
    .reduce<unknown>(
      (at, part) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, part) ? (at as Record<string, unknown>)[part] : undefined,
      claims,
    );
  const found = claims[claim] ?? nested;
  if (typeof found === 'string') return [found];
  return Array.isArray(found) ? found.filter((one): one is string => typeof one === 'string') : [];
}

/** The first line whose group the person is in; null where no line fits, undefined where the connection has none. */
export function lineFor(
  connection: Pick<OpenConnection, 'roles' | 'groups_claim'>,
  claims: Claims,
): SsoRoleLine | null | undefined {
  if (connection.roles.length === 0) return undefined;
  const groups = new Set(groupsIn(claims, connection.groups_claim));
  return connection.roles.find(({ group }) => groups.has(group)) ?? null;
}

/** The address that the provider vouches for, or null. */
export function confirmedEmail(claims: Claims, trusted: boolean): string | null {
  const checked = email.safeParse(wordOf(claims['email']));
  return checked.success && (trusted || claims['email_verified'] === true) ? checked.data : null;
}

const columns = sql`u.id, u.username, u.role, u.tenant_id, u.status`;

async function known(tx: Tx, connection: OpenConnection, subject: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`select ${columns} from app.sso_identities i join app.users u on u.id = i.user_id
    where i.connection_id = ${connection.id} and i.issuer = ${connection.issuer} and i.subject = ${subject} and u.deleted_at is null
      for update of u`.execute(tx);
  return rows[0];
}

/** The one account of the tenant that has this address and is nobody else's at this provider. */
async function byEmail(tx: Tx, connection: OpenConnection, tenantId: string, address: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`select ${columns} from app.users u
    where u.tenant_id = ${tenantId} and lower(u.email) = lower(${address}) and u.deleted_at is null and u.role = any (${[...ssoRoles]})
      and not exists (select from app.sso_identities i where i.user_id = u.id and i.connection_id = ${connection.id}
                         and i.issuer = ${connection.issuer})
      for update of u`.execute(tx);
  if (rows.length > 1)
    throw new NotAdmitted('Several accounts have the address of your clinic’s account. Ask your administrator to mend that.');
  return rows[0];
}

const namesIn = (claims: Claims, fallback: string): { first_name: string; last_name: string } => {
  const whole = splitName(wordOf(claims['name']) || fallback);
  const fit = (given: string, otherwise: string): string => {
    const tried = [given, otherwise, fallback].find((one) => personName.safeParse(one).success);
    return tried ?? 'Clinic account';
  };
  return {
    first_name: fit(wordOf(claims['given_name']), whole.first_name),
    last_name: fit(wordOf(claims['family_name']), whole.last_name),
  };
};

/** A name that nobody has or had: the address, or what stands before its @, with a mark where that is taken. */
async function freeUsername(tx: Tx, address: string): Promise<string> {
  const local = address.split('@')[0]!.replaceAll(/[^\w.+'-]/g, '');
  const plain = [address, local, `${local}-sso`].filter((name) => username.safeParse(name).success);
  const marked = Array.from({ length: 4 }, () => `${local.slice(0, 24) || 'user'}-${randomBytes(3).toString('hex')}`);
  for (const name of [...plain, ...marked]) {
    const taken = await tx.selectFrom('app.users').select('id').where('username_key', '=', usernameKey(name)).executeTakeFirst();
    if (!taken) return name;
  }
  throw new NotAdmitted('No username is free for your account. Ask your administrator to make one for you.');
}

export interface Admitted {
  readonly person: Person;
  readonly done: 'known' | 'linked' | 'made';
  readonly roleChanged: boolean;
}

/**
 * Whose account a person of the provider is. Known ones by issuer and subject alone; others, once, by an address that the provider vouches
 * for, within the tenant; where the clinic wishes it, a new account is made. The provider's groups decide the role where lines are drawn.
 * @param unusable a password hash that no password has
 * @throws NotAdmitted
 */
export async function admit(tx: Tx, connection: OpenConnection, claims: Claims, unusable: string): Promise<Admitted> {
  // One sign-in of a connection at a time from here: two first ones of the same person make one account.
  await sql`select from app.sso_connections where id = ${connection.id} for update`.execute(tx);
  const line = lineFor(connection, claims);
  if (line === null)
    throw new NotAdmitted('None of your groups at the clinic’s provider may use Incisive. Ask your administrator.');
  const tenantId = line?.tenant ?? connection.tenant_id;
  const before = await known(tx, connection, claims.sub);
  if (before && before.tenant_id !== tenantId)
    throw new NotAdmitted('Your account belongs to another organization than your groups say. Ask your administrator.');
  const address = confirmedEmail(claims, connection.trusts_email);
  const found = before ?? (address === null ? undefined : await byEmail(tx, connection, tenantId, address));
  const person = found ?? (await make(tx, connection, claims, { tenantId, line, address, unusable }));
  if (person.status !== 'active') throw new NotAdmitted('Your account here is not active. Ask your administrator.');
  if (!before)
    await sql`insert into app.sso_identities (tenant_id, connection_id, issuer, subject, user_id)
      values (${person.tenant_id}, ${connection.id}, ${connection.issuer}, ${claims.sub}, ${person.id})`.execute(tx);
  // What is kept for emergencies is not the provider's to take away.
  const roleChanged = Boolean(line) && line!.role !== person.role && !connection.break_glass.includes(person.id);
  if (roleChanged)
    await tx.updateTable('app.users').set({ role: line!.role, updated_at: new Date() }).where('id', '=', person.id).execute();
  return {
    person: roleChanged ? { ...person, role: line!.role } : person,
    done: before ? 'known' : found ? 'linked' : 'made',
    roleChanged,
  };
}

async function make(
  tx: Tx,
  connection: OpenConnection,
  claims: Claims,
  {
    tenantId,
    line,
    address,
    unusable,
  }: { tenantId: string; line: SsoRoleLine | undefined; address: string | null; unusable: string },
): Promise<Person> {
  if (!connection.just_in_time)
    throw new NotAdmitted(
      'No account here belongs to your clinic’s account. Ask your administrator to make one with your email address.',
    );
  if (address === null)
    throw new NotAdmitted('The clinic’s provider does not tell a confirmed email address of yours. Ask your administrator.');
  const taken = await sql`select from app.users u join app.sso_identities i on i.user_id = u.id
    where u.tenant_id = ${tenantId} and lower(u.email) = lower(${address}) and u.deleted_at is null
      and i.connection_id = ${connection.id} and i.issuer = ${connection.issuer}`.execute(tx);
  if (taken.rows.length > 0)
    throw new NotAdmitted('Another person of the clinic’s provider has an account with your address. Ask your administrator.');
  const name = await freeUsername(tx, address);
  const role = line?.role ?? 'DataEntry';
  const id = await insertNewAccount(tx, {
    username: name,
    email: address,
    phone_number: '',
    ...namesIn(claims, address.split('@')[0]!),
    specialty: '',
    practice: '',
    role,
    tenantId,
    status: 'active',
    passwordHash: unusable,
    mustChangePassword: false,
    temporaryUntil: null,
    createdBy: 'single sign-on',
  });
  await tx.updateTable('app.users').set({ email_verified: true }).where('id', '=', id).execute();
  return { id, username: name, role, tenant_id: tenantId, status: 'active' };
}
