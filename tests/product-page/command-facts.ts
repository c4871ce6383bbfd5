import type { BusinessCommand } from '#domain/business/commands.ts';
import { EVENT_TRAITS } from '#domain/business/event-traits.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import type { BusinessRefusal } from '#domain/business/refusals.ts';
import type { TabKey } from '#web/features/places/tabs.ts';

export type CommandType = BusinessCommand['type'];
export type EventType = BusinessEvent['type'];
export type Code = BusinessRefusal['refusal'];
type EntityKind = (typeof EVENT_TRAITS)[EventType]['entity'];
/** A tab of the dashboard, or the address of a page. */
export type Screen = TabKey | `/${string}`;

export interface CommandFacts {
  readonly events: readonly EventType[];
  /** Beside those of `ANY_COMMAND`. */
  readonly refusals: readonly Code[];
  /** Where people give it; none where it comes with something else. */
  readonly screens: readonly Screen[];
}

/** What any change of a business may be refused with. */
export const ANY_COMMAND: readonly Code[] = [
  'business_not_open',
  'business_erased',
  'not_the_owner',
  'changed_meanwhile',
  'one_of_them',
];

export const eventTypes = Object.keys(EVENT_TRAITS) as readonly EventType[];

/** The events that tell of one field of such an entity. */
const changesOf = (entity: EntityKind): readonly EventType[] =>
  eventTypes.filter((type) => EVENT_TRAITS[type].entity === entity && EVENT_TRAITS[type].effect === 'changed');

const CHANNEL_SCREENS = ['variable-costs', 'revenue', 'recipes', '/dashboard/vendas'] as const;

