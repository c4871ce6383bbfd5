import type { Access, Endpoint } from '#contract/endpoint.ts';
import type { GenericSchema } from 'valibot';
import { MAX_BODY_KILOBYTES } from '../request-body.ts';
import { type JsonObject, jsonContent, propertiesOf, ref, schemaOf } from './json-schema.ts';
import { REFUSALS, refusalsOf } from './refusals.ts';

const ACCESS: Readonly<Record<Access, string>> = {
  anyone: 'Qualquer pessoa.',
  signedIn: 'Quem entrou.',
  owner: 'Quem entrou e tem acesso; só o próprio negócio.',
  listedAdmin: 'Quem entrou com um e-mail de administrador, mesmo sem a senha.',
  admin: 'Administradores, com a senha dada nesta sessão.',
  paymentProvider: 'Só o provedor de pagamento, pelo token dos seus avisos.',
};

/** One call of the contract. `name` is the name of its handler. */
export function operation(name: string, endpoint: Endpoint): JsonObject {
  const { summary, tag, access, status = 200, body } = endpoint;
  return {
    operationId: name,
    summary,
    description: ACCESS[access],
    tags: [tag],
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint),
    ...(body ? { requestBody: requestBody(body, endpoint.bodyKilobytes) } : {}),
    responses: {
      [status]: successResponse(endpoint),
      ...Object.fromEntries(refusalsOf(endpoint).map((refusal) => [refusal, ref('responses', REFUSALS[refusal].name)])),
    },
  };
}

const requestBody = (body: GenericSchema, kilobytes = MAX_BODY_KILOBYTES): JsonObject => ({
  required: true,
  description: `Até ${kilobytes} kB.`,
  content: jsonContent(schemaOf(body)),
});

/** Alternative security requirements, including the empty one where anonymous callers are answered too. */
function securityOf({ access, tag }: Endpoint): readonly JsonObject[] {
  if (access === 'paymentProvider') return [{ webhook: [] }];
  if (access !== 'anyone') return [{ session: [] }];
  return [{}, { session: [] }, ...(tag === 'Pagamento' ? [{ buyer: [] }] : [])];
}

function parametersOf(endpoint: Endpoint): readonly JsonObject[] {
  const { params, query, changes, versioned } = endpoint;
  const parametersIn = (place: 'path' | 'query', schema: Endpoint['query']): readonly JsonObject[] =>
    propertiesOf(schema).map(([name, { description, ...rest }, required]) => ({
      in: place,
      name,
      required: required || place === 'path',
      ...(description === undefined ? {} : { description }),
      schema: rest,
    }));
  const headers = [
    ...(changes ? ['Origin'] : []),
    ...(changes === 'data' ? ['Idempotency-Key'] : []),
    ...(versioned ? ['If-Match'] : []),
    ...(isOwnersRead(endpoint) ? ['X-Read-After'] : []),
  ];
  return [
    ...parametersIn('path', params),
    ...parametersIn('query', query),
    ...headers.map((name) => ref('parameters', name)),
  ];
}

const isOwnersRead = ({ access, method }: Endpoint): boolean => access === 'owner' && method === 'GET';

function successResponse(endpoint: Endpoint): JsonObject {
  const { reply, media, changes, tag } = endpoint;
  const headers = [
    'X-Request-Id',
    ...(changes === 'data' || isOwnersRead(endpoint) || (changes && tag === 'Conta') ? ['X-Position'] : []),
    ...(changes === 'data' ? ['X-Change'] : []),
    ...(isOwnersRead(endpoint) ? ['X-Stale'] : []),
  ];
  return {
    description: 'Feito.',
    headers: Object.fromEntries(headers.map((name) => [name, ref('headers', name)])),
    ...(reply ? { content: jsonContent(schemaOf(reply)) } : {}),
    ...(media ? { content: { [media]: { schema: { type: 'string' } } } } : {}),
  };
}
