import { channelSalesBody } from '#contract/entities/sales.ts';
import { settingsBody } from '#contract/entities/settings.ts';
import { breakEvenFinancialBody, dashboardBody } from '#contract/figures.ts';
import type { ViewName } from '#contract/routes/views.ts';
import type { Business } from '#domain/business/state.ts';
import { type BusinessWithFigures, computeFigures } from './business-with-figures.ts';
import { type ListRow, listRows } from './list-rows.ts';

/** The answers to an owner's reads, each as JSON text. */
export type OwnerAnswers = Readonly<Record<ViewName, string>>;

/** All answers about a business, computed from its state: the same texts that the read model composes from its rows. */
export function ownerAnswers(business: Business, position: string | null): OwnerAnswers {
  const businessWithFigures = computeFigures(business, position);
  const lists = listRows(businessWithFigures);
  return {
    listFixedCosts: listText(lists.fixed_cost),
    listVariableCosts: listText(lists.variable_cost),
    listMonthRevenues: listText(lists.month_revenue),
    listIngredients: listText(lists.ingredient),
    listPreparations: listText(lists.preparation),
    listDishes: listText(lists.dish),
    listChannels: listText(lists.channel),
    ...businessAnswers(businessWithFigures),
  };
}

/** The answers about a business as a whole, as JSON text. */
export const businessAnswers = ({ business, figures, position }: BusinessWithFigures) => ({
  dashboard: JSON.stringify(dashboardBody(business, figures, position)),
  breakEvenFinancial: JSON.stringify(breakEvenFinancialBody(figures)),
  businessSettings: JSON.stringify(settingsBody(business.settings)),
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
