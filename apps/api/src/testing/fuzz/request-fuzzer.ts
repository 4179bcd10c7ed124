import type { Endpoint } from '@incisive/contract/endpoint';
import * as fc from 'fast-check';
import * as z from 'zod/mini';
import type { SampleRequest } from '../contract-cells.ts';
import { brokenMultipart, brokenMultiparts } from './broken-multipart.ts';
import {
  badBearers,
  contentTypes,
  foreignFields,
  hostileBodies,
  hostileHeaders,
  hostileIds,
  hostileParameters,
  hostileQueries,
  hostileValues,
} from './hostile-values.ts';

/** One change to a valid request: plain data, so that fast-check can draw, shrink and print it. */
export type Change =
  | { readonly kind: 'value'; readonly field: number; readonly value: unknown }
  | { readonly kind: 'missing'; readonly field: number }
  | { readonly kind: 'foreign'; readonly name: string; readonly value: unknown }
  | { readonly kind: 'body'; readonly text: string }
  | { readonly kind: 'type'; readonly type: string | null }
  | { readonly kind: 'multipart'; readonly form: keyof typeof brokenMultiparts }
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'parameter'; readonly field: number; readonly name: string | null; readonly values: readonly string[] }
  | { readonly kind: 'query'; readonly text: string }
  | { readonly kind: 'header'; readonly name: string; readonly value: string }
  | { readonly kind: 'bearer'; readonly value: string };

/** A request as it goes out, with what the server should make of its body where that is JSON. */
export interface Shot {
  readonly method: Endpoint['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

type Json = Record<string, unknown>;
const propertiesOf = (schema: Endpoint['body']): string[] => {
  if (!schema) return [];
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return Object.keys((json['properties'] as Json | undefined) ?? {});
};

const from = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const anyText = fc.string({ unit: 'binary', maxLength: 60 });
const anyValue = fc.oneof(
  { weight: 3, arbitrary: from(hostileValues) },
  { weight: 1, arbitrary: anyText },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4, noUnicodeString: false }) },
  { weight: 1, arbitrary: fc.double() },
);

/** Every kind of change that makes sense for the endpoint, and what each may be filled with. */
export function changesOf(endpoint: Endpoint): fc.Arbitrary<Change> {
  const field = fc.nat({ max: 40 });
  const kinds: { weight: number; arbitrary: fc.Arbitrary<Change> }[] = [
    { weight: 2, arbitrary: from(hostileHeaders).map(([name, value]): Change => ({ kind: 'header', name, value })) },
    { weight: 2, arbitrary: from(hostileQueries).map((text): Change => ({ kind: 'query', text })) },
  ];
  const add = (weight: number, arbitrary: fc.Arbitrary<Change>): void => void kinds.push({ weight, arbitrary });
  if (endpoint.permission !== 'public')
    add(
      1,
      from(badBearers).map((value): Change => ({ kind: 'bearer', value })),
    );
  if (endpoint.path.includes(':'))
    add(
      4,
      fc
        .oneof(
          from(hostileIds),
          anyText.map((text) => encodeURIComponent(text) || '%20'),
        )
        .map((id): Change => ({ kind: 'id', id })),
    );
  if (endpoint.query) {
    add(6, fc.record({ kind: fc.constant('parameter' as const), field, name: fc.constant(null), values: fc.tuple(anyText) }));
    add(
      8,
      fc
        .tuple(field, from(hostileParameters))
        .map(([at, [name, values]]): Change => ({ kind: 'parameter', field: at, name, values })),
    );
  }
  if (endpoint.body) {
    add(10, fc.record({ kind: fc.constant('value' as const), field, value: anyValue }));
    add(2, fc.record({ kind: fc.constant('missing' as const), field }));
    add(3, fc.record({ kind: fc.constant('foreign' as const), name: from(foreignFields), value: anyValue }));
    add(
      5,
      from(hostileBodies).map((text): Change => ({ kind: 'body', text })),
    );
  }
  if (endpoint.body || endpoint.upload)
    add(
      3,
      from(contentTypes).map((type): Change => ({ kind: 'type', type })),
    );
  if (endpoint.upload || endpoint.forms)
    add(
      endpoint.upload ? 20 : 4,
      from(brokenMultipartNames).map((form): Change => ({ kind: 'multipart', form })),
    );
  return fc.oneof(...kinds);
}

const brokenMultipartNames = Object.keys(brokenMultiparts) as (keyof typeof brokenMultiparts)[];

const at = <T>(values: readonly T[], index: number): T | undefined => values[index % Math.max(values.length, 1)];

function withParameter(url: string, name: string, values: readonly string[]): string {
  const target = new URL(url, 'http://local');
  target.searchParams.delete(name);
  for (const value of values) target.searchParams.append(name, value);
  return `${target.pathname}${target.search}`;
}

function withId(endpoint: Endpoint, url: string, id: string): string {
  const at = endpoint.path.split('/').findIndex((part) => part.startsWith(':'));
  return url
    .split('/')
    .map((part, index) => (index === at ? id : part))
    .join('/');
}

/** The valid request with one thing changed. */
export function applyChange(endpoint: Endpoint, sample: SampleRequest, change: Change): Shot {
  const isFile = Buffer.isBuffer(sample.payload);
  const valid: Json = sample.payload && !isFile ? { ...(sample.payload as Json) } : {};
  const json = (value: unknown): Pick<Shot, 'headers' | 'payload'> => ({
    headers: { ...sample.headers, 'content-type': 'application/json' },
    payload: JSON.stringify(value),
  });
  const body = isFile
    ? { headers: sample.headers, payload: sample.payload as Buffer }
    : sample.payload
      ? json(valid)
      : { headers: sample.headers };
  const shot: Shot = { method: sample.method, url: sample.url, ...body };
  switch (change.kind) {
    case 'value': {
      const name = at(propertiesOf(endpoint.body), change.field);
      return name === undefined ? shot : { ...shot, ...json({ ...valid, [name]: change.value }) };
    }
    case 'missing': {
      const name = at(Object.keys(valid), change.field);
      const { [name ?? '']: _left, ...rest } = valid;
      return { ...shot, ...json(rest) };
    }
    case 'foreign':
      return { ...shot, ...json({ ...valid, [change.name]: change.name in valid ? valid[change.name] : change.value }) };
    case 'body':
      return { ...shot, ...json(null), payload: change.text };
    case 'type': {
      const { 'content-type': _type, ...headers } = shot.headers;
      return { ...shot, headers: change.type === null ? headers : { ...headers, 'content-type': change.type } };
    }
    case 'multipart': {
      const { headers, payload } = brokenMultipart(change.form);
      return { ...shot, headers: { ...shot.headers, ...headers }, payload };
    }
    case 'id':
      return { ...shot, url: withId(endpoint, shot.url, change.id) };
    case 'parameter': {
      const name = change.name ?? at(propertiesOf(endpoint.query), change.field);
      return name === undefined ? shot : { ...shot, url: withParameter(shot.url, name, change.values) };
    }
    case 'query':
      return { ...shot, url: `${shot.url}${change.text}` };
    case 'header':
      return { ...shot, headers: { ...shot.headers, [change.name]: change.value } };
    case 'bearer':
      return { ...shot, headers: { ...shot.headers, authorization: change.value } };
  }
}
