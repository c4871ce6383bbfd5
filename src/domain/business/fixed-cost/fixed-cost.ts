import type { UndoRefusal } from '../refusals.ts';
import { QUOTAS } from '../../limits.ts';
import type { Decisions } from '../decision.ts';
import { type BusinessDraft, type Evolution, restoreRow } from '../business-draft.ts';
import type { ChangeEvent } from '../field.ts';
import { changeEvolution, changesOf, valuesWithoutNulls, valuesOf } from '../field-events.ts';
import {
  changedSinceRefusal,
  changeInverses,
  type Inverses,
  isRefused,
  type FormerPositions,
  unchanged,
} from '../inverse.ts';
import type { Change, Command, Event, WithoutNulls, VersionAndSequence, VersionedId } from '../message.ts';
import type { Business } from '../state.ts';
import { type FixedCost, type FixedCostFields, fixedCostFields, type FixedCostTypes } from './fields.ts';

export type FixedCostCommand =
  | Command<'AddFixedCost', { id: string } & WithoutNulls<FixedCostFields>>
  | Command<'ChangeFixedCost', Change<FixedCostFields>>
  | Command<'RemoveFixedCost', VersionedId>;

export type FixedCostEvent =
  | Event<'FixedCostAdded', { id: string } & WithoutNulls<FixedCostFields>>
  | ChangeEvent<FixedCostTypes>
  | Event<'FixedCostRemoved', { id: string } & WithoutNulls<FixedCostFields> & { version: number }>
  | Event<'FixedCostRestored', { id: string } & WithoutNulls<FixedCostFields> & VersionAndSequence>;

const eventFieldsOf = (fields: WithoutNulls<FixedCostFields>): WithoutNulls<FixedCostFields> =>
  valuesWithoutNulls(fixedCostFields, fields);
const fieldsOf = (fields: WithoutNulls<FixedCostFields>): FixedCostFields => valuesOf(fixedCostFields, fields);

const find = ({ fixedCosts }: Business, { id }: { readonly id: string }): FixedCost | undefined => fixedCosts.get(id);

const versionOf = (state: Business, target: VersionedId): number | undefined => find(state, target)?.version;

export const fixedCostDecisions: Decisions<FixedCostCommand, FixedCostEvent> = {
  AddFixedCost: {
    decide(state, { id, ...fields }) {
      if (find(state, { id }) || state.removed.has(id)) return { refusal: 'id_taken' };
      if (state.fixedCosts.size >= QUOTAS.fixedCosts)
        return { refusal: 'too_many_fixed_costs', limit: QUOTAS.fixedCosts };
      return [{ type: 'FixedCostAdded', data: { id, ...eventFieldsOf(fields) } }];
    },
  },
  ChangeFixedCost: {
    version: versionOf,
    decide(state, command) {
      const cost = find(state, command);
      return cost ? changesOf(fixedCostFields, cost, command) : { refusal: 'fixed_cost_unknown' };
    },
  },
  RemoveFixedCost: {
    version: versionOf,
    decide(state, command) {
      const cost = find(state, command);
      if (!cost) return { refusal: 'fixed_cost_unknown' };
      const { id, version } = cost;
      return [{ type: 'FixedCostRemoved', data: { id, ...eventFieldsOf(cost), version } }];
    },
  },
};

export const fixedCostEvolution: Evolution<FixedCostEvent, 'fixedCosts'> = {
  FixedCostAdded: ({ fixedCosts, sequence }, data) =>
    void fixedCosts.set(data.id, { id: data.id, ...fieldsOf(data), version: 1, sequence }),
  ...changeEvolution(fixedCostFields, ({ fixedCosts }: BusinessDraft<'fixedCosts'>) => fixedCosts),
  FixedCostRemoved: ({ fixedCosts }, { id }) => void fixedCosts.delete(id),
  FixedCostRestored: ({ fixedCosts }, data) => restoreRow(fixedCosts, { ...data, ...fieldsOf(data) }),
};

/** `known` is the cost with the name that the event recorded. */
const subjectOf = (state: Business, known: { readonly id: string; readonly name: string }) =>
  ({ kind: 'fixed_cost', row: find(state, known), known }) as const;

/** Inverts the addition or restoration of a cost. */
function undoAddition(
  state: Business,
  added: { readonly id: string } & WithoutNulls<FixedCostFields>,
): FixedCostEvent | UndoRefusal {
  const fields = fieldsOf(added);
  const cost = unchanged(subjectOf(state, added), fields, false);
  return isRefused(cost)
    ? cost
    : { type: 'FixedCostRemoved', data: { id: cost.id, ...eventFieldsOf(fields), version: cost.version } };
}

export const fixedCostInverses: Inverses<FixedCostEvent> = {
  FixedCostAdded: undoAddition,
  FixedCostRestored: undoAddition,
  ...changeInverses(fixedCostFields, subjectOf),
  FixedCostRemoved(state, removed, sequence) {
    const { id, name, version } = removed;
    if (find(state, removed)) return changedSinceRefusal({ kind: 'fixed_cost', id, name }, 'back', false);
    if (state.fixedCosts.size >= QUOTAS.fixedCosts)
      return { refusal: 'too_many_fixed_costs', limit: QUOTAS.fixedCosts };
    return { type: 'FixedCostRestored', data: { id, ...eventFieldsOf(removed), version: version + 1, sequence } };
  },
};

export const fixedCostFormerPositions: FormerPositions<FixedCostEvent, 'FixedCostRemoved'> = {
  FixedCostRemoved: (before, removed) => find(before, removed)?.sequence ?? 0,
};
