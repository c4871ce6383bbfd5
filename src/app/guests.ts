import type { RequestContext } from './new-events.ts';
import type { BusinessRefusal } from '#domain/business/refusals.ts';
import type { Business } from '#domain/business/state.ts';
import type { Payment, PaymentCommand, PaymentRefusal } from '#domain/payment/payment.ts';
import { laterPosition, type Position } from '#eventstore/port.ts';
import type { Access } from './access.ts';
import type { Accounts } from './accounts.ts';
import type { OwnerCommand } from './aggregate.ts';
import type { CommandHandler } from './command-handler.ts';
import { firstBusinessIdOf } from './ids.ts';

/** People who used the product as guests, and whose data and payments then go to an account. */
export interface Guests {
  /**
   * Moves everything of a guest to an account, because the guest signed in, agreed to a transfer, or the receipt code
   * was used: businesses, payments and the access they give (`joining`); the guest's sessions end.
   * The account is decided once, in the guest's own stream; every later step can be repeated, so that an interrupted
   * call is finished by the next one, or by the reaction to the guest's decision.
   * @param move `showGuestBusiness`: the guest's business is shown from now on; otherwise the shown one stays
   * @returns the position that a reader must have reached to see the result; null when the guest has become another
   * account, because then nothing is moved
   * @throws CommandNotDone · LogUnavailable · UnreadableEvent
   */
  moveToAccount(
    move: { readonly guestId: string; readonly userId: string; readonly showGuestBusiness: boolean },
    context: RequestContext,
  ): Promise<Position | null>;
  /** Moves what is left, or arrived later, if this is a guest who has become an account; otherwise does nothing. */
  moveRemaining(guestId: string, holdings: GuestHoldings, context: RequestContext): Promise<Position | null>;
}

/** Holdings of the guest that are known beside the guest's own stream. */
interface GuestHoldings {
  readonly businessIds?: readonly string[];
  readonly paymentIds?: readonly string[];
}

interface Ports {
  readonly accounts: Accounts;
  readonly access: Access;
  readonly businesses: CommandHandler<Business, OwnerCommand, BusinessRefusal>;
  readonly paymentCommands: CommandHandler<Payment, PaymentCommand, PaymentRefusal>;
  /** Businesses according to the read model; the owner of each is checked in its own stream. */
  readonly businessesOf: (userId: string) => Promise<readonly string[]>;
  readonly endSessions: (userId: string) => Promise<unknown>;
  readonly newId: () => string;
}

export function createGuests(ports: Ports): Guests {
  const { accounts, access, businesses, paymentCommands, businessesOf, endSessions, newId } = ports;

  async function moveBusinesses(
    {
      guestId,
      userId,
      holdings,
    }: { readonly guestId: string; readonly userId: string; readonly holdings: GuestHoldings },
    context: RequestContext,
  ): Promise<{ readonly businessIds: readonly string[]; readonly position: Position | null }> {
    let position: Position | null = null;
    const businessIds: string[] = [];
    const known = [firstBusinessIdOf(guestId), ...(holdings.businessIds ?? []), ...(await businessesOf(guestId))];
    for (const id of new Set(known)) {
      const command = { type: 'ChangeOwner', to: userId } as const;
      const outcome = await businesses.handle(id, { ownerId: guestId, command }, { ...context, changeId: newId() });
      if (outcome.kind === 'key_reused') continue;
      if (outcome.kind === 'done') position = laterPosition(position, outcome.position);
      if (outcome.state.ownerId === userId) businessIds.push(id);
    }
    return { businessIds, position };
  }

  /** A payment that another account has claimed meanwhile stays there. */
  async function claimPayments(
    {
      guestId,
      userId,
      holdings,
    }: { readonly guestId: string; readonly userId: string; readonly holdings: GuestHoldings },
    context: RequestContext,
  ): Promise<Position | null> {
    const { paymentIds } = await accounts.currentState(guestId);
    const claim = { type: 'Claim', to: { kind: 'account', userId }, from: guestId, via: 'joining' } as const;
    let position: Position | null = null;
    for (const id of new Set([...paymentIds, ...(holdings.paymentIds ?? [])])) {
      await paymentCommands.handle(id, claim, { ...context, changeId: newId() });
      position = laterPosition(position, await access.syncAccounts(id, context));
    }
    return position;
  }

  async function moveAll(guestId: string, holdings: GuestHoldings, context: RequestContext): Promise<Position | null> {
    const { becameUserId: userId } = await accounts.currentState(guestId);
    if (userId === null) return null;
    await endSessions(guestId);
    const moved = await moveBusinesses({ guestId, userId, holdings }, context);
    const claimed = await claimPayments({ guestId, userId, holdings }, context);
    const joined = await accounts.joinGuest(userId, { guestId, businessIds: moved.businessIds }, context);
    return [moved.position, claimed, joined].reduce(laterPosition, null);
  }

  return {
    async moveToAccount(move, context) {
      const { guestId, userId } = move;
      const { registered, erased } = await accounts.currentState(userId);
      if (!registered || erased) throw new Error(`${userId} is no account that could be joined`);
      if (!(await accounts.becomeAccount(guestId, userId, context))) return null;
      await chooseShownBusiness(ports, move, context);
      return moveAll(guestId, {}, context);
    },
    moveRemaining: moveAll,
  };
}

/**
 * The choice comes before any move, so that the shown business changes once or not at all. Repeated after some moves,
 * it still knows the businesses of the guest.
 */
async function chooseShownBusiness(
  { accounts, businesses, businessesOf }: Pick<Ports, 'accounts' | 'businesses' | 'businessesOf'>,
  { guestId, userId, showGuestBusiness }: Parameters<Guests['moveToAccount']>[0],
  context: RequestContext,
): Promise<void> {
  /** The businesses that one of the owners has now, lowest id first. */
  async function ownedBy(owners: readonly string[], ids: readonly string[]): Promise<readonly string[]> {
    const owned: string[] = [];
    for (const id of new Set(ids))
      if (owners.includes((await businesses.currentState(id)).ownerId ?? '')) owned.push(id);
    return owned.toSorted();
  }
  const [guest, account] = [await accounts.currentState(guestId), await accounts.currentState(userId)];
  const joinedBusinessIds = account.businessIdsByGuest.get(guestId) ?? [];
  const guestCandidates = [firstBusinessIdOf(guestId), ...joinedBusinessIds, ...(await businessesOf(guestId))];
  const guests = await ownedBy([guestId, userId], guestCandidates);
  const all = await ownedBy([userId], [firstBusinessIdOf(userId), ...(await businessesOf(userId))]);
  const own = all.filter((id) => !guests.includes(id));
  const [choices, chosen] = showGuestBusiness ? [guests, guest.chosenBusinessId] : [own, account.chosenBusinessId];
  const shown = choices.find((id) => id === chosen) ?? choices[0];
  if (shown !== undefined) await accounts.chooseBusiness(userId, shown, context);
}
