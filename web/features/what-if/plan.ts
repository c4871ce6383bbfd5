import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { CHANGE_SET_LIMIT } from '#contract/change-set.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import type { Units } from '#domain/decimal.ts';
import { type Attempt, attempt } from '#domain/consequences/attempt.ts';
import { type DishConsequence, dishConsequences } from '#domain/consequences/dish-consequences.ts';
import {
  type ChangeableKind,
  commandOf,
  type Move,
  type MoveKind,
  type PercentMove,
} from '#domain/consequences/move.ts';
import { withSold } from '#domain/consequences/sold-moves.ts';
import { type BusinessFigures, businessFigures } from '#domain/figures/business-figures.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { Failure, Outcome } from '#web/stores/business/outcome.ts';
import { makeOnNewest } from '../entry/change-set.ts';
import type { KeptPlan } from './kept-plan.ts';
import { type MoveStatus, statusOf } from './move-status.ts';
import { type Moves, moveOf, movesOf, type NamedMove, together, withAllMoved, without } from './moves.ts';
import { count } from '#domain/format.ts';

/** Where on the page the plan stands. */
export const PLAN_ID = 'plano';

export const changesIn = (number: number): string => (number === 1 ? '1 mudança' : `${count(number)} mudanças`);

const isSold = ({ kind }: Move): boolean => kind === 'sold';
const isChangeable = <Tried extends Move>(move: Tried): move is Tried & { readonly kind: ChangeableKind } =>
  move.kind !== 'sold';

/** A plan that was made real. */
export interface AppliedPlan {
  /** How many things it changed. */
  readonly number: number;
  /** Told why not, when it could not be. */
  readonly takeBack: (() => Promise<Failure | undefined>) | undefined;
}

/**
 * "E se?": amounts tried on top of the business as it stands, held in this browser. Nothing of it is sent until it is
 * applied, and then as one change. It is decided again on whatever the business has become.
 */
export class Plan {
  isApplying = false;
  /** Why it was not applied. */
  failure: Failure | undefined = undefined;
  private all: Moves;
  /** It was to be applied while somebody else's newer values stood against it. */
  private isHeldUp = false;
  readonly #business: BusinessStore;
  readonly #kept: KeptPlan;

  constructor(business: BusinessStore, kept: KeptPlan) {
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

  /** What is tried for a thing; undefined while it is left as it is. */
  tried(kind: MoveKind, id: string): Units | undefined {
    return moveOf(this.all, { kind, id })?.to;
  }

  get attempt(): Attempt {
    return this.attemptAt(this.moves);
  }

  get figures(): BusinessFigures {
    return this.isEmpty ? this.#business.figures : businessFigures(this.attempt.after);
  }

  /** The dishes that it changes, the largest change first. */
  get dishes(): readonly DishConsequence[] {
    const { state, figures } = this.#business;
    const known = { before: figures.dishes, after: this.figures.dishes };
    return dishConsequences({ before: state, after: this.attempt.after, known });
  }

  /** Is nothing tried but what is sold, which is never made real? */
  get isOnlySold(): boolean {
    return this.moves.every(isSold);
  }

  /** What somebody has changed since it was moved here, to something else. */
  get contested(): readonly (NamedMove & { readonly now: Units })[] {
    return this.moves.flatMap((move) => {
      const status = this.statusOf(move);
      return status.kind === 'drifted' ? [{ ...move, now: status.now }] : [];
    });
  }

  /** Is it to be said which of the two values counts, before anything is applied? */
  get isAsking(): boolean {
    return this.isHeldUp && this.contested.length > 0;
  }

  /** More than travel as one change? */
  get isTooMuch(): boolean {
    return this.attempt.changes.length > CHANGE_SET_LIMIT;
  }

  statusOf(move: NamedMove): MoveStatus {
    return statusOf(move, this.#business.state);
  }

  try(thing: Pick<Move, 'kind' | 'id'> & { readonly name: string; readonly amount: Units }, to: Units): void {
    const { kind, id, name, amount } = thing;
    if (to === amount) this.leave(thing);
    else this.keep(together(this.all, movesOf([{ kind, id, name, from: amount, to }])));
  }

  /** Takes one thing out of the plan. */
  leave(thing: Pick<Move, 'kind' | 'id'>): void {
    this.keep(without(this.all, [thing]));
  }

  /** Everything of one kind by the same percentage of what it is today, in place of what was tried for it. */
  tryAll(kind: MoveKind, by: PercentMove): void {
    this.keep(withAllMoved(this.all, { kind, by, state: this.#business.state }));
  }

  /** Back to the business as it is. Returns the way back to the plan. */
  throwAway(): () => void {
    const thrown = this.all;
    this.keep(new Map());
    return () => this.keep(together(thrown, this.all));
  }

  /** What is contested stays as it is saved, and is no longer part of the plan. */
  keepSaved(): void {
    this.keep(without(this.all, this.contested));
  }

  /** What is contested is known now: it goes from there, and is meant to be changed. */
  takeOver(): void {
    const known = this.contested.map(({ now, ...move }) => ({ ...move, from: now }));
    this.keep(together(this.all, movesOf(known)));
  }

  /**
   * Makes it real, as one change of all that still can be made. On screen at once; if it fails the plan is there again,
   * over whatever the business has become. While newer values stand against it nothing is applied: it asks.
   * @returns what was done, once it is saved; undefined when nothing was
   */
  async apply(): Promise<AppliedPlan | undefined> {
    if (this.isApplying || this.attempt.changes.length === 0 || this.isTooMuch) return undefined;
    this.failure = undefined;
    this.isHeldUp = this.contested.length > 0;
    if (this.isHeldUp) return undefined;
    const applied = movesOf([...this.all.values()].filter(isChangeable));
    const onlyTried = without(this.all, [...applied.values()]);
    const moves = [...applied.values()];
    let changes: readonly SingleChange[] = [];
    const making = makeOnNewest(this.#business, {
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
      // What was tried meanwhile stays, whatever became of the rest.
      this.keep(ended.kind === 'saved' ? this.all : together(applied, this.all));
      if (ended.kind === 'failed') {
        this.isHeldUp = ended.failure.isOutdated === true && this.contested.length > 0;
        if (!this.isHeldUp) this.failure = ended.failure;
        return undefined;
      }
      const { undo } = ended;
      return { number: changes.length, takeBack: undo && (() => this.takeBack(undo, applied)) };
    });
  }

  /** The business as it was, and the plan beside it again. */
  private async takeBack(undo: () => Promise<Outcome>, moves: Moves): Promise<Failure | undefined> {
    const ended = await undo();
    if (ended.kind === 'failed') return ended.failure;
    this.keep(together(moves, this.all));
    return undefined;
  }

  /** What is tried of what is sold is in what would be, and not among the changes. */
  private attemptAt(moves: readonly NamedMove[]): Attempt {
    const { state } = this.#business;
    const tried = attempt(
      state,
      moves.filter(isChangeable).map((move) => commandOf(move, state)),
    );
    return { ...tried, after: withSold(tried.after, state, moves.filter(isSold)) };
  }

  private keep(moves: Moves): void {
    this.all = moves;
    if (!this.isApplying) this.#kept.write([...moves.values()]);
  }
}