/** What each command may lead to: `product-page.test.ts` holds it against what commands were seen to do. */
export const COMMAND_FACTS: { readonly [Type in CommandType]: CommandFacts } = {
  OpenBusiness: { events: ['BusinessOpened'], refusals: ['business_already_open'], screens: [] },
  ChangeOwner: { events: ['BusinessOwnerChanged'], refusals: [], screens: [] },
  EraseBusiness: { events: ['BusinessErased'], refusals: [], screens: [] },
  AddFixedCost: {
    events: ['FixedCostAdded'],
    refusals: ['id_taken', 'too_many_fixed_costs'],
    screens: ['fixed-costs'],
  },
  ChangeFixedCost: { events: changesOf('fixed_cost'), refusals: ['fixed_cost_unknown'], screens: ['fixed-costs'] },
  RemoveFixedCost: { events: ['FixedCostRemoved'], refusals: ['fixed_cost_unknown'], screens: ['fixed-costs'] },
  AddVariableCost: {
    events: ['VariableCostAdded'],
    refusals: ['id_taken', 'too_many_variable_costs', 'channel_not_there'],
    screens: ['variable-costs'],
  },
  ChangeVariableCost: {
    events: changesOf('variable_cost'),
    refusals: ['variable_cost_unknown', 'channel_not_there'],
    screens: ['variable-costs'],
  },
  RemoveVariableCost: {
    events: ['VariableCostRemoved'],
    refusals: ['variable_cost_unknown'],
    screens: ['variable-costs'],
  },
  RecordMonthRevenue: {
    events: ['MonthRevenueRecorded'],
    refusals: [],
    screens: ['revenue', '/dashboard/relatorio-de-vendas'],
  },
  StateAverageTicket: { events: ['AverageTicketStated'], refusals: [], screens: ['revenue'] },
  AddIngredient: {
    events: ['IngredientAdded'],
    refusals: [
      'id_taken',
      'too_many_ingredients',
      'conversion_needless',
      'purchase_not_convertible',
      'free_with_price',
    ],
    screens: ['ingredients', 'recipes'],
  },
  ChangeIngredient: {
    events: changesOf('ingredient').filter((type) => type !== 'IngredientReplaced'),
    refusals: [
      'ingredient_unknown',
      'conversion_needless',
      'conversion_in_use',
      'purchase_not_convertible',
      'unit_in_use',
      'unit_needs_price',
      'free_with_price',
    ],
    screens: ['ingredients'],
  },
  ReplaceIngredient: {
    events: ['IngredientReplaced'],
    refusals: [
      'ingredient_unknown',
      'ingredient_not_there',
      'replaced_by_itself',
      'replacement_not_convertible',
      'replacement_unfit',
      'replacement_channels',
      'replacement_too_large',
    ],
    screens: ['ingredients'],
  },
  RepriceIngredients: {
    events: ['IngredientRepriced', 'IngredientPurchaseChanged'],
    refusals: ['ingredient_not_there', 'price_unfit'],
    screens: ['ingredients'],
  },
  RemoveIngredient: {
    events: ['IngredientRemoved'],
    refusals: ['ingredient_unknown', 'ingredient_in_use'],
    screens: ['ingredients'],
  },
  AddPreparation: {
    events: ['PreparationAdded'],
    refusals: ['id_taken', 'too_many_preparations', 'conversion_needless'],
    screens: ['ingredients'],
  },
  ChangePreparation: {
    events: changesOf('preparation'),
    refusals: [
      'preparation_unknown',
      'conversion_needless',
      'conversion_in_use',
      'unit_in_use',
      'unit_needs_quantity',
      'yield_unfit',
    ],
    screens: ['ingredients'],
  },
  DuplicatePreparation: {
    events: ['PreparationAdded', 'PreparationIngredientAdded'],
    refusals: ['preparation_unknown', 'id_taken', 'too_many_preparations', 'factor_unfit', 'kept_line_unknown'],
    screens: ['ingredients'],
  },
  RemovePreparation: {
    events: ['PreparationRemoved'],
    refusals: ['preparation_unknown', 'preparation_in_use'],
    screens: ['ingredients'],
  },
  AddPreparationIngredient: {
    events: ['PreparationIngredientAdded'],
    refusals: [
      'preparation_unknown',
      'component_unknown',
      'ingredient_already_in_preparation',
      'too_many_preparation_ingredients',
      'recipe_circle',
      'recipe_too_deep',
      'unit_not_convertible',
    ],
    screens: ['ingredients'],
  },
  ChangePreparationIngredient: {
    events: changesOf('preparation_ingredient'),
    refusals: ['preparation_ingredient_unknown', 'unit_not_convertible'],
    screens: ['ingredients'],
  },
  RemovePreparationIngredient: {
    events: ['PreparationIngredientRemoved'],
    refusals: ['preparation_ingredient_unknown'],
    screens: ['ingredients'],
  },
  AddDish: {
    events: ['DishAdded'],
    refusals: ['id_taken', 'too_many_dishes', 'channel_not_there', 'main_channel_price'],
    screens: ['recipes'],
  },
  ChangeDish: {
    events: changesOf('dish'),
    refusals: ['dish_unknown', 'channel_not_there', 'main_channel_price'],
    screens: ['recipes'],
  },
  DuplicateDish: {
    events: ['DishAdded', 'DishIngredientAdded'],
    refusals: ['dish_unknown', 'id_taken', 'too_many_dishes', 'factor_unfit', 'kept_line_unknown'],
    screens: ['recipes'],
  },
  RemoveDish: { events: ['DishRemoved'], refusals: ['dish_unknown'], screens: ['recipes'] },
  AddDishIngredient: {
    events: ['DishIngredientAdded'],
    refusals: [
      'line_dish_unknown',
      'component_unknown',
      'ingredient_already_in_dish',
      'too_many_dish_ingredients',
      'unit_not_convertible',
      'channel_not_there',
    ],
    screens: ['recipes'],
  },
  ChangeDishIngredient: {
    events: changesOf('dish_ingredient'),
    refusals: ['dish_ingredient_unknown', 'unit_not_convertible', 'channel_not_there'],
    screens: ['recipes'],
  },
  RemoveDishIngredient: {
    events: ['DishIngredientRemoved'],
    refusals: ['dish_ingredient_unknown'],
    screens: ['recipes'],
  },
  ChangeBusinessSettings: {
    events: changesOf('settings'),
    refusals: [],
    screens: ['recipes', 'breakeven'],
  },
  AddChannel: {
    events: ['ChannelAdded', 'MainChannelChanged'],
    refusals: ['id_taken', 'too_many_channels'],
    screens: CHANNEL_SCREENS,
  },
  ChangeChannel: {
    events: changesOf('channel'),
    refusals: ['channel_unknown', 'a_channel_is_main'],
    screens: CHANNEL_SCREENS,
  },
  RemoveChannel: {
    events: ['ChannelRemoved'],
    refusals: ['channel_unknown', 'channel_in_use', 'main_channel_stays'],
    screens: CHANNEL_SCREENS,
  },
  RecordSales: {
    events: ['SalesRecorded', 'ChannelAdded'],
    refusals: ['channel_unknown', 'month_too_early', 'month_to_come', 'sold_dish_unknown', 'too_many_sales'],
    screens: ['/dashboard/vendas', '/dashboard/relatorio-de-vendas'],
  },
  ApplyChangeSet: {
    events: [],
    refusals: [],
    screens: ['/dashboard/importar', '/dashboard/relatorio-de-vendas', '/dashboard/e-se'],
  },
  UndoChange: {
    events: [],
    refusals: ['change_unknown', 'already_undone', 'not_undoable', 'changed_since', 'channel_gone', 'ingredients_gone'],
    screens: ['/dashboard/alteracoes'],
  },
};

/** What takes an event back; nothing where it cannot be taken back. */
export function inversesOf(type: EventType): readonly EventType[] {
  const { entity, effect } = EVENT_TRAITS[type];
  const beside = (wanted: string): readonly EventType[] =>
    eventTypes.filter((other) => EVENT_TRAITS[other].entity === entity && EVENT_TRAITS[other].effect === wanted);
  if (entity === 'business') return [];
  if (effect === 'added' || effect === 'restored') return beside('removed');
  if (effect === 'removed') return beside('restored');
  return effect === 'changed' ? [type, ...beside('cleared')] : beside('changed');
}
