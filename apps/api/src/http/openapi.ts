import type { Endpoint, Schema } from '@incisive/contract/endpoint';
import { problemSchema } from '@incisive/contract/problem';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { productVersion } from '../product-version.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: Schema, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return rest;
};

function parameters(endpoint: Endpoint): Json[] {
  const list = (schema: Schema | undefined, location: 'path' | 'query'): Json[] => {
    if (!schema) return [];
    const json = schemaOf(schema, 'input');
    const required = new Set((json['required'] as string[] | undefined) ?? []);
    return Object.entries((json['properties'] as Record<string, Json> | undefined) ?? {}).map(([name, property]) => ({
      name,
      in: location,
      required: location === 'path' || required.has(name),
      schema: property,
    }));
  };
  return [...list(endpoint.params, 'path'), ...list(endpoint.query, 'query')];
}

function requestBody(endpoint: Endpoint): Json | undefined {
  if (endpoint.upload) {
    return {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file'],
            properties: { tenant: { type: 'string' }, file: { type: 'string', format: 'binary' } },
          },
        },
      },
    };
  }
  if (!endpoint.body) return undefined;
  const schema = schemaOf(endpoint.body, 'input');
  return {
    content: {
      'application/json': { schema },
      ...Object.fromEntries((endpoint.raw ?? []).map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
      ...(endpoint.forms ? { 'application/x-www-form-urlencoded': { schema }, 'multipart/form-data': { schema } } : {}),
    },
  };
}

function operation(group: string, name: string, endpoint: Endpoint): Json {
  const body = requestBody(endpoint);
  const answer: Json = endpoint.file
    ? { description: 'A file', content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
    : {
        description: 'Success',
        ...(endpoint.response ? { content: { 'application/json': { schema: schemaOf(endpoint.response, 'output') } } } : {}),
      };
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: endpoint.summary,
    description: `Permission: ${endpoint.permission}`,
    parameters: parameters(endpoint),
    ...(body ? { requestBody: body } : {}),
    responses: {
      [String(endpoint.status ?? 200)]: answer,
      default: {
        description: 'A problem (RFC 9457)',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
    ...(endpoint.permission === 'public' ? { security: [] } : {}),
  };
}

/** OpenAPI 3.1 of the contract; nothing is written by hand. */
export function openApiDocument(api: Record<string, Record<string, Endpoint>>, url: string): Json {
  const paths: Record<string, Json> = {};
  for (const [group, endpoints] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(group, name, endpoint) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Incisive', version: productVersion, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: schemaOf(problemSchema, 'output') },
    },
  };
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A plain page over the document: readable without script, and nothing is fetched from elsewhere. */
function docsPage(api: Record<string, Record<string, Endpoint>>): string {
  const sections = Object.entries(api).map(([group, endpoints]) => {
    const rows = Object.values(endpoints).map(
      (endpoint) =>
        `<tr><td><code>${endpoint.method}</code></td><td><code>${escape(endpoint.path)}</code></td><td>${escape(endpoint.summary)}</td><td>${endpoint.permission}</td></tr>`,
    );
    return `<h2 id="${group}">${group}</h2><table><thead><tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">What it does</th><th scope="col">Permission</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Incisive API</title>
<style>body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}table{border-collapse:collapse;width:100%}td,th{text-align:left;border-bottom:1px solid #ccc;padding:.3rem .6rem;vertical-align:top}</style></head>
<body><h1>Incisive API</h1><p>The whole contract, with schemas, is the OpenAPI 3.1 document at <a href="/api/openapi.json">/api/openapi.json</a>.</p>${sections.join('')}</body></html>`;
}

export function addApiDocs(app: FastifyInstance, api: Record<string, Record<string, Endpoint>>, url: string): void {
  const document = JSON.stringify(openApiDocument(api, url));
  const page = docsPage(api);
  app.get('/api/openapi.json', { config: { open: 'docs' } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
  app.get('/api/docs', { config: { open: 'docs' } }, (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
}
