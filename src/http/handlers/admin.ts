import type { AdminRecord } from '#app/admin/admin-record.ts';
import type { AdminCall } from '#app/admin/admin-call.ts';
import type { Grants } from '#app/admin/grants.ts';
import type { Refunds } from '#app/admin/refunds.ts';
import type { Verification, Verified } from '#app/admin/verification.ts';
import { OWN_WRITE_MS } from '#app/own-write.ts';
import type { EventLog } from '#eventstore/port.ts';
import type { AdminPassword } from '#identity/admin-password.ts';
import type { Sessions } from '#identity/sessions.ts';
import type { PositionWaiter } from '#projections/runner/position-waiter.ts';
import type { AdminQueries } from '#queries/admin-queries.ts';
import type { UserRow } from '#queries/users.ts';
import type { Visitor } from '#queries/visitor.ts';
import { USERS_PAGE, userCursor } from '#contract/admin.ts';
import { count } from '#domain/format.ts';
import type { Administrators } from '../administrators.ts';
import type { Handlers } from '../mount.ts';
import { Problem, problems } from '../problem.ts';
import type { SessionCookies } from '../session-cookies.ts';

export interface AdminHandlerPorts {
  readonly administrators: Administrators;
  readonly adminPassword: AdminPassword;
  readonly adminEmails: readonly string[];
  readonly adminQueries: AdminQueries;
  readonly record: AdminRecord;
  readonly grants: Grants;
  readonly refunds: Refunds;
  readonly verification: Verification;
  readonly sessions: Pick<Sessions, 'verifyAdmin' | 'endAllOf'>;
  readonly cookies: SessionCookies;
  /** The last place in the event log. */
  readonly head: EventLog['head'];
  readonly waiter: Pick<PositionWaiter, 'waitFor'>;
}

type AdminHandlers = Pick<
  Handlers,
  | 'checkAdminEmail'
  | 'verifyAdminPassword'
  | 'checkAdmin'
  | 'verifyAllPayments'
  | 'verificationProgress'
  | 'grantAccess'
  | 'revokeAccess'
  | 'refundPayment'
  | 'listUsers'
  | 'countUsers'
  | 'person'
  | 'endSessions'
>;

