import { dayOf, dayText, type RequestedMoment } from '#contract/instants.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { notFound, invalidInput } from '#contract/refused-calls.ts';
import type { Cause } from '#domain/attribution/causes.ts';
import { dishResultChange, profitChange as changeOfProfit, resultChange } from '#domain/attribution/figure-change.ts';
import type { Business } from '#domain/business/state.ts';
import { fromTenThousandths, type TenThousandths } from '#domain/decimal.ts';
import { gapsOf } from '#domain/figures/gaps.ts';
import { hasMix } from '#domain/figures/mix.ts';
import { type BusinessHistory, type HistoryRead, refuseFuture, RefusedRead } from './business-history.ts';
import { type CauseChanges, changesByCause, type PartOfReply } from './changes-by-cause.ts';

type ProfitChange = OwnerContract['profitChange'];

/**
 * Explains why the estimated profit, the result in reais, or one dish's result changed between two moments.
 * @throws RefusedRead
 */
export const profitChange: HistoryRead<ProfitChange> = (history, { query, userId, now }) => {
  const { from, to } = momentsOf(query, now);
  const [countBefore, countAfter] = [history.countAt(from.end), history.countAt(to.end)];
  const [before, after] = [history.business(countBefore), history.business(countAfter)];
  const dish = query.dish === undefined ? null : dishOf(query.dish, before, after);
  if (dish && query.figure === 'result') throw new RefusedRead(invalidInput({ dish: ONE_FIGURE }));
  const figure = dish ? 'dish' : (query.figure ?? 'profit');
  const change = dish
    ? dishResultChange(before, after, dish.id)
    : figure === 'profit'
      ? changeOfProfit(before, after)
      : (resultChange(before, after) ?? refuseWithoutSales(history, { before, after, from }));
  const causeChanges = changesByCause(
    { events: history.events.slice(countBefore, countAfter), before },
    change.parts.map(({ cause }) => cause),
    userId,
  );
  return {
    figure,
    dish,
    before: stateBody(from.end, change.before, before),
    after: stateBody(to.end < now.toISOString() ? to.end : now.toISOString(), change.after, after),
    difference: fromTenThousandths(change.difference),
    exact: change.exact,
    error: fromTenThousandths(change.error),
    parts: change.parts.map(({ cause, value }) => ({
      ...causeBody(cause, before, after),
      value: fromTenThousandths(value),
      ...causeChanges(cause),
    })),
    first_at: history.events[0]?.at ?? null,
  };
};

/** @throws RefusedRead for moments in the future or in the wrong order */
function momentsOf({ from, to }: { from: RequestedMoment; to?: RequestedMoment | undefined }, now: Date) {
  const until = to ?? { start: now.toISOString(), end: now.toISOString() };
  refuseFuture({ from, to: until }, now);
  if (until.end < from.end) throw new RefusedRead(invalidInput({ to: 'A data final precisa vir depois da inicial.' }));
  return { from, to: until };
}

/** The dish, if one of the states has it. @throws RefusedRead */
function dishOf(id: string, before: Business, after: Business) {
  const dish = after.dishes.get(id) ?? before.dishes.get(id);
  if (!dish) throw new RefusedRead(notFound);
  return { id, name: dish.name };
}

const ONE_FIGURE = 'Escolha um prato ou o resultado do mês, não os dois.';

/** A difference needs two results, and without sales there is none. */
function refuseWithoutSales(
  history: BusinessHistory,
  { before, after, from }: { before: Business; after: Business; from: RequestedMoment },
): never {
  if (hasMix(before)) throw new RefusedRead(invalidInput({ to: 'Nesta data não havia vendas lançadas.' }));
  const first = history.events.find(({ event }) => event.type === 'SalesRecorded');
  const since =
    first && first.at > from.end && hasMix(after) ? ` As primeiras entraram em ${dayText(dayOf(first.at))}.` : '';
  throw new RefusedRead(invalidInput({ from: `Nesta data não havia vendas lançadas.${since}` }));
}

const stateBody = (at: string, value: TenThousandths, business: Business) => ({
  at,
  value: fromTenThousandths(value),
  complete: gapsOf(business).length === 0,
  has_sales: hasMix(business),
});

function causeBody(cause: Cause, before: Business, after: Business): Omit<PartOfReply, 'value' | keyof CauseChanges> {
  const { kind, id, channelId, from, to } = cause;
  const isSingleton = kind === 'revenue' || kind === 'menu' || kind === 'production_loss' || kind === 'mix_months';
  const channel =
    channelId === undefined ? undefined : (after.channels.get(channelId) ?? before.channels.get(channelId));
  return {
    kind,
    id: isSingleton ? null : id,
    name: nameOf(cause, after) ?? nameOf(cause, before) ?? '',
    channel: channel ? { id: channel.id, name: channel.name } : null,
    from: from === null ? null : fromTenThousandths(from),
    to: to === null ? null : fromTenThousandths(to),
    from_unit: kind === 'ingredient' ? (before.ingredients.get(id)?.unit ?? null) : null,
    to_unit: kind === 'ingredient' ? (after.ingredients.get(id)?.unit ?? null) : null,
  };
}

function nameOf({ kind, id }: Cause, state: Business): string | undefined {
  switch (kind) {
    case 'ingredient':
      return state.ingredients.get(id)?.name;
    case 'fixed_cost':
      return state.fixedCosts.get(id)?.name;
    case 'variable_cost':
      return state.variableCosts.get(id)?.name;
    case 'dish':
    case 'dish_price':
    case 'dish_recipe':
    case 'dish_portions':
    case 'channel_price':
    case 'dish_sales':
      return state.dishes.get(id)?.name;
    case 'preparation_recipe':
      return state.preparations.get(id)?.name;
    case 'production_loss':
      return 'Perda na produção';
    case 'revenue':
      return 'Faturamento';
    case 'menu':
      return 'Cardápio';
    case 'mix_months':
      return 'Meses de vendas';
    default:
      return kind satisfies never;
  }
}
