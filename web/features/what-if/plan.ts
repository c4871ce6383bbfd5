import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { CHANGE_SET_LIMIT } from '#contract/change-set.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { type PlanResult, simulateCommands } from '#domain/consequences/simulate-commands.ts';
import { type DishConsequence, dishConsequences } from '#domain/consequences/dish-consequences.ts';
import {
  type ChangeableKind,
  commandOf,
  type SimulatedAmount,
  type SimulatedKind,
  type PercentChange,
  amountOf,
} from '#domain/consequences/simulated-amount.ts';
import { withSales } from '#domain/consequences/simulated-sales.ts';
import { type BusinessFigures, businessFigures } from '#domain/figures/business-figures.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { Failure, SaveOutcome } from '#web/stores/business/outcome.ts';
import { applyToNewest } from '../entry/change-set.ts';
import type { PlanStorage } from './plan-storage.ts';
import {
  type SimulatedAmounts,
  findSimulatedAmount,
  toSimulatedAmounts,
  type NamedSimulatedAmount,
  mergeAmounts,
  simulateAllByPercent,
  withoutAmounts,
} from './simulated-amounts.ts';
import { formatCount } from '#domain/format.ts';
import type { Business } from '#domain/business/state.ts';

/** The id of the plan's element. */
export const PLAN_ID = 'plano';

export const changesText = (changeCount: number): string =>
  changeCount === 1 ? '1 mudança' : `${formatCount(changeCount)} mudanças`;

const isSold = ({ kind }: SimulatedAmount): boolean => kind === 'sold';
const isChangeable = <SomeAmount extends SimulatedAmount>(
  amount: SomeAmount,
): amount is SomeAmount & { readonly kind: ChangeableKind } => amount.kind !== 'sold';

/** A plan that has been applied. */
export interface AppliedPlan {
  /** The number of changed amounts. */
  readonly changeCount: number;
  /** Undoes the plan and resolves to the failure if that is not possible. */
  readonly undo: (() => Promise<Failure | undefined>) | undefined;
}

/**
 * "E se?": simulated amounts on top of the current business, stored in this browser. They are sent only when the plan
 * is applied, as one change, which is decided again on the newest state.
 */
export class Plan {
  isApplying = false;
  /** The reason why applying failed. */
  failure: Failure | undefined = undefined;
  private amountsByKey: SimulatedAmounts;
  /** Tells whether applying waits for a decision about newer values. */
  private isAwaitingDecision = false;
  readonly #business: BusinessStore;
  readonly #storage: PlanStorage;

  constructor(business: BusinessStore, storage: PlanStorage) {
    this.#business = business;
    this.#storage = storage;
    this.amountsByKey = toSimulatedAmounts(storage.read());
    makeAutoObservable<this, 'amountsByKey'>(this, { amountsByKey: observableRef }, { autoBind: true });
  }

  get amounts(): readonly NamedSimulatedAmount[] {
    return [...this.amountsByKey.values()];
  }

  get isEmpty(): boolean {
    return this.amountsByKey.size === 0;
  }

  /** The simulated amount; undefined if it is unchanged. */
  simulatedAmount(kind: SimulatedKind, id: string): TenThousandths | undefined {
    return findSimulatedAmount(this.amountsByKey, { kind, id })?.to;
  }

  get simulation(): PlanResult {
    return this.simulationOf(this.amounts);
  }

  get figures(): BusinessFigures {
    return this.isEmpty ? this.#business.figures : businessFigures(this.simulation.after);
  }

  /** The affected dishes, largest change first. */
  get dishes(): readonly DishConsequence[] {
    const { state, figures } = this.#business;
    const figuresBeforeAfter = { before: figures.dishes, after: this.figures.dishes };
    return dishConsequences({ before: state, after: this.simulation.after, figuresBeforeAfter });
  }

  /** Tells whether only sold quantities are simulated, which cannot be applied. */
  get hasOnlySales(): boolean {
    return this.amounts.every(isSold);
  }

  /** The simulated amounts that somebody has changed to another value since. */
  get conflicts(): readonly (NamedSimulatedAmount & { readonly now: TenThousandths })[] {
    return this.amounts.flatMap((amount) => {
      const status = this.statusOf(amount);
      return status.kind === 'drifted' ? [{ ...amount, now: status.now }] : [];
    });
  }

  /** Tells whether a decision about conflicting values is needed before applying. */
  get needsDecision(): boolean {
    return this.isAwaitingDecision && this.conflicts.length > 0;
  }

  /** Tells whether the plan exceeds the limit of one change. */
  get isTooLarge(): boolean {
    return this.simulation.changes.length > CHANGE_SET_LIMIT;
  }

