import type { Units } from '../decimal.ts';
import { QUOTAS } from '../limits.ts';
import { type Decisions, type FieldEvents, fieldChanges } from './decision.ts';
import { changeRow, type Evolution, restoreRow } from './draft.ts';
import type { Entity } from './entity.ts';
import { changedSince, type Inverse, type Inverses, isRefused, type Places, reverted, unchanged } from './inverse.ts';
import type { Change, Command, Event, Given, Restored, Target } from './message.ts';
import type { Business } from './state.ts';

/** Everything that is said of a variable cost. */
export type VariableCostFields = {
  readonly name: string;
  /** Percent of revenue: 6 % is 60000. */
  readonly percentage: Units;
};

export interface VariableCost extends Entity, VariableCostFields {}

export type VariableCostCommand =
  | Command<'AddVariableCost', { id: string } & Given<VariableCostFields>>
  | Command<'ChangeVariableCost', Change<VariableCostFields>>
  | Command<'RemoveVariableCost', Target>;

export type VariableCostEvent =
  | Event<'VariableCostAdded', { id: string } & Given<VariableCostFields>>
  | Event<'VariableCostRenamed', { id: string; from: string; to: string }>
  | Event<'VariableCostRateChanged', { id: string; name: string; from: Units; to: Units }>
  | Event<'VariableCostRemoved', { id: string } & Given<VariableCostFields> & { version: number }>
  | Event<'VariableCostRestored', { id: string } & Given<VariableCostFields> & Restored>;

const fieldsOf = ({ name, percentage }: Given<VariableCostFields>): VariableCostFields => ({ name, percentage });

const CHANGES: FieldEvents<VariableCostFields> = {
  name: ({ id, name: from }, { name: to }) => ({ type: 'VariableCostRenamed', data: { id, from, to } }),
  percentage: ({ id, percentage: from }, { name, percentage: to }) => ({
    type: 'VariableCostRateChanged',
    data: { id, name, from, to },
  }),
};

const find = ({ variableCosts }: Business, { id }: { readonly id: string }): VariableCost | undefined =>
  variableCosts.get(id);

const versionOf = (state: Business, target: Target): number | undefined => find(state, target)?.version;

export const variableCostDecisions: Decisions<VariableCostCommand> = {
  AddVariableCost: {
    decide(state, { id, ...fields }) {
      if (find(state, { id })) return { refusal: 'id_taken' };
      if (state.variableCosts.size >= QUOTAS.variableCosts)
        return { refusal: 'too_many_variable_costs', limit: QUOTAS.variableCosts };
      return [{ type: 'VariableCostAdded', data: { id, ...fieldsOf(fields) } }];
    },
  },
  ChangeVariableCost: {
    version: versionOf,
    decide(state, command) {
      const cost = find(state, command);
      return cost ? fieldChanges(cost, command, CHANGES) : { refusal: 'variable_cost_unknown' };
    },
  },
  RemoveVariableCost: {
    version: versionOf,
    decide(state, command) {
      const cost = find(state, command);
      if (!cost) return { refusal: 'variable_cost_unknown' };
      const { id, version } = cost;
      return [{ type: 'VariableCostRemoved', data: { id, ...fieldsOf(cost), version } }];
    },
  },
};

export const variableCostEvolution: Evolution<VariableCostEvent, 'variableCosts'> = {
  VariableCostAdded: ({ variableCosts, sequence }, data) =>
    void variableCosts.set(data.id, { id: data.id, ...fieldsOf(data), version: 1, sequence }),
  VariableCostRenamed: ({ variableCosts }, { id, to }) => changeRow(variableCosts, id, { name: to }),
  VariableCostRateChanged: ({ variableCosts }, { id, to }) => changeRow(variableCosts, id, { percentage: to }),
  VariableCostRemoved: ({ variableCosts }, { id }) => void variableCosts.delete(id),
  VariableCostRestored: ({ variableCosts }, data) => restoreRow(variableCosts, { ...data, ...fieldsOf(data) }),
};

/** `known`: the cost with the name that it had then. */
const subject = (state: Business, known: { readonly id: string; readonly name: string }) =>
  ({ kind: 'variable_cost', row: find(state, known), known }) as const;

/** Of a cost that was added, or came back, with these fields. */
function removal(state: Business, added: { readonly id: string } & Given<VariableCostFields>): Inverse {
  const fields = fieldsOf(added);
  const cost = unchanged(subject(state, added), fields, false);
  return isRefused(cost)
    ? cost
    : { type: 'VariableCostRemoved', data: { id: cost.id, ...fields, version: cost.version } };
}

export const variableCostInverses: Inverses<VariableCostEvent> = {
  VariableCostAdded: removal,
  VariableCostRestored: removal,
  VariableCostRenamed: (state, { id, from, to }) =>
    reverted(subject(state, { id, name: to }), { name: to }, () => ({
      type: 'VariableCostRenamed',
      data: { id, from: to, to: from },
    })),
  VariableCostRateChanged: (state, { id, name, from, to }) =>
    reverted(subject(state, { id, name }), { percentage: to }, (row) => ({
      type: 'VariableCostRateChanged',
      data: { id, name: row.name, from: to, to: from },
    })),
  VariableCostRemoved(state, removed, sequence) {
    const { id, name, version } = removed;
    if (find(state, removed)) return changedSince({ kind: 'variable_cost', id, name }, 'back', false);
    if (state.variableCosts.size >= QUOTAS.variableCosts)
      return { refusal: 'too_many_variable_costs', limit: QUOTAS.variableCosts };
    return { type: 'VariableCostRestored', data: { id, ...fieldsOf(removed), version: version + 1, sequence } };
  },
};

export const variableCostPlaces: Places<VariableCostEvent, 'VariableCostRemoved'> = {
  VariableCostRemoved: (before, removed) => find(before, removed)?.sequence ?? 0,
};
