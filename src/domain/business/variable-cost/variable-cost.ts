import { changeEvolution, changesOf, valuesOf } from '../field-events.ts';
import type { UndoRefusal } from '../refusals.ts';
import type { ChangeEvent } from '../field.ts';
import { type VariableCost, variableCostFields, type VariableCostFields, type VariableCostTypes } from './fields.ts';
import { removedChannelRefusal, namesIn, scopeRefusal } from '../channel/channels.ts';
import { QUOTAS } from '../../limits.ts';
import type { Decisions } from '../decision.ts';
import { changeRow, type BusinessDraft, type Evolution, restoreRow } from '../business-draft.ts';
import {
  changedSinceRefusal,
  changeInverses,
  type Inverses,
  isRefused,
  type FormerPositions,
  unchanged,
} from '../inverse.ts';
import {
  type Change,
  type Command,
  type Event,
  type WithoutNulls,
  type VersionAndSequence,
  type VersionedId,
  withoutNulls,
} from '../message.ts';
import { isSameScope, type Scope } from '../channel/fields.ts';
import type { Business } from '../state.ts';

export type VariableCostCommand =
  | Command<'AddVariableCost', { id: string } & WithoutNulls<VariableCostFields>>
  | Command<'ChangeVariableCost', Change<VariableCostFields>>
  | Command<'RemoveVariableCost', VersionedId>;

export type VariableCostEvent =
  | Event<'VariableCostAdded', { id: string } & WithoutNulls<VariableCostFields>>
  | ChangeEvent<VariableCostTypes>
  /** `names`: the names of the channels in `to`. */
  | Event<'VariableCostChannelsChanged', { id: string; name: string; from: Scope; to: Scope; names: readonly string[] }>
  | Event<'VariableCostRemoved', { id: string } & WithoutNulls<VariableCostFields> & { version: number }>
  | Event<'VariableCostRestored', { id: string } & WithoutNulls<VariableCostFields> & VersionAndSequence>;

/** All fields of a variable cost; events that are older than a field lack it. */
export const variableCostValues = ({
  channels = null,
  ...plain
}: WithoutNulls<VariableCostFields>): VariableCostFields => ({
  ...valuesOf(variableCostFields, plain),
  channels,
});

const find = ({ variableCosts }: Business, { id }: { readonly id: string }): VariableCost | undefined =>
  variableCosts.get(id);

const versionOf = (state: Business, target: VersionedId): number | undefined => find(state, target)?.version;

export const variableCostDecisions: Decisions<VariableCostCommand, VariableCostEvent> = {
  AddVariableCost: {
    decide(state, { id, ...fields }) {
      if (find(state, { id }) || state.removed.has(id)) return { refusal: 'id_taken' };
      if (state.variableCosts.size >= QUOTAS.variableCosts)
        return { refusal: 'too_many_variable_costs', limit: QUOTAS.variableCosts };
      return (
        scopeRefusal(state, fields.channels) ?? [
          { type: 'VariableCostAdded', data: { id, ...withoutNulls(variableCostValues(fields)) } },
        ]
      );
    },
  },
  ChangeVariableCost: {
    version: versionOf,
    decide(state, command) {
      const cost = find(state, command);
      if (!cost) return { refusal: 'variable_cost_unknown' };
      return (
        scopeRefusal(state, command.channels) ?? [
          ...changesOf(variableCostFields, cost, command),
          ...scopeChange(state, cost, command),
        ]
      );
    },
  },
  RemoveVariableCost: {
    version: versionOf,
    decide(state, command) {
      const cost = find(state, command);
      if (!cost) return { refusal: 'variable_cost_unknown' };
      const { id, version } = cost;
      return [{ type: 'VariableCostRemoved', data: { id, ...withoutNulls(variableCostValues(cost)), version } }];
    },
  },
};

function scopeChange(
  state: Business,
  { id, name, channels: from }: VariableCost,
  { name: renamed = name, channels: to }: Change<VariableCostFields>,
): readonly VariableCostEvent[] {
  if (to === undefined || isSameScope(from, to)) return [];
  const names = namesIn(state, to);
  return [{ type: 'VariableCostChannelsChanged', data: { id, name: renamed, from, to, names } }];
}

export const variableCostEvolution: Evolution<VariableCostEvent, 'variableCosts'> = {
  VariableCostAdded: ({ variableCosts, sequence }, data) =>
    void variableCosts.set(data.id, { id: data.id, ...variableCostValues(data), version: 1, sequence }),
  ...changeEvolution(variableCostFields, ({ variableCosts }: BusinessDraft<'variableCosts'>) => variableCosts),
  VariableCostChannelsChanged: ({ variableCosts }, { id, to }) => changeRow(variableCosts, id, { channels: to }),
  VariableCostRemoved: ({ variableCosts }, { id }) => void variableCosts.delete(id),
  VariableCostRestored: ({ variableCosts }, data) =>
    restoreRow(variableCosts, { ...data, ...variableCostValues(data) }),
};

/** `known` is the cost with the name that the event recorded. */
const subjectOf = (state: Business, known: { readonly id: string; readonly name: string }) =>
  ({ kind: 'variable_cost', row: find(state, known), known }) as const;

/** Inverts the addition or restoration of a cost. */
function undoAddition(
  state: Business,
  added: { readonly id: string } & WithoutNulls<VariableCostFields>,
): VariableCostEvent | UndoRefusal {
  const fields = variableCostValues(added);
  const cost = unchanged(subjectOf(state, added), fields, false);
  return isRefused(cost)
    ? cost
    : { type: 'VariableCostRemoved', data: { id: cost.id, ...withoutNulls(fields), version: cost.version } };
}

export const variableCostInverses: Inverses<VariableCostEvent> = {
  VariableCostAdded: undoAddition,
  VariableCostRestored: undoAddition,
  ...changeInverses(variableCostFields, subjectOf),
  VariableCostChannelsChanged(state, { id, name, from, to }) {
    const cost = unchanged(subjectOf(state, { id, name }), { channels: to }, true);
    if (isRefused(cost)) return cost;
    const entity = { kind: 'variable_cost', id, name: cost.name } as const;
    return (
      removedChannelRefusal(state, entity, from) ?? {
        type: 'VariableCostChannelsChanged',
        data: { id, name: cost.name, from: to, to: from, names: namesIn(state, from) },
      }
    );
  },
  VariableCostRemoved(state, removed, sequence) {
    const { id, name, version } = removed;
    if (find(state, removed)) return changedSinceRefusal({ kind: 'variable_cost', id, name }, 'back', false);
    if (state.variableCosts.size >= QUOTAS.variableCosts)
      return { refusal: 'too_many_variable_costs', limit: QUOTAS.variableCosts };
    const fields = variableCostValues(removed);
    const back = { id, ...withoutNulls(fields), version: version + 1, sequence };
    return (
      removedChannelRefusal(state, { kind: 'variable_cost', id, name }, fields.channels) ?? {
        type: 'VariableCostRestored',
        data: back,
      }
    );
  },
};

export const variableCostFormerPositions: FormerPositions<VariableCostEvent, 'VariableCostRemoved'> = {
  VariableCostRemoved: (before, removed) => find(before, removed)?.sequence ?? 0,
};
