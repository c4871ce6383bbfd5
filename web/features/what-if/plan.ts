import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { CHANGE_SET_LIMIT } from '#contract/change-set.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { type PlanResult, attempt } from '#domain/consequences/simulate-commands.ts';
import { type DishConsequence, dishConsequences } from '#domain/consequences/dish-consequences.ts';
import {
  type ChangeableKind,
  commandOf,
  type Move,
  type MoveKind,
  type PercentMove,
} from '#domain/consequences/move.ts';
import { withSales } from '#domain/consequences/sales-moves.ts';
import { type BusinessFigures, businessFigures } from '#domain/figures/business-figures.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { Failure, Outcome } from '#web/stores/business/outcome.ts';
import { applyToNewest } from '../entry/change-set.ts';
import type { PlanStorage } from './plan-storage.ts';
import { type MoveStatus, statusOf } from './move-status.ts';
import { type Moves, moveOf, movesOf, type NamedMove, together, withAllMoved, without } from './moves.ts';
import { count } from '#domain/format.ts';

/** The id of the plan's element. */
export const PLAN_ID = 'plano';

export const changesIn = (number: number): string => (number === 1 ? '1 mudança' : `${count(number)} mudanças`);

const isSold = ({ kind }: Move): boolean => kind === 'sold';
const isChangeable = <Tried extends Move>(move: Tried): move is Tried & { readonly kind: ChangeableKind } =>
  move.kind !== 'sold';

/** A plan that has been applied. */
export interface AppliedPlan {
  /** The number of changed amounts. */
  readonly number: number;
  /** Undoes the plan and resolves to the failure if that is not possible. */
  readonly takeBack: (() => Promise<Failure | undefined>) | undefined;
}

/**
 * "E se?": simulated amounts on top of the current business, stored in this browser. They are sent only when the plan
 * is applied, as one change, which is decided again on the newest state.
 */
export class Plan {
  isApplying = false;
  /** The reason why applying failed. */
  failure: Failure | undefined = undefined;
  private all: Moves;
  /** Whether applying waits for a decision about newer values. */
  private isAwaitingDecision = false;
  readonly #business: BusinessStore;
  readonly #kept: PlanStorage;

  constructor(business: BusinessStore, kept: PlanStorage) {
    this.#business = business;
    this.#kept = kept;
    this.all = movesOf(kept.read());
    makeAutoObservable<this, 'all'>(this, { all: observableRef }, { autoBind: true });
  }

  get moves(): readonly NamedMove[] {
    return [...this.all.values()];
  }

  get isEmpty(): boolean {
    return this.all.size === 0;
  }

  /** The simulated amount; undefined if it is unchanged. */
  tried(kind: MoveKind, id: string): TenThousandths | undefined {
    return moveOf(this.all, { kind, id })?.to;
  }

  get attempt(): PlanResult {
    return this.attemptAt(this.moves);
  }

  get figures(): BusinessFigures {
    return this.isEmpty ? this.#business.figures : businessFigures(this.attempt.after);
  }

  /** The affected dishes, largest change first. */
  get dishes(): readonly DishConsequence[] {
    const { state, figures } = this.#business;
    const known = { before: figures.dishes, after: this.figures.dishes };
    return dishConsequences({ before: state, after: this.attempt.after, known });
  }

  /** Whether only sold quantities are simulated, which cannot be applied. */
  get isOnlySold(): boolean {
    return this.moves.every(isSold);
  }

  /** Moves whose amount somebody has changed to another value since. */
  get contested(): readonly (NamedMove & { readonly now: TenThousandths })[] {
    return this.moves.flatMap((move) => {
      const status = this.statusOf(move);
      return status.kind === 'drifted' ? [{ ...move, now: status.now }] : [];
    });
  }

  /** Whether a decision about conflicting values is needed before applying. */
  get isAsking(): boolean {
    return this.isAwaitingDecision && this.contested.length > 0;
  }

  /** Whether the plan exceeds the limit of one change. */
  get isTooMuch(): boolean {
    return this.attempt.changes.length > CHANGE_SET_LIMIT;
  }

