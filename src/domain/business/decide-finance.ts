import { derivedTicket } from '../figures/business-figures.ts';
import { QUOTAS } from '../limits.ts';
import type { FinanceCommand, SingleChange } from './commands.ts';
import { nothingChanged, type SingleDecision, staleness, when } from './decision.ts';
import type { Business } from './state.ts';

const COMMANDS = {
  AddFixedCost: true,
  ChangeFixedCost: true,
  RemoveFixedCost: true,
  AddVariableCost: true,
  ChangeVariableCost: true,
  RemoveVariableCost: true,
  RecordMonthRevenue: true,
  StateAverageTicket: true,
} satisfies Record<FinanceCommand['type'], true>;

export const isFinanceCommand = (command: SingleChange): command is FinanceCommand =>
  Object.hasOwn(COMMANDS, command.type);

/** Costs and revenue of an open business. */
export function decideFinance(state: Business, command: FinanceCommand): SingleDecision {
  switch (command.type) {
    case 'AddFixedCost': {
      const { id, name, value } = command;
      if (state.fixedCosts.has(id)) return { refusal: 'id_taken' };
      if (state.fixedCosts.size >= QUOTAS.fixedCosts)
        return { refusal: 'too_many_fixed_costs', limit: QUOTAS.fixedCosts };
      return [{ type: 'FixedCostAdded', data: { id, name, value } }];
    }
    case 'ChangeFixedCost': {
      const cost = state.fixedCosts.get(command.id);
      if (!cost) return { refusal: 'fixed_cost_unknown' };
      const { id, name = cost.name, value = cost.value } = command;
      return (
        staleness(command, cost) ?? [
          ...when(name !== cost.name, { type: 'FixedCostRenamed', data: { id, from: cost.name, to: name } }),
          ...when(value !== cost.value, {
            type: 'FixedCostAmountChanged',
            data: { id, name, from: cost.value, to: value },
          }),
        ]
      );
    }
    case 'RemoveFixedCost': {
      const cost = state.fixedCosts.get(command.id);
      if (!cost) return { refusal: 'fixed_cost_unknown' };
      const { id, name, value, version } = cost;
      return staleness(command, cost) ?? [{ type: 'FixedCostRemoved', data: { id, name, value, version } }];
    }
    case 'AddVariableCost': {
      const { id, name, percentage } = command;
      if (state.variableCosts.has(id)) return { refusal: 'id_taken' };
      if (state.variableCosts.size >= QUOTAS.variableCosts)
        return { refusal: 'too_many_variable_costs', limit: QUOTAS.variableCosts };
      return [{ type: 'VariableCostAdded', data: { id, name, percentage } }];
    }
    case 'ChangeVariableCost': {
      const cost = state.variableCosts.get(command.id);
      if (!cost) return { refusal: 'variable_cost_unknown' };
      const { id, name = cost.name, percentage = cost.percentage } = command;
      return (
        staleness(command, cost) ?? [
          ...when(name !== cost.name, { type: 'VariableCostRenamed', data: { id, from: cost.name, to: name } }),
          ...when(percentage !== cost.percentage, {
            type: 'VariableCostRateChanged',
            data: { id, name, from: cost.percentage, to: percentage },
          }),
        ]
      );
    }
    case 'RemoveVariableCost': {
      const cost = state.variableCosts.get(command.id);
      if (!cost) return { refusal: 'variable_cost_unknown' };
      const { id, name, percentage, version } = cost;
      return staleness(command, cost) ?? [{ type: 'VariableCostRemoved', data: { id, name, percentage, version } }];
    }
    case 'RecordMonthRevenue': {
      const { month, value, orders } = command;
      const held = state.months.get(month);
      const stale = staleness(command, held ?? { version: 0 });
      if (stale) return stale;
      if (held ? held.value === value && held.orders === orders : value === 0 && orders === 0) return nothingChanged;
      const from = held ? { value: held.value, orders: held.orders } : null;
      return [{ type: 'MonthRevenueRecorded', data: { month, from, to: { value, orders } } }];
    }
    case 'StateAverageTicket': {
      // The screen states what it derived after every revenue save: only what the months do not say is news.
      const derived = derivedTicket([...state.months.values()]);
      const isKnown = command.ticket === state.statedTicket || BigInt(command.ticket) === derived;
      if (command.ticket === 0 || isKnown) return nothingChanged;
      return [{ type: 'AverageTicketStated', data: { from: state.statedTicket, to: command.ticket } }];
    }
    default:
      return command satisfies never;
  }
}
