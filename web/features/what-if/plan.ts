import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { CHANGE_SET_LIMIT } from '#contract/change-set.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { type PlanResult, simulateCommands } from '#domain/consequences/simulate-commands.ts';
import { type DishConsequence, dishConsequences } from '#domain/consequences/dish-consequences.ts';
import {
  type ChangeableKind,
  commandOf,
  type Move,
  type MoveKind,
  type PercentMove,
  amountOf,
} from '#domain/consequences/move.ts';
import { withSales } from '#domain/consequences/sales-moves.ts';
import { type BusinessFigures, businessFigures } from '#domain/figures/business-figures.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { Failure, SaveOutcome } from '#web/stores/business/outcome.ts';
import { applyToNewest } from '../entry/change-set.ts';
import type { PlanStorage } from './plan-storage.ts';
import { type Moves, findMove, toMoves, type NamedMove, mergedMoves, withAllMoved, withoutMoves } from './moves.ts';
import { formatCount } from '#domain/format.ts';
import type { Business } from '#domain/business/state.ts';

/** The id of the plan's element. */
export const PLAN_ID = 'plano';

export const changesText = (changeCount: number): string =>
  changeCount === 1 ? '1 mudança' : `${formatCount(changeCount)} mudanças`;

const isSold = ({ kind }: Move): boolean => kind === 'sold';
const isChangeable = <Tried extends Move>(move: Tried): move is Tried & { readonly kind: ChangeableKind } =>
  move.kind !== 'sold';

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
  private movesByKey: Moves;
  /** Tells whether applying waits for a decision about newer values. */
  private isAwaitingDecision = false;
  readonly #business: BusinessStore;
  readonly #storage: PlanStorage;

  constructor(business: BusinessStore, storage: PlanStorage) {
    this.#business = business;
    this.#storage = storage;
    this.movesByKey = toMoves(storage.read());
    makeAutoObservable<this, 'movesByKey'>(this, { movesByKey: observableRef }, { autoBind: true });
  }

  get moves(): readonly NamedMove[] {
    return [...this.movesByKey.values()];
  }

  get isEmpty(): boolean {
    return this.movesByKey.size === 0;
  }

  /** The simulated amount; undefined if it is unchanged. */
  simulatedAmount(kind: MoveKind, id: string): TenThousandths | undefined {
    return findMove(this.movesByKey, { kind, id })?.to;
  }

  get attempt(): PlanResult {
    return this.attemptOf(this.moves);
  }

  get figures(): BusinessFigures {
    return this.isEmpty ? this.#business.figures : businessFigures(this.attempt.after);
  }

  /** The affected dishes, largest change first. */
  get dishes(): readonly DishConsequence[] {
    const { state, figures } = this.#business;
    const figuresBeforeAfter = { before: figures.dishes, after: this.figures.dishes };
    return dishConsequences({ before: state, after: this.attempt.after, figuresBeforeAfter: figuresBeforeAfter });
  }

  /** Tells whether only sold quantities are simulated, which cannot be applied. */
  get hasOnlySales(): boolean {
    return this.moves.every(isSold);
  }

  /** Moves whose amount somebody has changed to another value since. */
  get conflicts(): readonly (NamedMove & { readonly now: TenThousandths })[] {
    return this.moves.flatMap((move) => {
      const status = this.statusOf(move);
      return status.kind === 'drifted' ? [{ ...move, now: status.now }] : [];
    });
  }

  /** Tells whether a decision about conflicting values is needed before applying. */
  get needsDecision(): boolean {
    return this.isAwaitingDecision && this.conflicts.length > 0;
  }

  /** Tells whether the plan exceeds the limit of one change. */
  get isTooLarge(): boolean {
    return this.attempt.changes.length > CHANGE_SET_LIMIT;
  }

  statusOf(move: NamedMove): MoveStatus {
    return statusOf(move, this.#business.state);
  }

  simulate(
    target: Pick<Move, 'kind' | 'id'> & { readonly name: string; readonly amount: TenThousandths },
    to: TenThousandths,
  ): void {
    const { kind, id, name, amount } = target;
    if (to === amount) this.remove(target);
    else this.replaceMoves(mergedMoves(this.movesByKey, toMoves([{ kind, id, name, from: amount, to }])));
  }

  /** Removes an amount from the plan. */
  remove(target: Pick<Move, 'kind' | 'id'>): void {
    this.replaceMoves(withoutMoves(this.movesByKey, [target]));
  }

  /** Moves all amounts of a kind by the same percentage, replacing their earlier moves. */
  simulateAll(kind: MoveKind, by: PercentMove): void {
    this.replaceMoves(withAllMoved(this.movesByKey, { kind, percentMove: by, state: this.#business.state }));
  }

  /** Discards the plan. @returns a function that restores it */
  discard(): () => void {
    const discarded = this.movesByKey;
    this.replaceMoves(new Map());
    return () => this.replaceMoves(mergedMoves(discarded, this.movesByKey));
  }

  /** Keeps the saved values of conflicting amounts and removes those moves. */
  keepSaved(): void {
    this.replaceMoves(withoutMoves(this.movesByKey, this.conflicts));
  }

  /** Accepts the saved values of conflicting amounts as seen, so that the plan overwrites them. */
  keepInput(): void {
    const known = this.conflicts.map(({ now, ...move }) => ({ ...move, from: now }));
    this.replaceMoves(mergedMoves(this.movesByKey, toMoves(known)));
  }

  /**
   * Applies all possible moves as one change. The change is on screen at once; after a failure the plan is restored on
   * top of the current business. It asks first about conflicts with newer values.
   * @returns the applied plan once it is saved; undefined if nothing was applied
   */
  async apply(): Promise<AppliedPlan | undefined> {
    if (this.isApplying || this.attempt.changes.length === 0 || this.isTooLarge) return undefined;
    this.failure = undefined;
    this.isAwaitingDecision = this.conflicts.length > 0;
    if (this.isAwaitingDecision) return undefined;
    const applied = toMoves([...this.movesByKey.values()].filter(isChangeable));
    const salesMoves = withoutMoves(this.movesByKey, [...applied.values()]);
    const moves = [...applied.values()];
    let changes: readonly SingleCommand[] = [];
    const pendingChange = applyToNewest(this.#business, {
      commands: () => {
        changes = this.attemptOf(moves).changes;
        return changes;
      },
      isContested: () => moves.some((move) => this.statusOf(move).kind === 'drifted'),
    });
    this.isApplying = true;
    this.movesByKey = salesMoves;
    const outcome = await pendingChange;
    return runInAction(() => {
      this.isApplying = false;
      // Moves that were made meanwhile stay, whatever the outcome.
      this.replaceMoves(outcome.kind === 'saved' ? this.movesByKey : mergedMoves(applied, this.movesByKey));
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
  private async undoPlan(undo: () => Promise<SaveOutcome>, moves: Moves): Promise<Failure | undefined> {
    const outcome = await undo();
    if (outcome.kind === 'failed') return outcome.failure;
    this.replaceMoves(mergedMoves(moves, this.movesByKey));
    return undefined;
  }

  /** Sold quantities are part of the simulated figures, but not of the change. */
  private attemptOf(moves: readonly NamedMove[]): PlanResult {
    const { state } = this.#business;
    const result = simulateCommands(
      state,
      moves.filter(isChangeable).map((move) => commandOf(move, state)),
    );
    return { ...result, after: withSales(result.after, state, moves.filter(isSold)) };
  }

  private replaceMoves(moves: Moves): void {
    this.movesByKey = moves;
    if (!this.isApplying) this.#storage.write([...moves.values()]);
  }
}

/** The state of a move after changes of the business. */
export type MoveStatus =
  | { readonly kind: 'fits' }
  /** The entity has been removed. */
  | { readonly kind: 'gone' }
  /** The amount already has the simulated value. */
  | { readonly kind: 'done' }
  /** The amount was changed by somebody; `now` is its current value, on which the move is based from now on. */
  | { readonly kind: 'drifted'; readonly now: TenThousandths };

/** Compares a move with the current amount. */
function statusOf({ kind, id, from, to }: Move, state: Business): MoveStatus {
  const now = amountOf({ kind, id }, state);
  // An empty month still exists.
  if (now === undefined && kind !== 'month') return { kind: 'gone' };
  if ((now ?? 0) === to) return { kind: 'done' };
  return (now ?? 0) === from ? { kind: 'fits' } : { kind: 'drifted', now: now ?? 0 };
}
