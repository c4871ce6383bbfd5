import type { Business } from './state.ts';
import type { BusinessEvent } from './events.ts';
import { averageTicketDecisions } from './month/average-ticket.ts';
import { channelDecisions } from './channel/channel.ts';
import { purchaseDecisions } from './purchase/purchase.ts';
import { stockValueDecisions } from './stock-value/stock-value.ts';
import { supplierDecisions } from './supplier/supplier.ts';
import type { SingleCommand } from './commands.ts';
import type { Decision, Decisions } from './decision.ts';
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
export const decisionOf = ({ type }: SingleCommand): Decision<SingleCommand, BusinessEvent> =>
  DECISIONS[type] as Decision<SingleCommand, BusinessEvent>;

/**
 * The version of the entity that a command changes or removes; undefined where it adds an entity, or where the entity
 * does not exist.
 */
export const currentVersionOf = (state: Business, command: SingleCommand): number | undefined =>
  decisionOf(command).version?.(state, command);
