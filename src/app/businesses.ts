import type { Endpoint, Reply } from '#contract/endpoint.ts';
import { commandMappingOf, isSingleCommand } from '#contract/entities/command-mappings.ts';
import { dayOf } from '#contract/instants.ts';
import type { BusinessCommand, SingleCommand } from '#domain/business/commands.ts';
import type { BusinessRefusal } from '#domain/business/refusals.ts';
import type { Business } from '#domain/business/state.ts';
import type { Actor } from '#domain/event.ts';
import type { Position } from '#eventstore/port.ts';
import type { OwnerCommand } from './aggregate.ts';
import type { EndpointCommand, EndpointInput } from './endpoint-commands.ts';
import type { CommandHandler, Outcome } from './command-handler.ts';
import { changeIdOf, entityIdOf, firstBusinessIdOf } from './ids.ts';
import type { Histories } from './history/histories.ts';
import { undoableChange } from './history/business-history.ts';

/** The owner who changes a business, and the request. */
export interface OwnerRequest {
  readonly userId: string;
  /** The business of the session; null before the first command opens one. */
  readonly businessId: string | null;
  readonly actor: Actor;
  readonly requestId: string;
  /** Method and path of the request. */
  readonly methodAndPath: string;
  /** The Idempotency-Key, or a fresh one when the caller sent none. */
  readonly idempotencyKey: string;
  /**
   * The hash of the request, stored to tell its repeat from another request under the same key; undefined when the
   * caller sent no key.
   */
  readonly requestHash: string | undefined;
}

export type ChangeResult<E extends Endpoint> =
  | {
      readonly kind: 'done';
      readonly reply: Reply<E>;
      readonly position: Position | null;
      /** The change that the call made; null when there was nothing to do. */
      readonly changeId: string | null;
    }
  | {
      readonly kind: 'refused';
      readonly refusal: BusinessRefusal;
      /** The current value, when the caller had an older version. */
      readonly current: unknown;
    }
  | { readonly kind: 'key_reused' };

/** The parts of a request that come from the caller. */
export type ChangeParts<E extends Endpoint> = Pick<EndpointInput<E>, 'params' | 'body' | 'version'>;

export interface Businesses {
  /**
   * Does one changing call of the contract. @throws CommandNotDone · ErasedStreamError · EventTooLarge ·
   * UnreadableEvent
   */
  change<E extends Endpoint>(
    request: OwnerRequest,
    endpointCommand: EndpointCommand<E>,
    parts: ChangeParts<E>,
  ): Promise<ChangeResult<E>>;
}

interface BusinessesOptions {
  readonly handler: CommandHandler<Business, OwnerCommand, BusinessRefusal>;
  readonly histories: Histories;
  readonly randomId: () => string;
  readonly clock: () => Date;
}

export function createBusinesses({ handler, histories, randomId, clock }: BusinessesOptions): Businesses {
  async function handle(
    request: OwnerRequest,
    { businessId, changeId, undoes }: { businessId: string; changeId: string; undoes: string | undefined },
    command: OwnerCommand['command'],
  ) {
    const { actor, requestId, methodAndPath, idempotencyKey, requestHash, userId: ownerId } = request;
    const context = {
      actor,
      requestId,
      changeId,
      ...(undoes === undefined ? {} : { undoes }),
      ...(requestHash === undefined
        ? {}
        : { request: { key: idempotencyKey, scope: methodAndPath, hash: requestHash } }),
    };
    const outcome = await handler.handle(businessId, { ownerId, command }, context);
    if (!isNotOpen(outcome)) return outcome;
    // The first change opens the business. Opening twice at once is harmless: the second attempt is refused and goes
    // on.
    const opening = { ownerId, command: { type: 'OpenBusiness', ownerId } } as const;
    await handler.handle(businessId, opening, { actor, requestId, changeId: randomId() });
    return handler.handle(businessId, { ownerId, command }, context);
  }
  return {
    async change(request, endpointCommand, parts) {
      const businessId = request.businessId ?? firstBusinessIdOf(request.userId);
      const changeId = changeIdOf(businessId, request.methodAndPath, request.idempotencyKey);
      const undoneChangeId = endpointCommand.idOfUndoneChange?.(parts);
      const undone =
        undoneChangeId === undefined
          ? undefined
          : undoableChange(await histories.of({ id: businessId, ownerId: request.userId }), undoneChangeId);
      if (undoneChangeId !== undefined && !undone)
        return { kind: 'refused', refusal: { refusal: 'change_unknown' }, current: undefined };
      const newId = entityIdOf(changeId);
      const idAt = (index: number) => entityIdOf(newId, index);
      const input = { ...parts, newId, idAt, changeId, undone, today: dayOf(clock()) };
      const command = endpointCommand.command(input);
      const outcome = await handle(request, { businessId, changeId, undoes: undoneChangeId }, command);
      switch (outcome.kind) {
        case 'done':
          return {
            kind: 'done',
            reply: endpointCommand.reply(outcome.state, command, input),
            position: outcome.position,
            changeId: outcome.changeId,
          };
        case 'refused': {
          const { refusal, state } = outcome;
          const outdated = outdatedCommand(refusal, command);
          const hasReply = outdated && commandMappingOf(outdated).kind !== 'removes';
          return {
            kind: 'refused',
            refusal,
            current: hasReply ? commandMappingOf(outdated).reply(state, outdated) : undefined,
          };
        }
        case 'key_reused':
          return outcome;
        default:
          return outcome satisfies never;
      }
    },
  };
}

/** The command whose entity has changed since the caller saw it. */
function outdatedCommand(refusal: BusinessRefusal, command: BusinessCommand): SingleCommand | undefined {
  if (refusal.refusal === 'changed_meanwhile') return isSingleCommand(command) ? command : undefined;
  if (refusal.refusal !== 'one_of_them' || command.type !== 'ApplyChangeSet') return undefined;
  return refusal.because.refusal === 'changed_meanwhile' ? command.commands[refusal.index] : undefined;
}

const isNotOpen = (outcome: Outcome<Business, BusinessRefusal>): boolean =>
  outcome.kind === 'refused' && outcome.refusal.refusal === 'business_not_open';
