import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { CHANGE_SET_LIMIT } from '#contract/change-set.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import type { Units } from '#domain/decimal.ts';
import { type Attempt, attempt } from '#domain/consequences/attempt.ts';
import { type DishConsequence, dishConsequences } from '#domain/consequences/dish-consequences.ts';
import { amountOf, commandOf, type Move, type MoveKind, movedBy, type PercentMove } from '#domain/consequences/move.ts';
import { type BusinessFigures, businessFigures } from '#domain/figures/business-figures.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { Failure } from '#web/stores/business/outcome.ts';
import type { KeptPlan } from './kept-plan.ts';
import { movablesOf } from './movables.ts';

/** With the name that the thing had: it may be gone when the move is looked at again. */
export interface NamedMove extends Move {
  readonly name: string;
}

/** What became of a move in the meantime. */
export type MoveStanding =
  | { readonly kind: 'fits' }
  /** The thing is not there any more. */
  | { readonly kind: 'gone' }
  /** It already is what was to be tried. */
  | { readonly kind: 'done' }
  /** Somebody changed it; `now` is what stands, and the move goes from there. */
  | { readonly kind: 'drifted'; readonly now: Units };

/** A plan that was made real. */
export interface Applied {
  /** How many things it changed. */
  readonly number: number;
  /** Told why not, when it could not be. */
  readonly takeBack: () => Promise<Failure | undefined>;
}

type Moves = ReadonlyMap<string, NamedMove>;

const keyOf = ({ kind, id }: Pick<Move, 'kind' | 'id'>): string => `${kind} ${id}`;

/**
 * "E se?": amounts tried on top of the business as it stands, held in this browser. Nothing of it is sent until it is
 * applied, and then as one change. It is decided again on whatever the business has become.
 */
export class Plan {
  isApplying = false;
  /** Why it was not applied. */
  failure: Failure | undefined = undefined;
  private all: Moves;
  readonly #business: BusinessStore;
  readonly #kept: KeptPlan;

  constructor(business: BusinessStore, kept: KeptPlan) {
    this.#business = business;
    this.#kept = kept;
    this.all = new Map(kept.read().map((move) => [keyOf(move), move]));
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
    return this.all.get(keyOf({ kind, id }))?.to;
  }

  get attempt(): Attempt {
    const { state } = this.#business;
    return attempt(
      state,
      this.moves.map((move) => commandOf(move, state)),
    );
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

  /** More than travel as one change? */
  get isTooMuch(): boolean {
    return this.attempt.changes.length > CHANGE_SET_LIMIT;
  }

  standingOf({ kind, id, from, to }: NamedMove): MoveStanding {
    const now = amountOf({ kind, id }, this.#business.state);
    // A month that nobody has filled in is there all the same.
    if (now === undefined && kind !== 'month') return { kind: 'gone' };
    if ((now ?? 0) === to) return { kind: 'done' };
    return (now ?? 0) === from ? { kind: 'fits' } : { kind: 'drifted', now: now ?? 0 };
  }

  try(thing: Pick<Move, 'kind' | 'id'> & { readonly name: string; readonly amount: Units }, to: Units): void {
    const { kind, id, name, amount } = thing;
    if (to === amount) this.leave(thing);
    else this.keep(new Map(this.all).set(keyOf(thing), { kind, id, name, from: amount, to }));
  }

  /** Takes one thing out of the plan. */
  leave(thing: Pick<Move, 'kind' | 'id'>): void {
    const rest = new Map(this.all);
    rest.delete(keyOf(thing));
    this.keep(rest);
  }

  /** Everything of one kind by the same percentage of what it is today, in place of what was tried for it. */
  tryAll(kind: MoveKind, by: PercentMove): void {
    const things = movablesOf(kind, this.#business.state);
    const names = new Map(things.map(({ id, name }) => [id, name]));
    const others = this.moves.filter((move) => move.kind !== kind);
    const moved = movedBy(things, by).map((move) => ({ ...move, name: names.get(move.id) ?? '' }));
    this.keep(new Map([...others, ...moved].map((move) => [keyOf(move), move])));
  }

  /** Back to the business as it is. Returns the way back to the plan. */
  throwAway(): () => void {
    const thrown = this.all;
    this.keep(new Map());
    return () => this.keep(new Map([...thrown, ...this.all]));
  }

  /**
   * Makes it real, as one change of all that still can be made. On screen at once; if it fails the plan is there again,
   * over whatever the business has become.
   * @returns what was done, once it is saved; undefined when nothing was
   */
  async apply(): Promise<Applied | undefined> {
    const { changes } = this.attempt;
    if (this.isApplying || changes.length === 0 || this.isTooMuch) return undefined;
    const applied = this.all;
    const back = this.wayBack();
    const { outcome } = this.#business.changeTogether(changes);
    this.isApplying = true;
    this.failure = undefined;
    this.all = new Map();
    const ended = await outcome;
    return runInAction(() => {
      this.isApplying = false;
      if (ended.kind === 'failed') this.failure = ended.failure;
      // What was tried meanwhile stays, whatever became of the rest.
      this.keep(ended.kind === 'saved' ? this.all : new Map([...applied, ...this.all]));
      if (ended.kind !== 'saved') return undefined;
      return { number: changes.length, takeBack: () => this.takeBack(back, applied) };
    });
  }

  /** What stands now, as commands. */
  private wayBack(): readonly SingleChange[] {
    const { state } = this.#business;
    return this.moves
      .filter((move) => this.standingOf(move).kind !== 'gone')
      .map((move) => commandOf({ ...move, to: amountOf(move, state) ?? 0 }, state));
  }

  /** The business as it was, and the plan beside it again. */
  private async takeBack(back: readonly SingleChange[], moves: Moves): Promise<Failure | undefined> {
    const ended = await this.#business.changeTogether(back).outcome;
    if (ended.kind === 'failed') return ended.failure;
    this.keep(new Map([...moves, ...this.all]));
    return undefined;
  }

  private keep(moves: Moves): void {
    this.all = moves;
    if (!this.isApplying) this.#kept.write([...moves.values()]);
  }
}
