import type { UserPageStart } from '#contract/admin.ts';
import type { Account } from '#domain/account/account.ts';
import type { RecordedEvent } from '#domain/event.ts';
import type { Payment } from '#domain/payment/payment.ts';
import type { Pool } from 'pg';
import { type AuditDetail, findAuditDetail } from './audit-detail.ts';
import { auditNames } from './audit-names.ts';
import { type AuditState, auditState, type LastAnchor } from './audit-state.ts';
import { type AuditPage, type AuditSearch, searchAudit } from './audit-search.ts';
import { type ActiveSession, activeSessions } from './active-sessions.ts';
import {
  type PersonGrant,
  listPersonGrants,
  type GrantedEmailsPort,
  type ListedGrant,
  waitingGrants,
} from './grants.ts';
import { user, type UserCounts, userCounts, type UserFilter, type UserRow, users } from './users.ts';

export interface PersonPayment {
  readonly id: string;
  readonly status: 'confirmed' | 'refunded' | 'charged_back' | 'too_little' | 'waiting';
  readonly priceCents: number;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly canRefund: boolean;
}

export interface PersonDetail {
  readonly user: UserRow;
  readonly payments: readonly PersonPayment[];
  readonly grants: readonly PersonGrant[];
  readonly sessions: readonly ActiveSession[];
}

/** The reads of the administration. */
export interface AdminQueries {
  users(
    filter: UserFilter,
    page: { readonly before?: UserPageStart | undefined; readonly limit: number },
  ): Promise<{ readonly rows: readonly UserRow[]; readonly hasMore: boolean }>;
  user(userId: string): Promise<UserRow | undefined>;
  userCounts(): Promise<UserCounts>;
  person(userId: string): Promise<PersonDetail | undefined>;
  /** Grants that still wait, newest first. */
  waitingGrants(limit: number): Promise<readonly ListedGrant[]>;
  audit(
    search: AuditSearch,
    page: { readonly before?: bigint | undefined; readonly after?: bigint | undefined; readonly limit: number },
  ): Promise<AuditPage>;
  /** Finds an entry with its details; undefined for an unknown number. */
  findAuditDetail(number: bigint): Promise<AuditDetail | undefined>;
  auditState(): Promise<AuditState>;
}

/** A payment that was begun. */
interface BegunPayment {
  readonly paymentId: string;
  readonly priceCents: number;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
}

interface Ports {
  readonly pool: Pool;
  readonly intents: {
    find(paymentId: string): Promise<BegunPayment | undefined>;
    listByUser(userId: string): Promise<readonly BegunPayment[]>;
  };
  readonly account: (userId: string) => Promise<Account>;
  readonly read: (stream: string) => AsyncIterable<RecordedEvent>;
  readonly emails: GrantedEmailsPort;
  readonly payment: (paymentId: string) => Promise<Payment>;
  readonly canRefund: boolean;
  readonly lastAnchor: () => Promise<LastAnchor | undefined>;
  readonly clock: () => Date;
}

export function createAdminQueries(ports: Ports): AdminQueries {
  const { pool, intents, account, read, emails, payment, canRefund, lastAnchor, clock } = ports;

  async function paymentOf(intent: BegunPayment): Promise<PersonPayment> {
    const { isConfirmed, reversal, isUnderpaid } = await payment(intent.paymentId);
    const waiting = isUnderpaid ? 'too_little' : 'waiting';
    return {
      id: intent.paymentId,
      status: isConfirmed ? 'confirmed' : (reversal ?? waiting),
      priceCents: intent.priceCents,
      createdAt: intent.createdAt,
      paidAt: intent.paidAt,
      canRefund: canRefund && isConfirmed,
    };
  }

  /** Payments begun in the person's sessions, or claimed since. */
  async function paymentsOf(userId: string, { paymentIds }: Account): Promise<readonly PersonPayment[]> {
    const begun = await intents.listByUser(userId);
    const missing = [...paymentIds].filter((id) => !begun.some(({ paymentId }) => paymentId === id));
    const held = (await Promise.all(missing.map((id) => intents.find(id)))).filter((intent) => intent !== undefined);
    return Promise.all([...begun, ...held].map(paymentOf));
  }

  const namesIn = (events: readonly RecordedEvent[]) =>
    auditNames(
      pool,
      events.map(({ meta, data }) => ({ meta: JSON.stringify(meta), data: JSON.stringify(data) })),
    );

  /** Grants that wait for an e-mail belong to a person only if that person's e-mail is verified. */
  const grantsOf = async ({ userId, email, emailVerified }: UserRow, held: Account): Promise<readonly PersonGrant[]> =>
    listPersonGrants(userId, held, {
      read,
      waiting: email !== null && emailVerified ? await emails.findWaiting(email) : [],
      namesIn,
    });

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
        activeSessions(pool, userId, clock()),
      ]);
      if (!row) return undefined;
      return {
        user: row,
        payments: await paymentsOf(userId, held),
        grants: await grantsOf(row, held),
        sessions,
      };
    },
    waitingGrants: async (limit) => waitingGrants(await emails.list(limit), { read, namesIn }),
    audit: (search, page) => searchAudit(pool, search, page),
    findAuditDetail: (number) => findAuditDetail(pool, number),
    auditState: () => auditState(pool, lastAnchor),
  };
}
