import { api } from '@incisive/contract';
import type { Endpoint } from '@incisive/contract/endpoint';
import type { Role } from '@incisive/contract/roles';
import type { Caller, Place } from './access-fixtures.ts';
import type { KnownFields } from './sample-request.ts';

/** Every endpoint of the contract with its name. */
export const endpoints = Object.entries(api).flatMap(([group, members]) =>
  Object.entries(members as Record<string, Endpoint>).map(([name, endpoint]) => ({
    id: `${group}.${name}`,
    group,
    name,
    endpoint,
  })),
);
export type Listed = (typeof endpoints)[number];

/** Who calls, and where the objects of the request lie. */
export interface Cell {
  readonly role: Role | null;
  readonly place: Place;
  readonly caller: Caller | null;
}
export interface Prepared {
  readonly fields: KnownFields;
  readonly params: KnownFields;
  /** Whether the request names an object, so that its place matters. */
  readonly placed: boolean;
}
export interface SampleRequest {
  readonly method: Endpoint['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As it is sent: an object goes as JSON. */
  readonly payload?: object;
}

/** Objects whose owner is a user, not a tenant: everybody else's do not exist, for super-level roles too. */
export const personal: ReadonlySet<string> = new Set([
  'accounts.removeSession',
  'accounts.readNotices',
  'exports.get',
  'exports.download',
  'exports.remove',
]);

/**
 * Endpoints whose sample names no sign-in that was begun at a clinic's provider, and what they answer, whoever calls. They succeed in
 * `sso.api.test.ts`, where there is a provider.
 */
export const withoutProvider: ReadonlyMap<string, number> = new Map([
  ['sso.start', 404],
  ['sso.finish', 401],
  ['sso.backChannel', 404],
]);
