import { requireTenThousandths } from '#domain/decimal.ts';
import type { Reply } from '#contract/endpoint.ts';
import { channelRow } from '#contract/entities/channel.ts';
import { dishRow } from '#contract/entities/dish.ts';
import { fixedCostRow } from '#contract/entities/fixed-cost.ts';
import { ingredientRow } from '#contract/entities/ingredient.ts';
import { monthRevenueRow } from '#contract/entities/month.ts';
import { preparationRow } from '#contract/entities/preparation.ts';
import { settingsRow } from '#contract/entities/settings.ts';
import { variableCostRow } from '#contract/entities/variable-cost.ts';
import type { DashboardBody } from '#contract/figures.schema.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { ViewName } from '#contract/routes/views.ts';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import { derivedTicket } from '#domain/figures/business-figures.ts';
import type { OwnerClient } from '#web/api/client.ts';
import { ApiProblem, NetworkFailure } from '#web/api/failures.ts';
import { FAILED, knownData, type RemoteData } from '../data-loader.ts';
import type { BusinessPart } from './parts.ts';

export interface BusinessReading {
  readonly business: Business;
  /** The server's figures; null if that read failed: they are then computed from the lists. */
  readonly dashboard: DashboardBody | null;
  /** The parts that could not be read. They are empty in `business`, which must not be taken for their content. */
  readonly missing: ReadonlySet<BusinessPart>;
  /** Tells whether the server reported that the session has ended. */
  readonly signedOut: boolean;
}

type Replies = { readonly [Name in ViewName]: RemoteData<Reply<OwnerContract[Name]>> };

/**
 * Reads all parts in parallel, and ends when no call is pending.
 * @throws NetworkFailure if a call got no answer or all calls failed
 */
export async function readBusiness(api: OwnerClient): Promise<BusinessReading> {
  let signedOut = false;
  let networkError: unknown;
  async function read<T>(name: ViewName, reply: Promise<T>): Promise<RemoteData<T>> {
    try {
      return knownData(await reply);
    } catch (error) {
      if (!(error instanceof ApiProblem)) networkError ??= error;
      else if (error.status === 401) signedOut = true;
      else console.error(`Erro ao carregar ${name}: HTTP ${error.status}`);
      return FAILED;
    }
  }
  const [
    listFixedCosts,
    listVariableCosts,
    listDishes,
    listMonthRevenues,
    listIngredients,
    listPreparations,
    listChannels,
    businessSettings,
    breakEvenFinancial,
    dashboard,
  ] = await Promise.all([
    read('listFixedCosts', api.call('listFixedCosts', {})),
    read('listVariableCosts', api.call('listVariableCosts', {})),
    read('listDishes', api.call('listDishes', {})),
    read('listMonthRevenues', api.call('listMonthRevenues', {})),
    read('listIngredients', api.call('listIngredients', {})),
    read('listPreparations', api.call('listPreparations', {})),
    read('listChannels', api.call('listChannels', {})),
    read('businessSettings', api.call('businessSettings', {})),
    read('breakEvenFinancial', api.call('breakEvenFinancial', {})),
    read('dashboard', api.call('dashboard', {})),
  ]);
  if (networkError !== undefined) throw networkError;
  const replies: Replies = {
    listFixedCosts,
    listVariableCosts,
    listDishes,
    listMonthRevenues,
    listIngredients,
    listPreparations,
    listChannels,
    businessSettings,
    breakEvenFinancial,
    dashboard,
  };
  if (!signedOut && Object.values(replies).every(({ kind }) => kind === 'failed'))
    throw new NetworkFailure(undefined, ALL_FAILED);
  return {
    ...businessOf(replies),
    dashboard: dashboard.kind === 'known' ? dashboard.value : null,
    signedOut,
  };
}

/** Each failed call has logged its own reason. */
const ALL_FAILED = 'every call was answered with a failure';

/** Without an owner, `decide` refuses every command as not open. */
const PLACEHOLDER_OWNER_ID = 'this visitor';

/** In the browser only the order matters, so list indexes stand in for event numbers as `sequence`. */
type RowOf<Body, Row> = (body: Body, sequence: number) => Row;