  statusOf(move: NamedMove): MoveStatus {
    return statusOf(move, this.#business.state);
  }

  try(
    thing: Pick<Move, 'kind' | 'id'> & { readonly name: string; readonly amount: TenThousandths },
    to: TenThousandths,
  ): void {
    const { kind, id, name, amount } = thing;
    if (to === amount) this.leave(thing);
    else this.keep(together(this.all, movesOf([{ kind, id, name, from: amount, to }])));
  }

  /** Removes an amount from the plan. */
  leave(thing: Pick<Move, 'kind' | 'id'>): void {
    this.keep(without(this.all, [thing]));
  }

  /** Moves all amounts of a kind by the same percentage, replacing their earlier moves. */
  tryAll(kind: MoveKind, by: PercentMove): void {
    this.keep(withAllMoved(this.all, { kind, by, state: this.#business.state }));
  }

  /** Discards the plan. @returns restores it */
  throwAway(): () => void {
    const thrown = this.all;
    this.keep(new Map());
    return () => this.keep(together(thrown, this.all));
  }

  /** Keeps the saved values of conflicting amounts and removes those moves. */
  keepSaved(): void {
    this.keep(without(this.all, this.contested));
  }

  /** Accepts the saved values of conflicting amounts as seen, so that the plan overwrites them. */
  takeOver(): void {
    const known = this.contested.map(({ now, ...move }) => ({ ...move, from: now }));
    this.keep(together(this.all, movesOf(known)));
  }

  /**
   * Applies all possible moves as one change. The change is on screen at once; after a failure the plan is restored on
   * top of the current business. A conflict with newer values is asked about first.
   * @returns the applied plan once it is saved; undefined if nothing was applied
   */
  async apply(): Promise<AppliedPlan | undefined> {
    if (this.isApplying || this.attempt.changes.length === 0 || this.isTooMuch) return undefined;
    this.failure = undefined;
    this.isAwaitingDecision = this.contested.length > 0;
    if (this.isAwaitingDecision) return undefined;
    const applied = movesOf([...this.all.values()].filter(isChangeable));
    const onlyTried = without(this.all, [...applied.values()]);
    const moves = [...applied.values()];
    let changes: readonly SingleChange[] = [];
    const making = applyToNewest(this.#business, {
      commands: () => {
        changes = this.attemptAt(moves).changes;
        return changes;
      },
      isContested: () => moves.some((move) => this.statusOf(move).kind === 'drifted'),
    });
    this.isApplying = true;
    this.all = onlyTried;
    const ended = await making;
    return runInAction(() => {
      this.isApplying = false;
      // Moves that were made meanwhile stay, whatever the outcome.
      this.keep(ended.kind === 'saved' ? this.all : together(applied, this.all));
      if (ended.kind === 'failed') {
        this.isAwaitingDecision = ended.failure.isOutdated === true && this.contested.length > 0;
        if (!this.isAwaitingDecision) this.failure = ended.failure;
        return undefined;
      }
      const { undo } = ended;
      return { number: changes.length, takeBack: undo && (() => this.takeBack(undo, applied)) };
    });
  }

  /** Undoes the applied change and restores the plan. */
  private async takeBack(undo: () => Promise<Outcome>, moves: Moves): Promise<Failure | undefined> {
    const ended = await undo();
    if (ended.kind === 'failed') return ended.failure;
    this.keep(together(moves, this.all));
    return undefined;
  }

  /** Sold quantities are part of the simulated figures, but not of the change. */
  private attemptAt(moves: readonly NamedMove[]): PlanResult {
    const { state } = this.#business;
    const tried = attempt(
      state,
      moves.filter(isChangeable).map((move) => commandOf(move, state)),
    );
    return { ...tried, after: withSales(tried.after, state, moves.filter(isSold)) };
  }

  private keep(moves: Moves): void {
    this.all = moves;
    if (!this.isApplying) this.#kept.write([...moves.values()]);
  }
}