  statusOf(amount: NamedSimulatedAmount): AmountStatus {
    return statusOf(amount, this.#business.state);
  }

  simulate(
    target: Pick<SimulatedAmount, 'kind' | 'id'> & { readonly name: string; readonly amount: TenThousandths },
    to: TenThousandths,
  ): void {
    const { kind, id, name, amount } = target;
    if (to === amount) this.remove(target);
    else
      this.replaceAmounts(mergeAmounts(this.amountsByKey, toSimulatedAmounts([{ kind, id, name, from: amount, to }])));
  }

  /** Removes an amount from the plan. */
  remove(target: Pick<SimulatedAmount, 'kind' | 'id'>): void {
    this.replaceAmounts(withoutAmounts(this.amountsByKey, [target]));
  }

  /** Changes all amounts of a kind by the same percentage, in place of what was simulated for them before. */
  simulateAll(kind: SimulatedKind, by: PercentChange): void {
    this.replaceAmounts(
      simulateAllByPercent(this.amountsByKey, { kind, percentChange: by, state: this.#business.state }),
    );
  }

  /** Discards the plan. @returns a function that restores it */
  discard(): () => void {
    const discarded = this.amountsByKey;
    this.replaceAmounts(new Map());
    return () => this.replaceAmounts(mergeAmounts(discarded, this.amountsByKey));
  }

  /** Removes conflicting amounts from the plan, so that their saved values stay. */
  dropConflicts(): void {
    this.replaceAmounts(withoutAmounts(this.amountsByKey, this.conflicts));
  }

  /** Accepts the saved values of conflicting amounts as seen, so that the plan overwrites them. */
  overwriteConflicts(): void {
    const acceptedAmounts = this.conflicts.map(({ now, ...amount }) => ({ ...amount, from: now }));
    this.replaceAmounts(mergeAmounts(this.amountsByKey, toSimulatedAmounts(acceptedAmounts)));
  }

  /**
   * Applies all amounts that can be applied, as one change. The change is on screen at once; after a failure the plan
   * is restored on top of the current business. It asks first about conflicts with newer values.
   * @returns the applied plan once it is saved; undefined if nothing was applied
   */
  async apply(): Promise<AppliedPlan | undefined> {
    if (this.isApplying || this.simulation.changes.length === 0 || this.isTooLarge) return undefined;
    this.failure = undefined;
    this.isAwaitingDecision = this.conflicts.length > 0;
    if (this.isAwaitingDecision) return undefined;
    const applied = toSimulatedAmounts([...this.amountsByKey.values()].filter(isChangeable));
    const soldAmounts = withoutAmounts(this.amountsByKey, [...applied.values()]);
    const amounts = [...applied.values()];
    let changes: readonly SingleCommand[] = [];
    const pendingChange = applyToNewest(this.#business, {
      commands: () => {
        changes = this.simulationOf(amounts).changes;
        return changes;
      },
      isContested: () => amounts.some((amount) => this.statusOf(amount).kind === 'drifted'),
    });
    this.isApplying = true;
    this.amountsByKey = soldAmounts;
    const outcome = await pendingChange;
    return runInAction(() => {
      this.isApplying = false;
      // Amounts that were simulated meanwhile stay, whatever the outcome.
      this.replaceAmounts(outcome.kind === 'saved' ? this.amountsByKey : mergeAmounts(applied, this.amountsByKey));
      if (outcome.kind === 'failed') {
        this.isAwaitingDecision = outcome.failure.isOutdated === true && this.conflicts.length > 0;
        if (!this.isAwaitingDecision) this.failure = outcome.failure;
        return undefined;
      }
      const { undo } = outcome;
      return { changeCount: changes.length, undo: undo && (() => this.undoPlan(undo, applied)) };
    });
  }

  /** Undoes the applied change and restores the plan. */
  private async undoPlan(undo: () => Promise<SaveOutcome>, amounts: SimulatedAmounts): Promise<Failure | undefined> {
    const outcome = await undo();
    if (outcome.kind === 'failed') return outcome.failure;
    this.replaceAmounts(mergeAmounts(amounts, this.amountsByKey));
    return undefined;
  }

  /** Sold quantities are part of the simulated figures, but not of the change. */
  private simulationOf(amounts: readonly NamedSimulatedAmount[]): PlanResult {
    const { state } = this.#business;
    const result = simulateCommands(
      state,
      amounts.filter(isChangeable).map((amount) => commandOf(amount, state)),
    );
    return { ...result, after: withSales(result.after, state, amounts.filter(isSold)) };
  }

  private replaceAmounts(amounts: SimulatedAmounts): void {
    this.amountsByKey = amounts;
    if (!this.isApplying) this.#storage.write([...amounts.values()]);
  }
}

/** The state of a simulated amount after changes of the business. */
export type AmountStatus =
  | { readonly kind: 'fits' }
  /** The entity has been removed. */
  | { readonly kind: 'gone' }
  /** The amount already has the simulated value. */
  | { readonly kind: 'done' }
  /** The amount was changed by somebody; `now` is its current value, on which the simulation is based from now on. */
  | { readonly kind: 'drifted'; readonly now: TenThousandths };

/** Compares a simulated amount with the current one. */
function statusOf({ kind, id, from, to }: SimulatedAmount, state: Business): AmountStatus {
  const now = amountOf({ kind, id }, state);
  // An empty month still exists.
  if (now === undefined && kind !== 'month') return { kind: 'gone' };
  if ((now ?? 0) === to) return { kind: 'done' };
  return (now ?? 0) === from ? { kind: 'fits' } : { kind: 'drifted', now: now ?? 0 };
}
