import type { BusinessCommand } from '#domain/business/commands.ts';
import type { BusinessRefusal } from '#domain/business/refusals.ts';
import type { Business } from '#domain/business/state.ts';
import type { Actor } from '#domain/event.ts';
import type { OwnerCommand } from './aggregate.ts';
import type { CommandHandler, Outcome } from './command-handler.ts';
import { changeIdOf, entityIdOf, firstBusinessOf } from './ids.ts';

/** Who changes a business, and in which request. */
export interface OwnerCall {
  readonly userId: string;
  /** The business of the session; null before the first command opens one. */
  readonly businessId: string | null;
  readonly actor: Actor;
  readonly requestId: string;
  /** Method and route. */
  readonly scope: string;
  /** The Idempotency-Key, or a fresh one when the caller sent none. */
  readonly key: string;
  /** Hash of what was asked, kept to tell a repeat from a reused key; undefined when the caller sent no key. */
  readonly hash: string | undefined;
}

export type BusinessOutcome = Outcome<Business, BusinessRefusal>;

export interface Businesses {
  /** `command` gets the id for the thing it adds. */
  change(call: OwnerCall, command: (newId: string) => BusinessCommand): Promise<BusinessOutcome>;
}

export function createBusinesses(
  handler: CommandHandler<Business, OwnerCommand, BusinessRefusal>,
  randomId: () => string,
): Businesses {
  return {
    async change(call, commandFor) {
      const { actor, requestId, scope, key, hash, userId: ownerId } = call;
      const businessId = call.businessId ?? firstBusinessOf(ownerId);
      const changeId = changeIdOf(businessId, scope, key);
      const command = commandFor(entityIdOf(changeId));
      const context = { actor, requestId, changeId, ...(hash === undefined ? {} : { request: { key, scope, hash } }) };
      const outcome = await handler.handle(businessId, { ownerId, command }, context);
      if (outcome.kind !== 'refused' || outcome.refusal.refusal !== 'business_not_open') return outcome;
      // The first change of all opens the business. Twice at once is no harm: the second one is refused and goes on.
      const opening = { ownerId, command: { type: 'OpenBusiness', ownerId } } as const;
      await handler.handle(businessId, opening, { actor, requestId, changeId: randomId() });
      return handler.handle(businessId, { ownerId, command }, context);
    },
  };
}
