import { makeAutoObservable, observable } from 'mobx';
import * as v from 'valibot';
import { type AmountRule, readAmount, readSoldQuantity } from '#domain/amounts.ts';
import { mainChannelOf } from '#domain/business/channel/channels.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import type { WeeklySales } from '#domain/figures/mix.ts';
import {
  type Needs,
  needsOf,
  type PlannedDish,
  type ShoppingItem,
  shoppingItem,
} from '#domain/figures/shopping-list.ts';
import { LIMITS } from '#domain/limits.ts';
import { measureOf } from '#domain/units/measure.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { createStoredValue, type StoredValue } from '#web/stores/stored-value.ts';

const Texts = v.record(v.string(), v.string());
const Shopping = v.object({
  step: v.picklist(['dishes', 'home', 'list']),
  quantities: Texts,
  atHome: Texts,
  ticks: v.record(v.string(), v.number()),
});
type Shopping = v.InferOutput<typeof Shopping>;
const DRAFT_FORMAT_VERSION = 1;

/** The step that a phone shows. */
export type ShoppingStep = Shopping['step'];

/** The storage is the local one: the list is made at home and ticked off at the market, days and reloads later. */
export const createShoppingStorage = (storage: () => Storage, account: string): StoredValue<Shopping> =>
  createStoredValue({ storage, name: 'shopping', account, formatVersion: DRAFT_FORMAT_VERSION, schema: Shopping });

/** The rule for quantities at home, where zero is valid too. */
export const HOME_QUANTITY_RULE: AmountRule = { kind: 'quantity', min: 0, max: LIMITS.packQuantity.max };

/** A dish in the main channel, or in another one whose weekly sales are on the list. */
export interface DishRow {
  readonly key: string;
  readonly dishId: string;
  readonly channelId: string | undefined;
  readonly name: string;
}

const alphabet = new Intl.Collator('pt-BR', { numeric: true });
const byName = (a: { readonly name: string }, b: { readonly name: string }): number => alphabet.compare(a.name, b.name);

const isTime = ({ ingredient }: Pick<ShoppingItem, 'ingredient'>): boolean =>
  measureOf(ingredient.unit).kind === 'time';
/** Tells whether anything of the item is left to buy. */
export const isToBuy = ({ packs, missing }: ShoppingItem): boolean => (packs ?? missing) > 0;

/** A shopping list with its quantities and ticks, stored on this device. */
export class ShoppingDraft {
  step: ShoppingStep = 'dishes';
  readonly #business: Pick<BusinessStore, 'state'>;
  readonly #draftStore: StoredValue<Shopping>;
  readonly #quantities = observable.map<string, string>();
  readonly #atHome = observable.map<string, string>();
  /** The amount of each ticked item: that of its whole packs, or the amount that was needed. */
  readonly #ticks = observable.map<string, TenThousandths>();

