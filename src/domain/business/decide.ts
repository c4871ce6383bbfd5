import type { BusinessCommand } from './commands.ts';
import { decideFinance, isFinanceCommand } from './decide-finance.ts';
import { decideMenu } from './decide-menu.ts';
import type { BusinessDecision } from './decision.ts';
import type { BusinessRefusal } from './refusals.ts';
import type { Business } from './state.ts';

export const isRefusal = (decision: BusinessDecision): decision is BusinessRefusal => 'refusal' in decision;

/** What follows from a command: events, none of them when nothing changes, or a named refusal. Pure. */
export function decide(state: Business, command: BusinessCommand): BusinessDecision {
  if (command.type === 'OpenBusiness') return openBusiness(state, command.ownerId);
  if (state.ownerId === null || state.erased) return { refusal: 'business_not_open' };
  return isFinanceCommand(command) ? decideFinance(state, command) : decideMenu(state, command);
}

function openBusiness(state: Business, ownerId: string): BusinessDecision {
  if (state.ownerId !== null) return { refusal: 'business_already_open' };
  return [{ type: 'BusinessOpened', data: { ownerId } }];
}
