import { randomUUID } from 'node:crypto';
import type { Endpoint, Schema } from '@incisive/contract/endpoint';
import * as z from 'zod/mini';

type Json = Record<string, unknown>;
/** Values of fields by name; a field that is here is filled wherever a schema asks for it. */
export type KnownFields = Readonly<Record<string, (() => unknown) | undefined>>;

let serial = 0;
/** What a name tells about its value, where the schema's type alone does not. */
export const plainFields: KnownFields = {
  username: () => `sample${(serial += 1)}${randomUUID().slice(0, 8)}`,
  email: () => 'sample@example.org',
  phone_number: () => '+12025550111',
  first_name: () => 'Sample',
  last_name: () => 'Person',
  specialty: () => 'Surgery',
  practice: () => 'Clinic',
  groups: () => 'DataEntry',
  password: () => 'a sample pass phrase',
  name: () => `Sample ${randomUUID().slice(0, 8)}`,
  text: () => 'PROCEDURE PERFORMED: Laparoscopic cholecystectomy.',
  message: () => 'A sample message',
  title: () => 'Title',
  company_name: () => 'Company',
  path: () => '/opnotes/:id',
  vid: () => 'visitor-sample',
  sid: () => 'session-sample',
  description: () => 'A sample description',
  code: () => String(10_000 + (serial += 1)),
};

function sample(schema: Json, fields: KnownFields, name: string): unknown {
  const known = fields[name] ?? plainFields[name];
  if (known) return schema['type'] === 'array' ? [known()] : known();
  const choice = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as Json[] | undefined;
  if (choice) return sample(choice[0]!, fields, name);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (schema['type'] === 'array') return [sample((schema['items'] ?? {}) as Json, fields, name)];
  if (schema['type'] === 'boolean') return false;
  if (schema['type'] === 'number' || schema['type'] === 'integer') return Number(schema['minimum'] ?? 1);
  if (schema['type'] === 'null') return null;
  if (schema['type'] === 'object' || schema['properties']) return sampleObject(schema, fields);
  return schema['format'] === 'uuid' ? randomUUID() : 'sample';
}

function sampleObject(schema: Json, fields: KnownFields): Json {
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  const properties = Object.entries((schema['properties'] as Record<string, Json> | undefined) ?? {});
  return Object.fromEntries(
    properties
      // Optional fields stay out unless the caller has a value for exactly these.
      .filter(([name]) => required.has(name) || fields[name] !== undefined)
      .map(([name, property]) => [name, sample(property, fields, name)]),
  );
}

/** The smallest body that a schema takes, with `fields` put in where they belong. */
export const sampleBody = (schema: Schema | undefined, fields: KnownFields): unknown => {
  if (!schema) return undefined;
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  const body = Array.isArray(json['anyOf']) ? (json['anyOf'] as Json[])[0]! : json;
  return body['type'] === 'object' ? sampleObject(body, fields) : sample(body, fields, 'body');
};

/** The endpoint's path with its parameters filled in; an unknown parameter gets a random id. */
export const samplePath = (endpoint: Pick<Endpoint, 'path'>, params: KnownFields): string =>
  endpoint.path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(String((params[name] ?? randomUUID)())));
