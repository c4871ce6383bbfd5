import { firstBusinessIdOf } from '#app/ids.ts';
import type { Account } from '#domain/account/account.ts';
import type { Reaction } from '#app/reactions.ts';
import type { RecordedEvent } from '#domain/event.ts';
import { streamRef } from '#domain/streams.ts';
import { accountEvent, businessEvent } from '#eventstore/codec.ts';

/** The steps of an erasure. Each is idempotent. */
export interface ErasureSteps {
  /**
   * Records the erasure outside the database, before anything else, because a restored backup must not bring the person
   * back.
   */
  recordOutside(userId: string): Promise<void>;
  account(userId: string): Promise<Account>;
  /** Lists every business that the account owns, from a read model that is up to date. */
  listOwnedBusinesses(userId: string): Promise<readonly string[]>;
  /** Finds the ids of all payments that the person began or entered their own verified e-mail into. */
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

/** Businesses and guests of the account that its own stream may not name. */
interface KnownHoldings {
  readonly businessIds?: readonly string[];
  readonly guestIds?: readonly string[];
}

export type EraseAccount = (userId: string, known: KnownHoldings) => Promise<void>;

/**
 * Carries out an erasure that `UserErased` has begun: from that event on the account is closed, and the work may be
 * interrupted anywhere and repeated. Data that the law requires stays: payments without name and e-mail, and the access
 * log.
 */
export function createErasure(steps: ErasureSteps): EraseAccount {
  return async (userId, { businessIds = [], guestIds = [] }) => {
    await steps.recordOutside(userId);
    const { businessIdsByGuest, paymentIds } = await steps.account(userId);
    // Guests are the same person before signing in.
    const userIds = [userId, ...new Set([...guestIds, ...businessIdsByGuest.keys()])];
    const knownBusinessIds = [
      ...businessIds,
      ...[...businessIdsByGuest.values()].flat(),
      ...(await steps.listOwnedBusinesses(userId)),
    ];
    // The first business is included by its id, so that one which is being opened at this moment does not outlive the
    // erasure.
    const businesses = new Set([...knownBusinessIds, firstBusinessIdOf(userId)]);
    const closedIds: string[] = [];
    for (const businessId of businesses) if (await steps.closeBusiness(businessId, userId)) closedIds.push(businessId);
    for (const businessId of closedIds) await steps.emptyStreams(businessId);
    await steps.clearRows(closedIds);
    await steps.endSessions(userIds);
    const payments = [...new Set([...paymentIds, ...(await steps.paymentsOf(userIds))])];
    await steps.forgetMail(payments);
    await steps.forgetPayer(payments);
    await steps.forgetPerson(userId);
    await steps.complete(userId);
  };
}

/**
 * Erases every account that asks for it, however often that is interrupted. Businesses and guests that an erased
 * account gets later, because a guest became that account at the same moment, are erased then.
 */
export const erasureReaction = (erase: EraseAccount, account: (userId: string) => Promise<Account>): Reaction => ({
  name: 'erasure',
  types: ['UserErased', 'BusinessOwnerChanged', 'GuestBecameAccount'],
  async handle(events) {
    for (const event of events) {
      const target = erasureTarget(event);
      if (target && (await account(target.userId)).erased) await erase(target.userId, target.extra);
    }
  },
});

function erasureTarget(
  recorded: RecordedEvent,
): { readonly userId: string; readonly extra: KnownHoldings } | undefined {
  const ref = streamRef(recorded.stream);
  if (ref?.kind === 'business') {
    const event = businessEvent(recorded);
    if (event?.type === 'BusinessOwnerChanged') return { userId: event.data.to, extra: { businessIds: [ref.id] } };
  }
  if (ref?.kind !== 'account') return undefined;
  const event = accountEvent(recorded);
  if (event?.type === 'UserErased') return { userId: ref.id, extra: { businessIds: event.data.businessIds } };
  if (event?.type === 'GuestBecameAccount') return { userId: event.data.userId, extra: { guestIds: [ref.id] } };
  return undefined;
}
