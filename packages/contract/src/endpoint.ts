import type * as z from 'zod/mini';
import type { AuditEventName } from './audit-events.ts';
import type { Capability } from './roles.ts';

export type Schema = z.ZodMiniType;

/**
 * Who may call: anybody (`public`); anybody signed in, also before the password change or the agreement (`pending`);
 * or a signed-in user past both gates whose role holds the capability.
 */
export type Permission = 'public' | 'pending' | Capability;

/** A standard in whose words refusals are told; else they are the product's own problem+json. */
export type Dialect = 'oauth' | 'fhir';

/** Rate-limit classes; their figures are configuration. What an API client asks is counted as `client`, whatever it asks. `general` is counted in the process, the others in the database. */
export type RateClass =
  | 'general'
  | 'client'
  | 'token'
  | 'sign-in'
  | 'sign-up'
  | 'contact'
  | 'export'
  | 'suggest'
  | 'upload'
  | 'beacon'
  | 'try';

/**
 * One object an endpoint: the server's route, its validation and stripping, OpenAPI, the client's types and the generated
 * authorization tests are all made from it.
 */
export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with a last slash and `:name` parameters; the server takes it with or without the slash. */
  readonly path: string;
  readonly summary: string;
  readonly permission: Permission;
  /** `manual` handlers open their own short transactions; the others run inside one. */
  readonly tx: 'read' | 'write' | 'manual';
  /** A list of `tx: 'read'` that may come from a replica of the database: it has everything that was committed before the call. */
  readonly replica?: boolean;
  /** The audit row that a success writes; null for what touches no record (each with its reason in the summary's resource). */
  readonly audit: AuditEventName | null;
  readonly rate?: RateClass;
  readonly dialect?: Dialect;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly response?: R;
  readonly status?: 200 | 201 | 202 | 204;
  /** Form-encoded and multipart bodies are taken beside JSON. */
  readonly forms?: boolean;
  /** The body holds a whole note's text: more bytes are taken than of others. */
  readonly large?: boolean;
  /** Media types whose body is the file itself; taken beside JSON, as the JSON that says the same (`contentType`, `data` in base64). */
  readonly raw?: readonly string[];
  /** Body is one multipart file part named `file`. */
  readonly upload?: boolean;
  /** Answers a file instead of JSON. */
  readonly file?: string;
  /** Takes an Idempotency-Key header. */
  readonly idempotent?: boolean;
}

/** Declares an endpoint, keeping its exact types. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Out<S> = S extends Schema ? z.output<S> : undefined;
type In<S> = S extends Schema ? z.input<S> : undefined;
export type ParamsOf<E> = E extends { params: infer S } ? Out<S> : undefined;
export type QueryOf<E> = E extends { query: infer S } ? Out<S> : undefined;
export type BodyOf<E> = E extends { body: infer S } ? Out<S> : undefined;
export type QueryInput<E> = E extends { query: infer S } ? In<S> : undefined;
export type BodyInput<E> = E extends { body: infer S } ? In<S> : undefined;
export type ResponseOf<E> = E extends { response: infer S } ? Out<S> : undefined;