  constructor(business: Pick<BusinessStore, 'state'>, draftStore: StoredValue<Shopping>) {
    this.#business = business;
    this.#draftStore = draftStore;
    const saved = draftStore.read();
    if (saved) this.restore(saved);
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Each dish, and below it the other channels with a typed quantity. */
  get rows(): readonly DishRow[] {
    const { dishes, channels } = this.#business.state;
    return [...dishes.values()].toSorted(byName).flatMap(({ id, name }): DishRow[] => [
      { key: id, dishId: id, channelId: undefined, name },
      ...[...channels.values()].flatMap((channel) => {
        const key = `${id} ${channel.id}`;
        return this.#quantities.has(key)
          ? [{ key, dishId: id, channelId: channel.id, name: `${name} (${channel.name})` }]
          : [];
      }),
    ]);
  }

  get plannedDishes(): readonly (PlannedDish & { readonly name: string })[] {
    return this.rows.flatMap(({ key, ...row }) => {
      const reading = readSoldQuantity(this.quantity(key));
      return reading.ok && reading.count > 0 ? [{ ...row, quantity: reading.count }] : [];
    });
  }

  get needs(): Needs {
    return needsOf(this.plannedDishes, this.#business.state);
  }

  /** The needed items that can be bought, whether or not enough is at home. */
  get items(): readonly ShoppingItem[] {
    return this.neededItems.filter((item) => !isTime(item));
  }

  /** Hours of work are part of a recipe's cost but cannot be bought. */
  get labourItems(): readonly ShoppingItem[] {
    return this.neededItems.filter(isTime);
  }

  /** The names of dishes and preparations without a recipe, whose ingredients are missing in the list. */
  get withoutRecipe(): readonly string[] {
    const { dishes } = this.#business.state;
    const plannedIds = new Set(this.plannedDishes.map(({ dishId }) => dishId));
    const recipes = [
      ...[...plannedIds].flatMap((id) => dishes.get(id) ?? []),
      ...this.needs.preparations.map(({ preparation }) => preparation),
    ];
    return recipes.filter(({ lines }) => lines.length === 0).map(({ name }) => name);
  }

  quantity(key: string): string {
    return this.#quantities.get(key) ?? '';
  }

  typeQuantity(key: string, text: string): void {
    this.#quantities.set(key, text);
    this.saveDraft();
  }

  atHome(ingredientId: string): string {
    return this.#atHome.get(ingredientId) ?? '';
  }

  /** The problem of the typed quantity. An empty field means nothing at home. */
  atHomeProblem(ingredientId: string): string | undefined {
    const text = this.atHome(ingredientId);
    const reading = readAmount(text, HOME_QUANTITY_RULE);
    return text.trim() === '' || reading.ok ? undefined : reading.sentence;
  }

  typeAtHome(ingredientId: string, text: string): void {
    this.#atHome.set(ingredientId, text);
    this.saveDraft();
  }

  /** Tells whether the ticked amount covers this one: a larger need requires buying again. */
  isTicked(id: string, missing: TenThousandths): boolean {
    return (this.#ticks.get(id) ?? -1) >= missing;
  }

  tick(id: string, missing: TenThousandths, bought = missing): void {
    if (this.isTicked(id, missing)) this.#ticks.delete(id);
    else this.#ticks.set(id, bought);
    this.saveDraft();
  }

  showStep(step: ShoppingStep): void {
    this.step = step;
    this.saveDraft();
  }

  /** Replaces the typed quantities by a week of sales. @returns a function that restores them */
  planWeek(week: readonly WeeklySales[]): () => void {
    const before = this.snapshot();
    const main = mainChannelOf(this.#business.state)?.id;
    this.#quantities.replace(
      week.map(({ dishId, channelId, quantity }) => [
        channelId === main ? dishId : `${dishId} ${channelId}`,
        String(quantity),
      ]),
    );
    this.saveDraft();
    return () => this.restore(before);
  }

  /** Starts a new list. @returns a function that restores the old one */
  clear(): () => void {
    const before = this.snapshot();
    this.restore({ step: 'dishes', quantities: {}, atHome: {}, ticks: {} });
    return () => this.restore(before);
  }

  private get neededItems(): readonly ShoppingItem[] {
    return this.needs.ingredients
      .map((needed) => {
        const atHome = readAmount(this.atHome(needed.ingredient.id), HOME_QUANTITY_RULE);
        return shoppingItem(needed, atHome.ok ? atHome.tenThousandths : 0);
      })
      .toSorted((a, b) => byName(a.ingredient, b.ingredient));
  }

  private restore({ step, quantities, atHome, ticks }: Shopping): void {
    this.step = step;
    this.#quantities.replace(quantities);
    this.#atHome.replace(atHome);
    this.#ticks.replace(ticks);
    this.saveDraft();
  }

  private snapshot(): Shopping {
    return {
      step: this.step,
      quantities: Object.fromEntries(this.#quantities),
      atHome: Object.fromEntries(this.#atHome),
      ticks: Object.fromEntries(this.#ticks),
    };
  }

  private saveDraft(): void {
    this.#draftStore.write(this.snapshot());
  }
}
