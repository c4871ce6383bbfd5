import type * as v from 'valibot';
import { type adminEndpoints, USERS_PER_PAGE } from '#contract/admin.ts';
import { countText } from '#contract/sentences/words.ts';
import { SCALE } from '#domain/decimal.ts';
import { formatDecimal } from '#domain/format.ts';
import type { AdminClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { createSessionClient } from '#web/api/session-client.ts';

/** A call that shows whether one part of the system works. */
export interface Check {
  readonly name: string;
  /** The path of the call under `/api/`. */
  readonly path: string;
  /** Tells whether the system counts as degraded when the check fails. */
  readonly essential: boolean;
  /** @returns a sentence about the answer */
  readonly run: () => Promise<string>;
}

export interface CheckResult {
  readonly ok: boolean;
  readonly text: string;
}

export async function runCheck({ run }: Check): Promise<CheckResult> {
  try {
    return { ok: true, text: await run() };
  } catch (error) {
    return { ok: false, text: error instanceof ApiProblem ? error.detail : 'sem resposta' };
  }
}

const session = createSessionClient({ fetch: (...args) => fetch(...args) });

export type System = v.InferOutput<typeof adminEndpoints.systemState.reply>;

/** The four services of /status. @param system gives the answer of a call that has been made already */
export const services = (
  api: AdminClient,
  system: () => Promise<System> = () => api.call('systemState', {}),
): readonly Check[] => [
  {
    name: 'Sessões',
    path: 'users/me',
    essential: true,
    run: async () => `Você é ${(await session.call('currentUser', {})).email ?? 'desconhecido'}.`,
  },
  {
    name: 'Administração',
    path: 'admin/users',
    essential: true,
    run: async () => {
      const { length } = await api.call('listUsers', {});
      return `${countText(length, 'pessoa', 'pessoas')}${length === USERS_PER_PAGE ? ' ou mais' : ''} na lista.`;
    },
  },
  {
    name: 'Pagamentos',
    path: 'payment/test',
    essential: false,
    run: async () => {
      const { provider, milliseconds } = await api.call('paymentTest', {});
      return `${provider === 'sandbox' ? 'Modo de teste' : provider} respondeu em ${milliseconds} ms.`;
    },
  },
  {
    name: 'Eventos e leitura',
    path: 'admin/system',
    essential: false,
    run: async () => {
      const { log, read_model: read } = await system();
      if (!log.reachable) throw new Error('the log cannot be reached');
      const { length } = read.parked;
      const parked = length === 0 ? '' : ` ${countText(length, 'negócio parado', 'negócios parados')}.`;
      return `Leitura: ${lagWords(read.behind_events, read.behind_seconds)}.${parked}`;
    },
  },
];

/** The five diagnostics of /test, in their order. */
export const diagnostics = (api: AdminClient): readonly Check[] => [
  { ...(services(api)[0] as Check), name: 'Usuário atual' },
  {
    name: 'Permissão de administrador',
    path: 'admin/check',
    essential: true,
    run: async () => {
      const { password_verified: isVerified } = await api.call('checkAdmin', {});
      return isVerified ? 'E-mail na lista e senha em dia.' : 'E-mail na lista, senha vencida.';
    },
  },
  { ...(services(api)[2] as Check), name: 'Provedor de pagamento' },
  {
    name: 'Criação de cobrança',
    path: 'payment/create-test',
    essential: false,
    run: async () => (await api.call('paymentCreateTest', {})).message,
  },
  {
    name: 'Endereço do servidor',
    path: 'worker/ip',
    essential: false,
    run: async () => {
      const { addresses, node, version } = await api.call('workerIp', {});
      return `${addresses.join(', ') || 'só local'} · Prumo ${version} · Node ${node}`;
    },
  },
];

/**
 * The lag behind the log in words: 'em dia', '3 eventos atrás, 0,4 s', 'atraso desconhecido'.
 * @param events null where the log does not count its events
 */
export function lagWords(events: number | null, seconds?: number | null): string {
  if (events === 0) return 'em dia';
  const time = typeof seconds === 'number' ? `${formatDecimal(Math.round(seconds * SCALE), 1)} s` : undefined;
  if (events === null) return time === undefined ? 'atraso desconhecido' : `${time} atrás`;
  return [`${countText(events, 'evento', 'eventos')} atrás`, time].filter((words) => words !== undefined).join(', ');
}
