import { ProblemReply } from '#contract/problem.ts';
import { buyerCookie, sessionCookie } from '#identity/cookies.ts';
import { POSITION } from '../preconditions.ts';
import { type JsonObject, ref, schemaOf } from './json-schema.ts';
import { REFUSAL_COMPONENTS } from './refusals.ts';

const UUID = { type: 'string', format: 'uuid', maxLength: 36 };
const POSITION_SCHEMA = { type: 'string', maxLength: 85, pattern: POSITION.source };

const HEADERS = {
  'X-Request-Id': {
    description: 'Nome deste pedido nos registros do servidor, para quando se pergunta por ele.',
    schema: UUID,
  },
  'X-Position': {
    description:
      'Até onde o negócio já foi. De uma escrita: mande em X-Read-After nas próximas leituras, para ver o que ela fez.',
    schema: POSITION_SCHEMA,
  },
  'X-Change': { description: 'A mudança que foi feita; com este id ela pode ser desfeita.', schema: UUID },
  'X-Stale': {
    description: 'A leitura ainda não tem tudo o que X-Read-After pediu, ou o negócio está parado.',
    schema: { type: 'string', const: 'true' },
  },
  'Retry-After': {
    description: 'Segundos até valer a pena tentar de novo.',
    schema: { type: 'integer', minimum: 1 },
  },
} as const satisfies Record<string, JsonObject>;

const parameter = (name: string, description: string, schema: JsonObject, required = false): JsonObject => ({
  in: 'header',
  name,
  required,
  description,
  schema,
});

/** The components that operations refer to. */
export const componentsOf = (publicOrigin: string): JsonObject => ({
  securitySchemes: securitySchemes(publicOrigin),
  parameters: {
    'Idempotency-Key': parameter(
      'Idempotency-Key',
      'O mesmo pedido com a mesma chave é feito uma vez só, e respondido como da primeira; com outro corpo, 422.',
      UUID,
    ),
    'If-Match': parameter(
      'If-Match',
      'A versão que você tem à vista, como 3 ou "3"; 409 com os dois valores se já houver outra.',
      { type: 'string', maxLength: 16, pattern: '^(?:(?:W/)?"?\\d{1,9}"?|\\*)$' },
    ),
    'X-Read-After': parameter(
      'X-Read-After',
      'X-Position de uma escrita sua: a leitura espera por ela, até dois segundos.',
      POSITION_SCHEMA,
    ),
    Origin: parameter(
      'Origin',
      'De onde o pedido vem: só daqui ele é aceito, senão 403. Navegadores dizem isso sozinhos (Sec-Fetch-Site); programas precisam mandar.',
      { type: 'string', const: publicOrigin },
      true,
    ),
  },
  headers: HEADERS,
  responses: Object.fromEntries(
    REFUSAL_COMPONENTS.map(({ name, description, hasRetryAfter }) => [name, refusal(description, hasRetryAfter)]),
  ),
  schemas: { Problem: schemaOf(ProblemReply) },
});

const refusal = (description: string, isForNow = false): JsonObject => ({
  description,
  headers: {
    'X-Request-Id': ref('headers', 'X-Request-Id'),
    ...(isForNow ? { 'Retry-After': ref('headers', 'Retry-After') } : {}),
  },
  content: {
    'application/problem+json': { schema: ref('schemas', 'Problem') },
    'text/plain': { schema: { type: 'string', description: 'A frase de `detail`, sozinha.' } },
  },
});

const securitySchemes = (publicOrigin: string): JsonObject => ({
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie(publicOrigin).name,
    description: 'Sessão de quem entrou, ou de quem pagou neste navegador; a resposta de /api/sessions a escreve.',
  },
  buyer: {
    type: 'apiKey',
    in: 'cookie',
    name: buyerCookie(publicOrigin).name,
    description: 'Abre o pagamento que este navegador começou, por um dia; a resposta de create-direct a escreve.',
  },
  webhook: {
    type: 'apiKey',
    in: 'header',
    name: 'asaas-access-token',
    description: 'O token que o provedor de pagamento manda com os seus avisos.',
  },
});