function businessOf(replies: Replies): Pick<BusinessReading, 'business' | 'missing'> {
  const missing = new Set<BusinessPart>();
  function rowsOf<Body, Row>(
    part: BusinessPart,
    list: RemoteData<readonly Body[]>,
    rowOf: RowOf<Body, Row>,
  ): readonly Row[] {
    if (list.kind === 'known') return list.value.map(rowOf);
    missing.add(part);
    return [];
  }
  const fixedCosts = rowsOf('fixedCosts', replies.listFixedCosts, fixedCostRow);
  const variableCosts = rowsOf('variableCosts', replies.listVariableCosts, variableCostRow);
  const dishes = rowsOf('dishes', replies.listDishes, dishRow);
  const months = rowsOf('months', replies.listMonthRevenues, monthRevenueRow);
  const ingredients = rowsOf('ingredients', replies.listIngredients, ingredientRow);
  const preparations = rowsOf('preparations', replies.listPreparations, preparationRow);
  const channels = rowsOf('channels', replies.listChannels, channelRow);
  const { businessSettings } = replies;
  if (businessSettings.kind !== 'known') missing.add('settings');
  const ticket = statedTicketOf(replies);
  if (ticket.kind !== 'known') missing.add('statedTicket');
  return {
    missing,
    business: {
      ...emptyBusiness,
      ownerId: PLACEHOLDER_OWNER_ID,
      // The sequence is above all indexes, so that a new row is last.
      sequence: Math.max(
        ...[fixedCosts, variableCosts, dishes, ingredients, preparations, channels].map(({ length }) => length),
      ),
      fixedCosts: byId(fixedCosts),
      variableCosts: byId(variableCosts),
      months: new Map(months.map((row) => [row.month, row])),
      ingredients: byId(ingredients),
      preparations: byId(preparations),
      dishes: byId(dishes),
      channels: byId(channels),
      statedTicket: ticket.kind === 'known' ? ticket.value : null,
      settings: businessSettings.kind === 'known' ? settingsRow(businessSettings.value) : emptyBusiness.settings,
    },
  };
}

/** The read business with the earlier rows of the parts that could not be read. */
export const withEarlierRows = (
  read: Business,
  previous: Business,
  staleParts: ReadonlySet<BusinessPart>,
): Business => ({
  ...read,
  sequence: Math.max(read.sequence, previous.sequence),
  fixedCosts: staleParts.has('fixedCosts') ? previous.fixedCosts : read.fixedCosts,
  variableCosts: staleParts.has('variableCosts') ? previous.variableCosts : read.variableCosts,
  months: staleParts.has('months') ? previous.months : read.months,
  ingredients: staleParts.has('ingredients') ? previous.ingredients : read.ingredients,
  preparations: staleParts.has('preparations') ? previous.preparations : read.preparations,
  channels: staleParts.has('channels') ? previous.channels : read.channels,
  settings: staleParts.has('settings') ? previous.settings : read.settings,
  dishes: staleParts.has('dishes') ? previous.dishes : read.dishes,
  statedTicket: staleParts.has('statedTicket') ? previous.statedTicket : read.statedTicket,
});

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));

/** No call returns the stated ticket: it is the average ticket if no month yields one. */
function statedTicketOf({
  listMonthRevenues,
  breakEvenFinancial,
  dashboard,
}: Replies): RemoteData<Business['statedTicket']> {
  if (listMonthRevenues.kind !== 'known') return FAILED;
  if (derivedTicket(listMonthRevenues.value.map(monthRevenueRow)) !== undefined) return knownData(null);
  if (breakEvenFinancial.kind === 'known')
    return knownData(ticketFrom(breakEvenFinancial.value.businessMetrics.average_ticket));
  return dashboard.kind === 'known' ? knownData(ticketFrom(dashboard.value.ticketMedio)) : FAILED;
}

function ticketFrom(reais: number): Business['statedTicket'] {
  const ticket = requireTenThousandths(reais);
  return ticket === 0 ? null : ticket;
}
