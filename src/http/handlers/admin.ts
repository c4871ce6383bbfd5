import type { Grants } from '#app/admin/grants.ts';
import type { Refunds } from '#payments/use-cases/refunds.ts';
import type { OpenPaymentsRun, OpenPaymentResult } from '#payments/use-cases/open-payments-run.ts';
import { type PositionWaiter, READ_YOUR_WRITES_TIMEOUT_MS } from '#read-model/position-waiter.ts';
import { formatCount } from '#domain/format.ts';
import { countText } from '#contract/sentences/words.ts';
import type { EventLog } from '#eventstore/port.ts';
import type { AdminQueries } from '#queries/admin-queries.ts';
import type { Handlers } from '../mount.ts';
import { Problem, problems } from '../problem.ts';
import { adminContext } from '../administrators.ts';
import { type AdminEntryPorts, adminEntryHandlers } from './admin-entry.ts';
import { peopleHandlers, type PeoplePorts } from './people.ts';

interface ActionPorts {
  readonly grants: Grants;
  readonly refunds: Refunds;
  readonly openPaymentsRun: OpenPaymentsRun;
  /** The last position in the event log. */
  readonly readHead: EventLog['head'];
  readonly waiter: Pick<PositionWaiter, 'waitFor'>;
}

export interface AdminHandlerPorts extends ActionPorts, AdminEntryPorts, PeoplePorts {
  readonly adminQueries: AdminQueries;
  readonly sessions: AdminEntryPorts['sessions'] & PeoplePorts['sessions'];
}

type ActionHandlers = Pick<
  Handlers,
  'verifyAllPayments' | 'verificationProgress' | 'grantAccess' | 'withdrawGrant' | 'revokeAccess' | 'refundPayment'
>;

/** Handlers of the administration: signing in to it, the list of people, and acts on them. */
export const adminHandlers = (ports: AdminHandlerPorts) => ({
  ...adminEntryHandlers(ports),
  ...peopleHandlers(ports),
  ...actionHandlers(ports),
});

function actionHandlers(ports: ActionPorts & Pick<PeoplePorts, 'adminQueries'>): ActionHandlers {
  const { adminQueries, grants, refunds, openPaymentsRun, readHead, waiter } = ports;

  /** Waits for the read model, so that the list an administrator sees next shows the change. */
  async function waitUntilVisible(): Promise<void> {
    const position = await readHead();
    if (position !== null) await waiter.waitFor(position, READ_YOUR_WRITES_TIMEOUT_MS);
  }

  return {
    async verifyAllPayments({ visitor, requestId }) {
      const results = await openPaymentsRun.run(adminContext(visitor, requestId));
      if (!results) throw new Problem(409, 'verification_running', 'Já há uma verificação em andamento.');
      await waitUntilVisible();
      const confirmed = results.filter((result) => result.isNewlyConfirmed).length;
      return {
        body: {
          total_checked: results.length,
          granted_count: confirmed,
          message: `${paymentCountText(results.length)}, ${countText(confirmed, 'confirmado', 'confirmados')} agora.`,
          results: results.map(openPaymentBody),
        },
      };
    },

    verificationProgress: async () => ({ body: openPaymentsRun.progress() }),

    async grantAccess({ params: { email }, visitor, requestId }) {
      const outcome = await grants.give(email, null, adminContext(visitor, requestId));
      await waitUntilVisible();
      return { body: { message: GRANT_MESSAGES[outcome](email) } };
    },

    async withdrawGrant({ params: { id }, body, visitor, requestId }) {
      const outcome = await grants.withdraw(id, body.reason, adminContext(visitor, requestId));
      if (outcome === 'unknown') throw problems.notFound();
      if (outcome === 'taken')
        throw new Problem(409, 'grant_taken', 'Alguém acaba de entrar com este e-mail: revogue na página da pessoa.');
      await waitUntilVisible();
      return { body: { message: 'Concessão retirada.' } };
    },

    async revokeAccess({ params: { id }, body, visitor, requestId }) {
      if (!(await adminQueries.user(id))) throw problems.notFound();
      const hadAccess = await grants.revokeAll(id, body.reason, adminContext(visitor, requestId));
      await waitUntilVisible();
      return { body: { message: hadAccess ? 'Acesso revogado.' : 'Esta pessoa já não tinha acesso.' } };
    },

    async refundPayment({ params: { id }, body, visitor, requestId }) {
      const outcome = await refunds.refund(id, body.reason, adminContext(visitor, requestId));
      await waitUntilVisible();
      return { body: { message: refundMessage(outcome) } };
    },
  };
}

/** @throws Problem where nothing was refunded */
function refundMessage(outcome: Awaited<ReturnType<Refunds['refund']>>): string {
  switch (outcome) {
    case 'payment_unknown':
      throw problems.notFound();
    case 'not_paid':
      throw new Problem(409, 'not_paid', 'Este pagamento não está pago: não há o que devolver.');
    case 'not_possible':
      throw new Problem(409, 'no_refunds', 'O provedor de pagamento não faz devoluções por aqui.');
    case 'rejected':
      throw new Problem(409, 'refund_rejected', 'O provedor recusou a devolução; confira o saldo da conta nele.');
    case 'requested':
      return 'Devolução pedida; o acesso sai assim que o provedor a confirmar.';
    case 'refunded':
      return 'Pagamento devolvido e acesso retirado.';
    default:
      return outcome satisfies never;
  }
}

const GRANT_MESSAGES = {
  granted: (email: string) => `Acesso liberado para ${email}.`,
  waiting: (email: string) => `Acesso liberado para ${email}: vale assim que essa pessoa entrar com o Google.`,
  had_access: (email: string) => `${email} já tinha acesso.`,
} as const;

const openPaymentBody = ({
  email,
  paymentId,
  isNewlyConfirmed,
  status,
  hasChargeAtProvider,
  hasFailed,
}: OpenPaymentResult) => ({
  email,
  payment_id: paymentId,
  granted: isNewlyConfirmed,
  status,
  found_payment: hasChargeAtProvider,
  error: hasFailed ? 'O provedor de pagamento não respondeu.' : null,
});

const paymentCountText = (checked: number): string =>
  checked === 1 ? '1 pagamento verificado' : `${formatCount(checked)} pagamentos verificados`;
