import type { Business } from '#domain/business/state.ts';
import {
  type SimulatedAmount,
  type SimulatedKind,
  simulateByPercent,
  type PercentChange,
} from '#domain/consequences/simulated-amount.ts';
import { simulatableAmountsOf } from './simulatable-amounts.ts';

/** A simulated amount with the name of its entity, which may have been removed when the plan is shown again. */
export interface NamedSimulatedAmount extends SimulatedAmount {
  readonly name: string;
}

type AmountReference = Pick<SimulatedAmount, 'kind' | 'id'>;

/** The simulated amounts by their references, in the order in which they were first simulated. */
export type SimulatedAmounts = ReadonlyMap<string, NamedSimulatedAmount>;

const keyOf = ({ kind, id }: AmountReference): string => `${kind} ${id}`;

export const toSimulatedAmounts = (amounts: readonly NamedSimulatedAmount[]): SimulatedAmounts =>
  new Map(amounts.map((amount) => [keyOf(amount), amount]));

export const findSimulatedAmount = (
  amounts: SimulatedAmounts,
  target: AmountReference,
): NamedSimulatedAmount | undefined => amounts.get(keyOf(target));

/** Merges two plans; the amounts of the second win. */
export const mergeAmounts = (amounts: SimulatedAmounts, newerAmounts: SimulatedAmounts): SimulatedAmounts =>
  new Map([...amounts, ...newerAmounts]);

/** The plan without these amounts. */
export function withoutAmounts(amounts: SimulatedAmounts, targets: readonly AmountReference[]): SimulatedAmounts {
  const remaining = new Map(amounts);
  for (const target of targets) remaining.delete(keyOf(target));
  return remaining;
}

/** The plan with all amounts of a kind changed by the same percentage, in place of their earlier changes. */
export function simulateAllByPercent(
  amounts: SimulatedAmounts,
  {
    kind,
    percentChange,
    state,
  }: { readonly kind: SimulatedKind; readonly percentChange: PercentChange; readonly state: Business },
): SimulatedAmounts {
  const targets = simulatableAmountsOf(kind, state);
  const names = new Map(targets.map(({ id, name }) => [id, name]));
  const others = [...amounts.values()].filter((amount) => amount.kind !== kind);
  const changedAmounts = simulateByPercent(targets, percentChange).map((amount) => ({
    ...amount,
    name: names.get(amount.id) ?? '',
  }));
  return toSimulatedAmounts([...others, ...changedAmounts]);
}