/** The way into the administration, and what is done there. */
export function adminHandlers(ports: AdminHandlerPorts): AdminHandlers {
  const { administrators, adminPassword, adminEmails, adminQueries, record, grants, refunds, verification } = ports;
  const { sessions, cookies, head, waiter } = ports;

  /** Whoever has just done something looks at what came of it: by then the lists show it. */
  async function untilShown(): Promise<void> {
    const position = await head();
    if (position !== null) await waiter.waitFor(position, OWN_WRITE_MS);
  }

  const userBody = ({ userId, createdAt, ...row }: UserRow) => ({
    id: userId,
    email: row.email,
    name: row.name,
    access_granted: row.accessGranted,
    is_admin: row.emailVerified && row.email !== null && adminEmails.includes(row.email.toLowerCase()),
    guest: row.guest,
    payment_id: row.paymentId,
    created_at: createdAt.toISOString(),
  });

  return {
    async checkAdminEmail({ visitor }) {
      // Whoever has no account here learns nothing about any e-mail; whoever has is told about their own.
      if (visitor === null || visitor.kind === 'guest') return { body: { next: 'sign_in' } };
      if (!administrators.isListed(visitor)) throw problems.notAdmin();
      return { body: { next: 'password' } };
    },

    async verifyAdminPassword({ visitor, body, ctx, requestId }) {
      const by = adminCall(visitor, requestId);
      const answer = await adminPassword.try(by.actor.id, body.password);
      if (typeof answer === 'object') throw problems.mustWait(answer.waitSeconds);
      if (answer === 'wrong') {
        await record.note({ type: 'AdminPasswordRefused', data: {} }, by);
        throw new Problem(403, 'wrong_password', 'Senha incorreta. Tente novamente.');
      }
      await record.note({ type: 'AdminPasswordGiven', data: {} }, by);
      const token = await sessions.verifyAdmin(cookies.session.read(ctx) ?? '');
      if (token === undefined) throw problems.notSignedIn();
      cookies.session.write(ctx, token);
      return { body: { verified: true } };
    },

    checkAdmin: async ({ visitor }) => ({
      body: { isAdmin: true, password_verified: visitor !== null && administrators.hasPassword(visitor) },
    }),

    async verifyAllPayments({ visitor, requestId }) {
      const results = await verification.run(adminCall(visitor, requestId));
      if (!results) throw new Problem(409, 'verification_running', 'Já há uma verificação em andamento.');
      await untilShown();
      const granted = results.filter((result) => result.granted).length;
      return {
        body: {
          total_checked: results.length,
          granted_count: granted,
          message: `${paymentsOf(results.length)}, ${count(granted)} com acesso liberado agora.`,
          results: results.map(verifiedBody),
        },
      };
    },

    verificationProgress: async () => ({ body: verification.progress() }),

    async grantAccess({ params: { email }, visitor, requestId }) {
      const outcome = await grants.give(email, null, adminCall(visitor, requestId));
      await untilShown();
      return { body: { message: GRANT_MESSAGES[outcome](email) } };
    },

    async revokeAccess({ params: { id }, body, visitor, requestId }) {
      if (!(await adminQueries.user(id))) throw problems.unknown();
      const had = await grants.revokeAll(id, body.reason, adminCall(visitor, requestId));
      await untilShown();
      return { body: { message: had ? 'Acesso revogado.' : 'Esta pessoa já não tinha acesso.' } };
    },

    async refundPayment({ params: { id }, body, visitor, requestId }) {
      const outcome = await refunds.refund(id, body.reason, adminCall(visitor, requestId));
      await untilShown();
      switch (outcome) {
        case 'unknown':
          throw problems.unknown();
        case 'not_paid':
          throw new Problem(409, 'not_paid', 'Este pagamento não está pago: não há o que devolver.');
        case 'not_possible':
          throw new Problem(409, 'no_refunds', 'O provedor de pagamento não faz devoluções por aqui.');
        case 'rejected':
          throw new Problem(409, 'refund_rejected', 'O provedor recusou a devolução; confira o saldo da conta nele.');
        case 'requested':
          return { body: { message: 'Devolução pedida; o acesso sai assim que o provedor a confirmar.' } };
        case 'refunded':
          return { body: { message: 'Pagamento devolvido e acesso retirado.' } };
        default:
          return outcome satisfies never;
      }
    },

    async listUsers({ query: { search, access, before }, visitor, requestId, ctx }) {
      await noteReading({ what: 'users', userId: null }, adminCall(visitor, requestId));
      const { rows, hasMore } = await adminQueries.users({ search, access }, { before, limit: USERS_PAGE });
      const people = rows.map(userBody);
      const last = people.at(-1);
      if (hasMore && last) ctx.set('X-Next', userCursor(last));
      return { body: people };
    },

    async countUsers() {
      const { total, granted, waitingGrants } = await adminQueries.userCounts();
      return { body: { total, granted, pending: total - granted, waiting_grants: waitingGrants } };
    },

    async person({ params: { id }, visitor, requestId }) {
      const found = await adminQueries.person(id);
      if (!found) throw problems.unknown();
      await noteReading({ what: 'person', userId: id }, adminCall(visitor, requestId));
      return {
        body: {
          user: userBody(found.user),
          payments: found.payments.map(({ id: paymentId, status, cents, createdAt, paidAt, canRefund }) => ({
            id: paymentId,
            status,
            amount: cents / 100,
            created_at: createdAt.toISOString(),
            paid_at: paidAt?.toISOString() ?? null,
            can_refund: canRefund,
          })),
          grants: found.grants.map((grant) => ({ ...grant })),
          sessions: found.sessions.map(({ kind, createdAt, lastSeenAt }) => ({
            kind,
            created_at: createdAt.toISOString(),
            last_seen_at: lastSeenAt.toISOString(),
          })),
        },
      };
    },

    async endSessions({ params: { id }, visitor, requestId }) {
      if (!(await adminQueries.user(id))) throw problems.unknown();
      const ended = await sessions.endAllOf(id);
      const by = adminCall(visitor, requestId);
      await record.note({ type: 'SessionsEnded', data: { userId: id, sessions: ended } }, by);
      return { body: undefined };
    },
  };

  async function noteReading(
    data: { readonly what: 'users' | 'person'; readonly userId: string | null },
    call: AdminCall,
  ): Promise<void> {
    await record.note({ type: 'PersonalDataRead', data }, call);
  }
}

const GRANT_MESSAGES = {
  granted: (email: string) => `Acesso liberado para ${email}.`,
  waiting: (email: string) => `Acesso liberado para ${email}: vale assim que essa pessoa entrar com o Google.`,
  had_access: (email: string) => `${email} já tinha acesso.`,
} as const;

const verifiedBody = ({ email, paymentId, granted, status, foundPayment, failed }: Verified) => ({
  email,
  payment_id: paymentId,
  granted,
  status,
  found_payment: foundPayment,
  error: failed ? 'O provedor de pagamento não respondeu.' : null,
});

const paymentsOf = (checked: number): string =>
  checked === 1 ? '1 pagamento verificado' : `${count(checked)} pagamentos verificados`;

export function adminCall(visitor: Visitor | null, requestId: string): AdminCall {
  if (!visitor) throw problems.notSignedIn();
  return { actor: { kind: 'admin', id: visitor.userId }, requestId };
}
