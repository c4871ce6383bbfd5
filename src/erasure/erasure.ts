import { firstBusinessIdOf } from '#app/ids.ts';
import type { Account } from '#domain/account/account.ts';

/** The side effects of an erasure. Every act is idempotent. */
export interface ErasureActs {
  /**
   * Records the erasure outside the database, before anything else, because a restored backup must not bring the person
   * back.
   */
  noteOutside(userId: string): Promise<void>;
  account(userId: string): Promise<Account>;
  /** Every business that the account owns, from a read model that is up to date. */
  ownedNow(userId: string): Promise<readonly string[]>;
  /** Ids of all payments that the person began or typed their own verified e-mail into. */
  paymentsOf(userIds: readonly string[]): Promise<readonly string[]>;
  /** @returns false when another account owns the business, which is then left unchanged */
  closeBusiness(businessId: string, ownerId: string): Promise<boolean>;
  /** Empties the stream of the business and that of its import memory. */
  emptyStreams(businessId: string): Promise<void>;
  /** Resolves when no read model has rows of these businesses. @throws when that takes too long */
  clearRows(businessIds: readonly string[]): Promise<void>;
  endSessions(userIds: readonly string[]): Promise<void>;
  forgetPayer(paymentIds: readonly string[]): Promise<void>;
  forgetMail(paymentIds: readonly string[]): Promise<void>;
  /** Erases the person's data in the vault, last: until then the person can be identified. */
  forgetPerson(userId: string): Promise<void>;
  complete(userId: string): Promise<void>;
}

/** Holdings of the account that are known beside its own stream. */
export interface KnownHoldings {
  readonly businessIds?: readonly string[];
  readonly guestIds?: readonly string[];
}

export type Erase = (userId: string, known: KnownHoldings) => Promise<void>;

/**
 * Carries out an erasure that `UserErased` has begun: from that event on the account is closed, and the work may be
 * interrupted anywhere and repeated. Data that the law requires stays: payments without name and e-mail, and the access
 * log.
 */
export function createErasure(acts: ErasureActs): Erase {
  return async (userId, { businessIds = [], guestIds = [] }) => {
    await acts.noteOutside(userId);
    const { businessIdsByGuest, paymentIds } = await acts.account(userId);
    // Guests are the same person before signing in.
    const userIds = [userId, ...new Set([...guestIds, ...businessIdsByGuest.keys()])];
    const named = [...businessIds, ...[...businessIdsByGuest.values()].flat(), ...(await acts.ownedNow(userId))];
    // The first business is included by its id, so that one which is being opened at this moment does not outlive the
    // erasure.
    const businesses = new Set([...named, firstBusinessIdOf(userId)]);
    const closed: string[] = [];
    for (const businessId of businesses) if (await acts.closeBusiness(businessId, userId)) closed.push(businessId);
    for (const businessId of closed) await acts.emptyStreams(businessId);
    await acts.clearRows(closed);
    await acts.endSessions(userIds);
    const payments = [...new Set([...paymentIds, ...(await acts.paymentsOf(userIds))])];
    await acts.forgetMail(payments);
    await acts.forgetPayer(payments);
    await acts.forgetPerson(userId);
    await acts.complete(userId);
  };
}
