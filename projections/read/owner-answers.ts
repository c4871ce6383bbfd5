import { channelSalesBody } from '#contract/entities/sales.ts';
import type { ViewName } from '#contract/routes/views.ts';
import type { Business } from '#domain/business/state.ts';
import { wholeAnswers } from './business-rows.ts';
import { withFigures } from './figured-business.ts';
import { type ListRow, listRows } from './list-rows.ts';

/** What an owner can read, each as the JSON text of the answer. */
export interface OwnerAnswers {
  readonly fixedCosts: string;
  readonly variableCosts: string;
  readonly months: string;
  readonly ingredients: string;
  readonly preparations: string;
  readonly dishes: string;
  readonly channels: string;
  readonly settings: string;
  readonly breakEven: string;
  readonly dashboard: string;
}

/** Which of them answers which call. */
export const ANSWER_TO: Readonly<Record<ViewName, keyof OwnerAnswers>> = {
  listFixedCosts: 'fixedCosts',
  listVariableCosts: 'variableCosts',
  listMonthRevenues: 'months',
  listIngredients: 'ingredients',
  listPreparations: 'preparations',
  listDishes: 'dishes',
  listChannels: 'channels',
  businessSettings: 'settings',
  breakEvenFinancial: 'breakEven',
  dashboard: 'dashboard',
};

/** All answers about a business straight from its state: the same texts that the read model puts together from its rows. */
export function ownerAnswers(business: Business, position: string | null): OwnerAnswers {
  const figured = withFigures(business, position);
  const lists = listRows(figured);
  return {
    fixedCosts: listText(lists.fixed_cost),
    variableCosts: listText(lists.variable_cost),
    months: listText(lists.month_revenue),
    ingredients: listText(lists.ingredient),
    preparations: listText(lists.preparation),
    dishes: listText(lists.dish),
    channels: listText(lists.channel),
    ...wholeAnswers(figured),
  };
}

/** Answers about businesses of the past: a screen asks seven times about the same one, and it is put together once. */
export function createPastAnswers(): (business: Business) => OwnerAnswers {
  const known = new WeakMap<Business, OwnerAnswers>();
  return (business) => {
    const answers = known.get(business) ?? ownerAnswers(business, null);
    known.set(business, answers);
    return answers;
  };
}

const listText = (rows: readonly ListRow[]): string =>
  `[${rows
    .toSorted((a, b) => a.sequence - b.sequence)
    .map((row) => row.body)
    .join(',')}]`;

/** All that was ever sold, as JSON text: no answer holds so much, but a person's file does. */
export const salesText = ({ sales }: Business): string => JSON.stringify([...sales.values()].map(channelSalesBody));
