import { channelBody } from '#contract/entities/channel.ts';
import { dishBody } from '#contract/entities/dish.ts';
import { fixedCostBody } from '#contract/entities/fixed-cost.ts';
import { ingredientBody } from '#contract/entities/ingredient.ts';
import { monthRevenueBody } from '#contract/entities/month.ts';
import { preparationBody } from '#contract/entities/preparation.ts';
import { variableCostBody } from '#contract/entities/variable-cost.ts';
import type { BusinessWithFigures } from './business-with-figures.ts';

/** One element of a list in an answer; `body` is its JSON text. */
export interface ListRow {
  /** The id of the row; for a month its number. */
  readonly id: string;
  /** The order of the list; for a month its number. */
  readonly sequence: number;
  readonly body: string;
}

export interface RowChanges {
  readonly upserts: readonly ListRow[];
  readonly removals: readonly string[];
}

interface List {
  rows(of: BusinessWithFigures): readonly ListRow[];
  changes(before: BusinessWithFigures, after: BusinessWithFigures): RowChanges;
}

/**
 * A list whose rows each follow from one source. Sources are immutable, so the same object gives the same row: only the
 * others are written again.
 */
function list<Key extends string | number, Source>(
  sourcesOf: (of: BusinessWithFigures) => ReadonlyMap<Key, Source>,
  rowOf: (source: Source, of: BusinessWithFigures, key: Key) => ListRow,
): List {
  const sourcesIn = (of: BusinessWithFigures): ReadonlyMap<Key, Source> => (of.isOpen ? sourcesOf(of) : new Map());
  return {
    rows: (of) => Array.from(sourcesIn(of), ([key, source]) => rowOf(source, of, key)),
    changes(before, after) {
      const oldSources = sourcesIn(before);
      const newSources = sourcesIn(after);
      if (oldSources === newSources) return { upserts: [], removals: [] };
      const upserts: ListRow[] = [];
      for (const [key, source] of newSources)
        if (oldSources.get(key) !== source) upserts.push(rowOf(source, after, key));
      const removals: string[] = [];
      for (const key of oldSources.keys()) if (!newSources.has(key)) removals.push(String(key));
      return { upserts, removals };
    },
  };
}

interface RowSource {
  readonly id: string;
  readonly sequence: number;
}

const row = ({ id, sequence }: RowSource, body: unknown): ListRow => ({ id, sequence, body: JSON.stringify(body) });

const LISTS = {
  fixed_cost: list(
    ({ business }) => business.fixedCosts,
    (cost) => row(cost, fixedCostBody(cost)),
  ),
  variable_cost: list(
    ({ business }) => business.variableCosts,
    (cost) => row(cost, variableCostBody(cost)),
  ),
  month_revenue: list(
    ({ business }) => business.months,
    (revenue) => row({ id: String(revenue.month), sequence: revenue.month }, monthRevenueBody(revenue)),
  ),
  ingredient: list(
    ({ business }) => business.ingredients,
    (ingredient) => row(ingredient, ingredientBody(ingredient)),
  ),
  channel: list(
    ({ business }) => business.channels,
    (channel) => row(channel, channelBody(channel)),
  ),
  // The object is new whenever the preparation, or a component below it, has changed.
  preparation: list(
    ({ preparations }) => preparations,
    (costed, { costing }) => row(costed.preparation, preparationBody(costed, costing)),
  ),
  // The object is new whenever the dish, one of its ingredients or the `SharedCosts` have changed.
  dish: list(
    ({ figures }) => figures.dishes,
    (figures, { business }, id) => {
      const dish = business.dishes.get(id);
      if (!dish) throw new Error(`figures of a dish that is not on the menu: ${id}`);
      return row(dish, dishBody(dish, figures));
    },
  ),
};

export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as readonly ListName[];

const mapLists = <T>(of: (list: List) => T): Readonly<Record<ListName, T>> =>
  Object.fromEntries(LIST_NAMES.map((name) => [name, of(LISTS[name])])) as Record<ListName, T>;

export const listRows = (of: BusinessWithFigures) => mapLists((each) => each.rows(of));
export const listChanges = (before: BusinessWithFigures, after: BusinessWithFigures) =>
  mapLists((each) => each.changes(before, after));
