import { channelSalesBody } from '#contract/entities/sales.ts';
import { settingsBody } from '#contract/entities/settings.ts';
import { breakEvenFinancialBody, dashboardBody } from '#contract/figures.ts';
import type { ViewName } from '#contract/routes/views.ts';
import type { Business } from '#domain/business/state.ts';
import { type BusinessWithFigures, computeFigures } from './business-with-figures.ts';
import { type ListRow, listRows } from './list-rows.ts';

/** The answers to an owner's reads, each as JSON text. */
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

/** The name of the answer to each of an owner's reads. */
export const ANSWER_NAME_OF_VIEW: Readonly<Record<ViewName, keyof OwnerAnswers>> = {
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

/** All answers about a business, computed from its state: the same texts that the read model composes from its rows. */
export function ownerAnswers(business: Business, position: string | null): OwnerAnswers {
  const businessWithFigures = computeFigures(business, position);
  const lists = listRows(businessWithFigures);
  return {
    fixedCosts: listText(lists.fixed_cost),
    variableCosts: listText(lists.variable_cost),
    months: listText(lists.month_revenue),
    ingredients: listText(lists.ingredient),
    preparations: listText(lists.preparation),
    dishes: listText(lists.dish),
    channels: listText(lists.channel),
    ...businessAnswers(businessWithFigures),
  };
}

/** The answers about a business as a whole, as JSON text. */
export const businessAnswers = ({ business, figures, position }: BusinessWithFigures) => ({
  dashboard: JSON.stringify(dashboardBody(business, figures, position)),
  breakEven: JSON.stringify(breakEvenFinancialBody(figures)),
  settings: JSON.stringify(settingsBody(business.settings)),
});

/** Answers about businesses of the past, with a cache, because a screen sends seven reads about the same one. */
export function createPastAnswers(): (business: Business) => OwnerAnswers {
  const cached = new WeakMap<Business, OwnerAnswers>();
  return (business) => {
    const answers = cached.get(business) ?? ownerAnswers(business, null);
    cached.set(business, answers);
    return answers;
  };
}

const listText = (rows: readonly ListRow[]): string =>
  `[${rows
    .toSorted((a, b) => a.sequence - b.sequence)
    .map((row) => row.body)
    .join(',')}]`;

/** All sales as JSON text, for a person's file: no answer of the API contains so many. */
export const salesText = ({ sales }: Business): string => JSON.stringify([...sales.values()].map(channelSalesBody));
