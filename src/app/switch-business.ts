import type { BusinessRefusal } from '#domain/business/refusals.ts';
import type { Business } from '#domain/business/state.ts';
import type { Actor } from '#domain/event.ts';
import type { Position } from '#eventstore/port.ts';
import type { Accounts } from './accounts.ts';
import type { OwnerCommand } from './aggregate.ts';
import type { CommandHandler } from './command-handler.ts';

/** Shows another business of the same account from now on. */
export interface SwitchBusiness {
  /**
   * The owner is read from the business's own stream.
   * @returns the position that a reader must have reached to see the change; undefined for an unknown business, or one
   * of another owner
   */
  (
    userId: string,
    businessId: string,
    call: { readonly actor: Actor; readonly requestId: string },
  ): Promise<{ readonly position: Position | null } | undefined>;
}

export const createSwitchBusiness =
  ({
    accounts,
    businesses,
  }: {
    readonly accounts: Accounts;
    readonly businesses: CommandHandler<Business, OwnerCommand, BusinessRefusal>;
  }): SwitchBusiness =>
  async (userId, businessId, call) => {
    const { ownerId } = await businesses.currentState(businessId);
    if (ownerId !== userId) return undefined;
    return { position: await accounts.chooseBusiness(userId, businessId, call) };
  };
