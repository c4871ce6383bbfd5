import type { BusinessCommand, SingleCommand } from './commands.ts';
import { runToEnd, nothingChanged, type Decision, type Decisions } from './decision.ts';
import type { BusinessEvent } from './events.ts';
import { stateBuilder } from './evolve.ts';
import { decideOwnership } from './ownership.ts';
import type { BusinessRefusal, SingleRefusal } from './refusals.ts';
import type { Business } from './state.ts';
import { undo } from './undo.ts';
import { averageTicketDecisions } from './month/average-ticket.ts';
import { channelDecisions } from './channel/channel.ts';
import { purchaseDecisions } from './purchase/purchase.ts';
import { stockValueDecisions } from './stock-value/stock-value.ts';
import { supplierDecisions } from './supplier/supplier.ts';
import { dishDecisions } from './recipe/dish.ts';
import { dishLineDecisions } from './recipe/dish-line.ts';
import { fixedCostDecisions } from './fixed-cost/fixed-cost.ts';
import { ingredientDecisions } from './ingredient/ingredient.ts';
import { monthRevenueDecisions } from './month/month-revenue.ts';
import { preparationDecisions } from './recipe/preparation.ts';
import { preparationLineDecisions } from './recipe/preparation-line.ts';
import { replacementDecisions } from './ingredient/replacement.ts';
import { salesDecisions } from './sales/sales.ts';
import { settingsDecisions } from './settings/settings.ts';
import { variableCostDecisions } from './variable-cost/variable-cost.ts';

/** Events (none when nothing changes), or a refusal with a code. */
export type BusinessDecision = readonly BusinessEvent[] | BusinessRefusal;

/** The decision of one change. */
type SingleDecision = readonly BusinessEvent[] | SingleRefusal;

export const isRefusal = <Refusal extends BusinessRefusal>(
  decision: readonly BusinessEvent[] | Refusal,
): decision is Refusal => 'refusal' in decision;

/** Decides a command: events (none when nothing changes) or a refusal. Pure. */
export const decide = (state: Business, command: BusinessCommand): BusinessDecision =>
  runToEnd(decideInSteps(state, command));

/**
 * Decides like `decide`, with a pause after each part of a command with many parts, so that other work may use the
 * thread.
 */
export function* decideInSteps(state: Business, command: BusinessCommand): Generator<void, BusinessDecision> {
  if (state.erased) return command.type === 'EraseBusiness' ? nothingChanged : { refusal: 'business_erased' };
  if (command.type === 'OpenBusiness' || command.type === 'ChangeOwner' || command.type === 'EraseBusiness')
    return decideOwnership(state, command);
  if (state.ownerId === null) return { refusal: 'business_not_open' };
  if (command.type === 'UndoChange') return yield* undo(state, command.change);
  if (command.type === 'ApplyChangeSet') return yield* decideChangeSet(state, command.commands);
  return decideSingle(state, command, state);
}

/**
 * Refuses a command that would otherwise be done when its caller had an older version; a command without a version
 * accepts the current one. Any other reason to refuse comes first.
 * @param versionState the state that the command's version refers to
 */
function decideSingle(state: Business, command: SingleCommand, versionState: Business): SingleDecision {
  const decision = decisionOf(command).decide(state, command);
  const expectedVersion = 'version' in command ? command.version : undefined;
  if (isRefusal(decision) || expectedVersion === undefined) return decision;
  const current = currentVersionOf(versionState, command);
  return current === undefined || current === expectedVersion
    ? decision
    : { refusal: 'changed_meanwhile', given: expectedVersion, current };
}

/**
 * Versions refer to the state before the set: entities that the set itself changes have no version that a caller could
 * know.
 */
function* decideChangeSet(before: Business, commands: readonly SingleCommand[]): Generator<void, BusinessDecision> {
  const events: BusinessEvent[] = [];
  const after = stateBuilder(before); // The builder copies the business once, even for a thousand commands.
  for (const [index, command] of commands.entries()) {
    const decision = decideSingle(after.business, command, before);
    if (isRefusal(decision)) return { refusal: 'one_of_them', index, because: decision };
    events.push(...decision);
    for (const event of decision) after.add(event);
    yield;
  }
  return events;
}

/** The decision of every single change; a missing one does not compile. */
const DECISIONS: Decisions<SingleCommand, BusinessEvent> = {
  ...fixedCostDecisions,
  ...variableCostDecisions,
  ...monthRevenueDecisions,
  ...averageTicketDecisions,
  ...ingredientDecisions,
  ...replacementDecisions,
  ...preparationDecisions,
  ...preparationLineDecisions,
  ...dishDecisions,
  ...dishLineDecisions,
  ...settingsDecisions,
  ...channelDecisions,
  ...salesDecisions,
  ...supplierDecisions,
  ...purchaseDecisions,
  ...stockValueDecisions,
};

/** The decision of a command: its type guarantees that the decision is for just this command. */
const decisionOf = ({ type }: SingleCommand): Decision<SingleCommand, BusinessEvent> =>
  DECISIONS[type] as Decision<SingleCommand, BusinessEvent>;

/**
 * The version of the entity that a command changes or removes; undefined where it adds an entity, or where the entity
 * does not exist.
 */
export const currentVersionOf = (state: Business, command: SingleCommand): number | undefined =>
  decisionOf(command).version?.(state, command);
