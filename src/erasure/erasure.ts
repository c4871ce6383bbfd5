import { firstBusinessOf } from '#app/ids.ts';
import type { Account } from '#domain/account/account.ts';

/** What an erasure does to the outside world. Every act can be repeated: what is gone already stays gone. */
export interface ErasureActs {
  /** Outside the database, before anything else: a restored backup must not bring the person back. */
  noteOutside(userId: string): Promise<void>;
  account(userId: string): Promise<Account>;
  /** Every business that is theirs by now, from a read model that knows of all that has happened until now. */
  ownedNow(userId: string): Promise<readonly string[]>;
  /** Ids of all payments that the person began or typed their own verified e-mail into. */
  paymentsOf(userIds: readonly string[]): Promise<readonly string[]>;
  /** @returns false when the business is somebody else's: then it is left alone */
  closeBusiness(businessId: string, ownerId: string): Promise<boolean>;
  /** Its own, and the one of what its imports have taught. */
  emptyStreams(businessId: string): Promise<void>;
  /** Resolves when no read model has rows of these businesses. @throws when that takes too long */
  clearRows(businessIds: readonly string[]): Promise<void>;
  endSessions(userIds: readonly string[]): Promise<void>;
  forgetPayer(paymentIds: readonly string[]): Promise<void>;
  forgetMail(paymentIds: readonly string[]): Promise<void>;
  /** The vault, last: until then the person can be told from others. */
  forgetPerson(userId: string): Promise<void>;
  complete(userId: string): Promise<void>;
}

/** What is known to be theirs, beside what their own stream tells. */
export interface KnownHoldings {
  readonly businessIds?: readonly string[];
  readonly guestIds?: readonly string[];
}

export type Erase = (userId: string, known: KnownHoldings) => Promise<void>;

/**
 * Carries out an erasure that `UserErased` has begun: from that event on the account is closed, and this may stop
 * anywhere and be begun again. What the law wants kept stays: payments without name and e-mail, and the access log.
 */
export function createErasure(acts: ErasureActs): Erase {
  return async (userId, { businessIds = [], guestIds = [] }) => {
    await acts.noteOutside(userId);
    const { joinedGuests, paymentIds } = await acts.account(userId);
    // The same person before signing in.
    const userIds = [userId, ...new Set([...guestIds, ...joinedGuests.keys()])];
    const named = [...businessIds, ...[...joinedGuests.values()].flat(), ...(await acts.ownedNow(userId))];
    // The first business by its name: one that is being opened at this moment cannot come after its end.
    const businesses = new Set([...named, firstBusinessOf(userId)]);
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
