import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { openApiDocument } from '#http/open-api/document.ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

const ORIGIN = 'https://prumo.app.br';

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

interface Operation {
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly { readonly $ref?: string; readonly name?: string; readonly schema?: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly headers?: Readonly<Record<string, unknown>> }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, { readonly name: string }>>;
    readonly parameters: Readonly<Record<string, { readonly schema: Schema; readonly required: boolean }>>;
    readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, unknown>> }>>;
  };
}

const document = openApiDocument(ORIGIN) as unknown as Document;
const endpoints = Object.entries(contract) as [string, Endpoint][];
const operationOf = ({ path, method }: Endpoint): Operation => {
  const found = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  if (!found) throw new Error(`${method} ${path} is not described`);
  return found;
};
const namedIn = (operation: Operation): readonly (string | undefined)[] =>
  operation.parameters.map(({ name, $ref }) => name ?? $ref?.split('/').at(-1));

async function lint(openApi: object): Promise<readonly string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(openApi), config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
}

describe('linter of the OpenAPI document', () => {
  test('finds no problem by its recommended rules', async () => {
    expect(await lint(openApiDocument(ORIGIN))).toEqual([]);
  });

  test('finds missing, ambiguous and dangling parts (self-test)', async () => {
    const { paths, info, ...rest } = openApiDocument(ORIGIN) as { paths: Record<string, object>; info: object };
    const { license: _, ...unlicensed } = info as { license: object };
    expect((await lint({ ...rest, paths, info: unlicensed })).join()).toContain('info-license');
    const broken = { get: { operationId: 'listDishes', responses: { 200: { $ref: '#/components/responses/Gone' } } } };
    const found = (await lint({ ...rest, info, paths: { ...paths, '/api/{other}': broken } })).join();
    for (const rule of ['no-unresolved-refs', 'operation-operationId-unique', 'security-defined'])
      expect(found).toContain(rule);
  });
});

describe('OpenAPI document', () => {
  test.each(endpoints)('states for %s who may call it, and how they authenticate', (_name, endpoint) => {
    const ways = operationOf(endpoint).security.map((way) => Object.keys(way).join());
    const wanted = { paymentProvider: ['webhook'], anyone: ['', 'session'] } as const;
    const { access, tag } = endpoint;
    const first = access === 'paymentProvider' || access === 'anyone' ? wanted[access] : ['session'];
    expect(ways).toEqual(access === 'anyone' && tag === 'Pagamento' ? [...first, 'buyer'] : first);
  });

  test.each(endpoints)('states for %s the headers of request and answer', (_name, endpoint) => {
    const operation = operationOf(endpoint);
    const isData = endpoint.changes === 'data';
    const takes = namedIn(operation);
    expect(takes.includes('Origin')).toBe(endpoint.changes !== undefined);
    expect(takes.includes('Idempotency-Key')).toBe(isData);
    expect(takes.includes('If-Match')).toBe(endpoint.versioned === true);
    expect(takes.includes('X-Read-After')).toBe(endpoint.access === 'owner' && endpoint.method === 'GET');
    const gives = Object.keys(operation.responses[endpoint.status ?? 200]?.headers ?? {});
    expect(gives.includes('X-Position') || !isData).toBe(true);
    expect(gives.includes('X-Change')).toBe(isData);
  });

  test.each(endpoints)('states for %s every parameter and every refusal', (_name, endpoint) => {
    const operation = operationOf(endpoint);
    const entries = (schema: Endpoint['query']): string[] =>
      Object.keys((schema as { entries?: object } | undefined)?.entries ?? {});
    expect(namedIn(operation)).toEqual(
      expect.arrayContaining([...entries(endpoint.params), ...entries(endpoint.query)]),
    );
    expect(entries(endpoint.params)).toEqual(Array.from(endpoint.path.matchAll(/:(\w+)/g), ([, name]) => name));
    const refused = Object.keys(operation.responses).filter((status) => status !== String(endpoint.status ?? 200));
    expect(refused).toEqual(expect.arrayContaining(['503', 'default']));
    for (const status of refused) expect(operation.responses[status]?.$ref).toMatch(/^#\/components\/responses\/\w+$/);
  });
});

test('every refusal is described as problem+json and as plain text', () => {
  for (const { content } of Object.values(document.components.responses))
    expect(Object.keys(content)).toEqual(['application/problem+json', 'text/plain']);
});

test('the described cookies have their real names', () => {
  const named = (origin: string): string[] =>
    Object.values((openApiDocument(origin) as unknown as Document).components.securitySchemes).map(({ name }) => name);
  expect(named(ORIGIN)).toEqual(['__Host-session', '__Host-buyer', 'asaas-access-token']);
  expect(named('http://localhost:3000')).toEqual(['session', 'buyer', 'asaas-access-token']);
});

/** Returns every text field of a schema with its path. */
function textsIn(place: string, schema: Schema): readonly [string, Schema][] {
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema;
  return [
    ...(schema.type === 'string' ? [[place, schema] as [string, Schema]] : []),
    ...Object.entries(properties).flatMap(([name, each]) => textsIn(`${place}.${name}`, each)),
    ...(items ? textsIn(`${place}[]`, items) : []),
    ...[...anyOf, ...oneOf].flatMap((each) => textsIn(place, each)),
  ];
}

describe('text field of a request', () => {
  const sent = endpoints.flatMap(([name, endpoint]) => {
    const { parameters, requestBody } = operationOf(endpoint);
    const body = requestBody?.content['application/json']?.schema;
    return [
      ...parameters.flatMap((each) => (each.schema ? textsIn(`${name} ${each.name}`, each.schema) : [])),
      ...(body ? textsIn(`${name} body`, body) : []),
    ];
  });

  test('has a maximum length or a list of values', () => {
    expect(sent.length).toBeGreaterThan(100);
    const bounded = ({ maxLength, enum: few, const: one, format, pattern }: Schema): boolean =>
      maxLength !== undefined ||
      few !== undefined ||
      one !== undefined ||
      format === 'uuid' ||
      /\{/.test(pattern ?? '');
    expect(sent.filter(([, schema]) => !bounded(schema)).map(([place]) => place)).toEqual([]);
    for (const [name, { schema }] of Object.entries(document.components.parameters))
      expect([name, bounded(schema)]).toEqual([name, true]);
  });

  test('accepts exactly the described length', () => {
    const leaves = endpoints.flatMap(([name, { body }]) =>
      Object.entries((body as { entries?: Record<string, v.GenericSchema> } | undefined)?.entries ?? {}).map(
        ([field, schema]) => [`${name} body.${field}`, schema] as const,
      ),
    );
    const limits = leaves.flatMap(([place, schema]) => {
      const { maxLength } = sent.find(([at, text]) => at === place && text.maxLength !== undefined)?.[1] ?? {};
      return maxLength !== undefined && v.is(schema, 'x') ? [[place, schema, maxLength] as const] : [];
    });
    expect(limits.length).toBeGreaterThan(10);
    const kept = limits.map(([place, schema, max]) => [
      place,
      v.is(schema, 'x'.repeat(max)),
      v.is(schema, 'x'.repeat(max + 1)),
    ]);
    expect(kept).toEqual(limits.map(([place]) => [place, true, false]));
  });
});
