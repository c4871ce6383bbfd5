import { averageTicketDecisions } from './average-ticket.ts';
import { channelDecisions } from './channel.ts';
import type { SingleChange } from './commands.ts';
import type { Decision, Decisions } from './decision.ts';
import { dishDecisions } from './dish.ts';
import { dishLineDecisions } from './dish-line.ts';
import { fixedCostDecisions } from './fixed-cost/fixed-cost.ts';
import { ingredientDecisions } from './ingredient.ts';
import { monthRevenueDecisions } from './month-revenue.ts';
import { preparationDecisions } from './preparation.ts';
import { preparationLineDecisions } from './preparation-line.ts';
import { replacementDecisions } from './replacement.ts';
import { salesDecisions } from './sales.ts';
import { settingsDecisions } from './settings.ts';
import { variableCostDecisions } from './variable-cost.ts';

/** Every single change; a forgotten one does not compile. */
const DECISIONS: Decisions<SingleChange> = {
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
};

/** How a command is decided: its type says that the decision is for just this command. */
export const decisionOf = ({ type }: SingleChange): Decision<SingleChange> => DECISIONS[type] as Decision<SingleChange>;
