import type { Account } from '#domain/account/account.ts';
import type { Payment } from '#domain/payment/payment.ts';
import type { Intent, Intents } from '#src/payments/intent.ts';
import type { Pool } from 'pg';
import type { Anchor } from '#projections/audit/anchors.ts';
import { type AuditDetail, auditDetail } from './audit-detail.ts';
import { type AuditState, auditState } from './audit-state.ts';
import { type AuditPage, type AuditSearch, searchAudit } from './audit-search.ts';
import { type LivingSession, livingSessions } from './living-sessions.ts';
import { user, type UserCounts, userCounts, type UserFilter, type UserRow, users } from './users.ts';

export interface PersonPayment {
  readonly id: string;
  readonly status: 'confirmed' | 'refunded' | 'charged_back' | 'too_little' | 'waiting';
  readonly cents: number;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly canRefund: boolean;
}

export interface Person {
  readonly user: UserRow;
  readonly payments: readonly PersonPayment[];
  readonly grants: readonly { readonly id: string; readonly revoked: boolean }[];
  readonly sessions: readonly LivingSession[];
}

/** What the administration reads. */
export interface AdminQueries {
  users(
    filter: UserFilter,
    page: { readonly before?: string | undefined; readonly limit: number },
  ): Promise<{ readonly rows: readonly UserRow[]; readonly hasMore: boolean }>;
  user(userId: string): Promise<UserRow | undefined>;
  userCounts(): Promise<UserCounts>;
  person(userId: string): Promise<Person | undefined>;
  audit(
    search: AuditSearch,
    page: { readonly before?: bigint | undefined; readonly after?: bigint | undefined; readonly limit: number },
  ): Promise<AuditPage>;
  /** Undefined for a number that has no entry. */
  auditDetail(number: bigint): Promise<AuditDetail | undefined>;
  auditState(): Promise<AuditState>;
}

interface Ports {
  readonly pool: Pool;
  readonly intents: Pick<Intents, 'find' | 'ofUser'>;
  readonly account: (userId: string) => Promise<Account>;
  readonly payment: (paymentId: string) => Promise<Payment>;
  readonly canRefund: boolean;
  readonly lastAnchor: () => Promise<Anchor | undefined>;
  readonly clock: () => Date;
}

export function createAdminQueries(ports: Ports): AdminQueries {
  const { pool, intents, account, payment, canRefund, lastAnchor, clock } = ports;

  async function paymentOf(intent: Intent): Promise<PersonPayment> {
    const { confirmed, takenBack, tooLittle } = await payment(intent.paymentId);
    const waiting = tooLittle ? 'too_little' : 'waiting';
    return {
      id: intent.paymentId,
      status: confirmed ? 'confirmed' : (takenBack ?? waiting),
      cents: intent.cents,
      createdAt: intent.createdAt,
      paidAt: intent.paidAt,
      canRefund: canRefund && confirmed,
    };
  }

  /** Begun in their session, or theirs since. */
  async function paymentsOf(userId: string, { paymentIds }: Account): Promise<readonly PersonPayment[]> {
    const begun = await intents.ofUser(userId);
    const missing = [...paymentIds].filter((id) => !begun.some(({ paymentId }) => paymentId === id));
    const held = (await Promise.all(missing.map((id) => intents.find(id)))).filter((intent) => intent !== undefined);
    return Promise.all([...begun, ...held].map(paymentOf));
  }

  return {
    async users(filter, { before, limit }) {
      const rows = await users(pool, filter, { before, limit: limit + 1 });
      return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
    },
    user: (userId) => user(pool, userId),
    userCounts: () => userCounts(pool),
    async person(userId) {
      const [row, held, sessions] = await Promise.all([
        user(pool, userId),
        account(userId),
        livingSessions(pool, userId, clock()),
      ]);
      if (!row) return undefined;
      const given = [...held.sources.values()].filter(({ kind }) => kind === 'grant').map(({ id }) => id);
      const taken = [...held.revoked].filter((id) => !held.paymentIds.has(id));
      return {
        user: row,
        payments: await paymentsOf(userId, held),
        grants: [...given.map((id) => ({ id, revoked: false })), ...taken.map((id) => ({ id, revoked: true }))],
        sessions,
      };
    },
    audit: (search, page) => searchAudit(pool, search, page),
    auditDetail: (number) => auditDetail(pool, number),
    auditState: () => auditState(pool, lastAnchor),
  };
}
