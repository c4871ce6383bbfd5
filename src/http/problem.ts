import type { ProblemBody } from '#contract/problem.ts';
import {
  keyReused,
  notFound,
  type RefusedCall,
  invalidInput,
  type PartName,
  toRefusedCall,
} from '#contract/refused-calls.ts';
import type { Context } from 'koa';
import type { BusinessRefusal } from '#domain/business/refusals.ts';

/** A refusal on its way to the caller: a status and one Portuguese sentence that an owner understands. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** The current values, where the caller had an older version. */
  readonly current: unknown;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    status: number,
    code: string,
    sentence: string,
    details: {
      readonly fields?: Readonly<Record<string, string>>;
      readonly current?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(sentence);
    this.status = status;
    this.code = code;
    this.fields = details.fields;
    this.current = details.current;
    this.headers = details.headers ?? {};
  }
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Pedido ilegível',
  401: 'É preciso entrar',
  403: 'Sem permissão',
  404: 'Não encontrado',
  405: 'Método não aceito',
  408: 'Demorou demais',
  409: 'Conflito',
  412: 'Conflito',
  413: 'Grande demais',
  415: 'Formato não aceito',
  422: 'Dados inválidos',
  429: 'Muitas tentativas',
  431: 'Grande demais',
  500: 'Erro inesperado',
  503: 'Serviço indisponível',
};

/**
 * Writes a problem: problem+json to a caller that accepts JSON by name, else the bare sentence, which older screens
 * show.
 */
export function sendProblem(ctx: Context, problem: Problem): void {
  ctx.status = problem.status;
  ctx.set(problem.headers);
  ctx.set('Cache-Control', 'no-store');
  ctx.set('X-Robots-Tag', 'noindex');
  ctx.vary('Accept');
  if (!/\bapplication\/(problem\+)?json\b/i.test(ctx.get('Accept'))) {
    ctx.type = 'text/plain; charset=utf-8';
    ctx.body = problem.message;
    return;
  }
  const body: ProblemBody = {
    type: `urn:prumo:problem:${problem.code}`,
    title: TITLES[problem.status] ?? 'Erro',
    status: problem.status,
    detail: problem.message,
    code: problem.code,
    ...(problem.fields ? { fields: { ...problem.fields } } : {}),
    ...(problem.current === undefined ? {} : { current: problem.current }),
  };
  ctx.body = JSON.stringify(body);
  ctx.type = 'application/problem+json; charset=utf-8';
}

/** Makes a problem of a refusal that every implementation of the contract has. */
export const problemFromRefusal = (refused: RefusedCall): Problem =>
  new Problem(refused.status, refused.code, refused.detail, refused);

/** A duration rounded up: '1 segundo', '60 segundos', '2 minutos', '60 minutos', '2 horas'. */
function formatDuration(seconds: number): string {
  if (seconds <= 60) return seconds === 1 ? '1 segundo' : `${seconds} segundos`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 60) return `${minutes} minutos`;
  const hours = Math.ceil(minutes / 60);
  return `${hours} horas`;
}

export const problems = {
  unreadable: (sentence = 'Não foi possível ler o pedido.') => new Problem(400, 'unreadable', sentence),
  notSignedIn: () => new Problem(401, 'not_signed_in', 'Entre com sua conta para continuar.'),
  notFromProvider: () => new Problem(401, 'not_from_provider', 'Este aviso não veio do provedor de pagamento.'),
  noAccess: () => new Problem(403, 'no_access', 'Sua conta ainda não tem acesso ao painel.'),
  notAdmin: () => new Problem(403, 'not_admin', 'Este email não tem permissão de administrador'),
  noAdminPassword: () => new Problem(403, 'admin_password_needed', 'Informe a senha da administração para continuar.'),
  otherSite: () => new Problem(403, 'other_site', 'Este pedido veio de outro site e não foi aceito.'),
  notFound: () => problemFromRefusal(notFound),
  methodNotAllowed: (allow: string) =>
    new Problem(405, 'method_not_allowed', 'Este endereço não aceita esse tipo de pedido.', {
      headers: { Allow: allow },
    }),
  tooLarge: () =>
    new Problem(
      413,
      'too_large',
      'O pedido é grande demais. Divida em partes menores, por exemplo metade das linhas de cada vez.',
    ),
  tooMuchAtOnce: () => new Problem(413, 'too_large', 'São mudanças demais de uma vez: faça em duas partes.'),
  notJson: () => new Problem(415, 'not_json', 'Envie os dados em JSON.'),
  invalid: (fields: Readonly<Record<string, string>>) => problemFromRefusal(invalidInput(fields)),
  keyReused: () => problemFromRefusal(keyReused),
  tooMany: (seconds: number) =>
    new Problem(429, 'too_many', `Foram muitos pedidos em pouco tempo. Tente de novo em ${formatDuration(seconds)}.`, {
      headers: { 'Retry-After': String(seconds) },
    }),
  mustWait: (seconds: number) =>
    new Problem(429, 'must_wait', `Muitas tentativas. Espere ${formatDuration(seconds)} e tente de novo.`, {
      headers: { 'Retry-After': String(seconds) },
    }),
  unavailable: () =>
    new Problem(503, 'away', 'O serviço está fora do ar por um instante. Tente de novo em alguns segundos.', {
      headers: { 'Retry-After': '2' },
    }),
  busy: () =>
    new Problem(503, 'busy', 'Ainda estamos calculando o que você pediu antes. Tente de novo em alguns segundos.', {
      headers: { 'Retry-After': '5' },
    }),
  unexpected: () => new Problem(500, 'unexpected', 'Algo deu errado do nosso lado. Tente de novo em instantes.'),
};

/** The problem of a refusal of the domain; `current` has the current values where the caller's version is old. */
export const refusalProblem = (refusal: BusinessRefusal, current?: unknown, nameOfPart?: PartName): Problem =>
  problemFromRefusal(toRefusedCall(refusal, current, nameOfPart));
