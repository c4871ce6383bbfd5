import { QUOTAS } from '../limits.ts';
import type { BusinessEvent, FinanceEvent } from './events.ts';
import type { Business } from './state.ts';
import { changedSince, type Inverse, isRefused, still } from './undo-checks.ts';

const EVENTS = {
  FixedCostAdded: true,
  FixedCostRenamed: true,
  FixedCostAmountChanged: true,
  FixedCostRemoved: true,
  FixedCostRestored: true,
  VariableCostAdded: true,
  VariableCostRenamed: true,
  VariableCostRateChanged: true,
  VariableCostRemoved: true,
  VariableCostRestored: true,
  MonthRevenueRecorded: true,
  MonthRevenueCleared: true,
  AverageTicketStated: true,
  AverageTicketWithdrawn: true,
} satisfies Record<FinanceEvent['type'], true>;

export const isFinanceEvent = (event: BusinessEvent): event is FinanceEvent => Object.hasOwn(EVENTS, event.type);

/** @param sequence that a removed cost had */
export function inverseOfFinance(state: Business, event: FinanceEvent, sequence: number): Inverse {
  switch (event.type) {
    case 'FixedCostAdded':
    case 'FixedCostRestored': {
      const { name, value } = event.data;
      const cost = still(fixedCost(state, event.data), { name, value }, false);
      if (isRefused(cost)) return cost;
      return { type: 'FixedCostRemoved', data: { id: cost.id, name, value, version: cost.version } };
    }
    case 'FixedCostRenamed': {
      const { id, from, to } = event.data;
      const cost = still(fixedCost(state, { id, name: to }), { name: to }, true);
      return isRefused(cost) ? cost : { type: event.type, data: { id, from: to, to: from } };
    }
    case 'FixedCostAmountChanged': {
      const { id, from, to } = event.data;
      const cost = still(fixedCost(state, event.data), { value: to }, true);
      return isRefused(cost) ? cost : { type: event.type, data: { id, name: cost.name, from: to, to: from } };
    }
    case 'FixedCostRemoved': {
      const { id, name, value, version } = event.data;
      if (state.fixedCosts.has(id)) return changedSince({ kind: 'fixed_cost', id, name }, 'back', false);
      if (state.fixedCosts.size >= QUOTAS.fixedCosts)
        return { refusal: 'too_many_fixed_costs', limit: QUOTAS.fixedCosts };
      return { type: 'FixedCostRestored', data: { id, name, value, version: version + 1, sequence } };
    }
    case 'VariableCostAdded':
    case 'VariableCostRestored': {
      const { name, percentage } = event.data;
      const cost = still(variableCost(state, event.data), { name, percentage }, false);
      if (isRefused(cost)) return cost;
      return { type: 'VariableCostRemoved', data: { id: cost.id, name, percentage, version: cost.version } };
    }
    case 'VariableCostRenamed': {
      const { id, from, to } = event.data;
      const cost = still(variableCost(state, { id, name: to }), { name: to }, true);
      return isRefused(cost) ? cost : { type: event.type, data: { id, from: to, to: from } };
    }
    case 'VariableCostRateChanged': {
      const { id, from, to } = event.data;
      const cost = still(variableCost(state, event.data), { percentage: to }, true);
      return isRefused(cost) ? cost : { type: event.type, data: { id, name: cost.name, from: to, to: from } };
    }
    case 'VariableCostRemoved': {
      const { id, name, percentage, version } = event.data;
      if (state.variableCosts.has(id)) return changedSince({ kind: 'variable_cost', id, name }, 'back', false);
      if (state.variableCosts.size >= QUOTAS.variableCosts)
        return { refusal: 'too_many_variable_costs', limit: QUOTAS.variableCosts };
      return { type: 'VariableCostRestored', data: { id, name, percentage, version: version + 1, sequence } };
    }
    case 'MonthRevenueRecorded': {
      const { month, from, to } = event.data;
      const held = state.months.get(month);
      if (!held) return changedSince({ kind: 'month', month }, 'gone', true);
      if (held.value !== to.value) return changedSince({ kind: 'month', month }, 'value', true);
      if (held.orders !== to.orders) return changedSince({ kind: 'month', month }, 'orders', true);
      if (from) return { type: 'MonthRevenueRecorded', data: { month, from: to, to: from } };
      return { type: 'MonthRevenueCleared', data: { month, ...to, version: held.version } };
    }
    case 'MonthRevenueCleared': {
      const { month, value, orders } = event.data;
      if (state.months.has(month)) return changedSince({ kind: 'month', month }, 'back', false);
      return { type: 'MonthRevenueRecorded', data: { month, from: null, to: { value, orders } } };
    }
    case 'AverageTicketStated': {
      const { from, to } = event.data;
      if (state.statedTicket !== to) return changedSince({ kind: 'average_ticket' }, 'ticket', true);
      return from === null
        ? { type: 'AverageTicketWithdrawn', data: { ticket: to } }
        : { type: 'AverageTicketStated', data: { from: to, to: from } };
    }
    case 'AverageTicketWithdrawn': {
      if (state.statedTicket !== null) return changedSince({ kind: 'average_ticket' }, 'ticket', true);
      return { type: 'AverageTicketStated', data: { from: null, to: event.data.ticket } };
    }
    default:
      return event satisfies never;
  }
}

interface Known {
  readonly id: string;
  /** What the thing was called when the change was made. */
  readonly name: string;
}

const fixedCost = (state: Business, known: Known) =>
  ({ kind: 'fixed_cost', held: state.fixedCosts.get(known.id), known }) as const;

const variableCost = (state: Business, known: Known) =>
  ({ kind: 'variable_cost', held: state.variableCosts.get(known.id), known }) as const;
