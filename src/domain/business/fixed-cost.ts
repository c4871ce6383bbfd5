import type { Units } from '../decimal.ts';
import { QUOTAS } from '../limits.ts';
import { type Decisions, type FieldEvents, fieldChanges } from './decision.ts';
import { changeRow, type Evolution, restoreRow } from './draft.ts';
import type { Entity } from './entity.ts';
import {
  changedSince,
  fieldReverted,
  type Inverse,
  type Inverses,
  isRefused,
  type Places,
  renameReverted,
  unchanged,
} from './inverse.ts';
import type { Change, Command, Event, Given, Restored, Target } from './message.ts';
import type { Business } from './state.ts';

/** Everything that is said of a fixed cost. */
export type FixedCostFields = {
  readonly name: string;
  /** Per month. */
  readonly value: Units;
};

export interface FixedCost extends Entity, FixedCostFields {}

export type FixedCostCommand =
  | Command<'AddFixedCost', { id: string } & Given<FixedCostFields>>
  | Command<'ChangeFixedCost', Change<FixedCostFields>>
  | Command<'RemoveFixedCost', Target>;

export type FixedCostEvent =
  | Event<'FixedCostAdded', { id: string } & Given<FixedCostFields>>
  | Event<'FixedCostRenamed', { id: string; from: string; to: string }>
  | Event<'FixedCostAmountChanged', { id: string; name: string; from: Units; to: Units }>
  | Event<'FixedCostRemoved', { id: string } & Given<FixedCostFields> & { version: number }>
  | Event<'FixedCostRestored', { id: string } & Given<FixedCostFields> & Restored>;

const fieldsOf = ({ name, value }: Given<FixedCostFields>): FixedCostFields => ({ name, value });

const CHANGES: FieldEvents<FixedCostFields> = {
  name: ({ id, name: from }, { name: to }) => ({ type: 'FixedCostRenamed', data: { id, from, to } }),
  value: ({ id, value: from }, { name, value: to }) => ({
    type: 'FixedCostAmountChanged',
    data: { id, name, from, to },
  }),
};

const find = ({ fixedCosts }: Business, { id }: { readonly id: string }): FixedCost | undefined => fixedCosts.get(id);

const versionOf = (state: Business, target: Target): number | undefined => find(state, target)?.version;

export const fixedCostDecisions: Decisions<FixedCostCommand> = {
  AddFixedCost: {
    decide(state, { id, ...fields }) {
      if (find(state, { id }) || state.removed.has(id)) return { refusal: 'id_taken' };
      if (state.fixedCosts.size >= QUOTAS.fixedCosts)
        return { refusal: 'too_many_fixed_costs', limit: QUOTAS.fixedCosts };
      return [{ type: 'FixedCostAdded', data: { id, ...fieldsOf(fields) } }];
    },
  },
  ChangeFixedCost: {
    version: versionOf,
    decide(state, command) {
      const cost = find(state, command);
      return cost ? fieldChanges(cost, command, CHANGES) : { refusal: 'fixed_cost_unknown' };
    },
  },
  RemoveFixedCost: {
    version: versionOf,
    decide(state, command) {
      const cost = find(state, command);
      if (!cost) return { refusal: 'fixed_cost_unknown' };
      const { id, version } = cost;
      return [{ type: 'FixedCostRemoved', data: { id, ...fieldsOf(cost), version } }];
    },
  },
};

export const fixedCostEvolution: Evolution<FixedCostEvent, 'fixedCosts'> = {
  FixedCostAdded: ({ fixedCosts, sequence }, data) =>
    void fixedCosts.set(data.id, { id: data.id, ...fieldsOf(data), version: 1, sequence }),
  FixedCostRenamed: ({ fixedCosts }, { id, to }) => changeRow(fixedCosts, id, { name: to }),
  FixedCostAmountChanged: ({ fixedCosts }, { id, to }) => changeRow(fixedCosts, id, { value: to }),
  FixedCostRemoved: ({ fixedCosts }, { id }) => void fixedCosts.delete(id),
  FixedCostRestored: ({ fixedCosts }, data) => restoreRow(fixedCosts, { ...data, ...fieldsOf(data) }),
};

/** `known`: the cost with the name that it had then. */
const subject = (state: Business, known: { readonly id: string; readonly name: string }) =>
  ({ kind: 'fixed_cost', row: find(state, known), known }) as const;

/** Of a cost that was added, or came back, with these fields. */
function removal(state: Business, added: { readonly id: string } & Given<FixedCostFields>): Inverse {
  const fields = fieldsOf(added);
  const cost = unchanged(subject(state, added), fields, false);
  return isRefused(cost) ? cost : { type: 'FixedCostRemoved', data: { id: cost.id, ...fields, version: cost.version } };
}

export const fixedCostInverses: Inverses<FixedCostEvent> = {
  FixedCostAdded: removal,
  FixedCostRestored: removal,
  FixedCostRenamed: renameReverted('FixedCostRenamed', subject),
  FixedCostAmountChanged: fieldReverted('FixedCostAmountChanged', subject, 'value'),
  FixedCostRemoved(state, removed, sequence) {
    const { id, name, version } = removed;
    if (find(state, removed)) return changedSince({ kind: 'fixed_cost', id, name }, 'back', false);
    if (state.fixedCosts.size >= QUOTAS.fixedCosts)
      return { refusal: 'too_many_fixed_costs', limit: QUOTAS.fixedCosts };
    return { type: 'FixedCostRestored', data: { id, ...fieldsOf(removed), version: version + 1, sequence } };
  },
};

export const fixedCostPlaces: Places<FixedCostEvent, 'FixedCostRemoved'> = {
  FixedCostRemoved: (before, removed) => find(before, removed)?.sequence ?? 0,
};
