import { type Access, type Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { ProblemReply } from '#contract/problem.ts';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';

type JsonObject = Record<string, unknown>;

const ACCESS: Readonly<Record<Access, string>> = {
  anyone: 'Qualquer pessoa.',
  signedIn: 'Quem entrou.',
  owner: 'Quem entrou e tem acesso; só o próprio negócio.',
  listedAdmin: 'Quem entrou com um e-mail de administrador, mesmo sem a senha.',
  admin: 'Administradores, com a senha.',
  provider: 'Só o provedor de pagamento, pelo token dos seus avisos.',
};

/** OpenAPI 3.1 of the whole contract. */
export function openApiDocument(publicOrigin: string): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const [name, endpoint] of Object.entries(contract) as [string, Endpoint][]) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Prumo', version: '1', description: 'Valores em reais, unidades e por cento, como números JSON.' },
    servers: [{ url: publicOrigin }],
    paths,
    components: { schemas: { Problem: schemaOf(ProblemReply) } },
  };
}

function operation(name: string, endpoint: Endpoint): JsonObject {
  const { summary, tag, access, status = 200, body, reply, media } = endpoint;
  const success: JsonObject = {
    description: 'Feito.',
    ...(reply ? { content: json(schemaOf(reply)) } : {}),
    ...(media ? { content: { [media]: { schema: { type: 'string' } } } } : {}),
  };
  return {
    operationId: name,
    summary,
    description: ACCESS[access],
    tags: [tag],
    parameters: parametersOf(endpoint),
    ...(body ? { requestBody: { required: true, content: json(schemaOf(body)) } } : {}),
    responses: {
      [status]: success,
      default: { description: 'Recusado.', content: { 'application/problem+json': { schema: PROBLEM } } },
    },
  };
}

const PROBLEM = { $ref: '#/components/schemas/Problem' };
const TEXT = { type: 'string' };

function parametersOf({ path, query, changes, versioned, access, method }: Endpoint): readonly JsonObject[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => parameter('path', name ?? '', 'Identificador.'));
  const inQuery = Object.keys((query && (schemaOf(query)['properties'] as JsonObject)) ?? {});
  return [
    ...inPath,
    ...inQuery.map((name) => parameter('query', name, '')),
    ...(changes === 'data'
      ? [parameter('header', 'Idempotency-Key', 'UUID; o mesmo pedido, repetido, é feito uma vez.')]
      : []),
    ...(versioned ? [parameter('header', 'If-Match', 'Versão que você tem à vista; 409 se já houver outra.')] : []),
    ...(access === 'owner' && method === 'GET'
      ? [parameter('header', 'X-Read-After', 'X-Position de uma escrita sua: a leitura espera por ela.')]
      : []),
  ];
}

const parameter = (place: 'path' | 'query' | 'header', name: string, description: string): JsonObject => ({
  in: place,
  name,
  required: place === 'path',
  description,
  schema: TEXT,
});

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });

/** The shape that is sent; checks that JSON Schema cannot say (amounts as text) are left to the server. */
const schemaOf = (schema: GenericSchema): JsonObject => {
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' });
  return { ...rest };
};
