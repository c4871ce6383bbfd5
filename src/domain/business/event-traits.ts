import type { EntityFields, EntityKind } from './entity-fields.ts';
import type { Effect } from '../event.ts';
import type { BusinessEvent, EntityEvents, EntityOf } from './events.ts';
import { changeTraits } from './field-events.ts';
import { channelFields } from './channel/fields.ts';
import { fixedCostFields } from './fixed-cost/fields.ts';
import { ingredientFields } from './ingredient/fields.ts';
import { dishFields } from './recipe/dish-fields.ts';
import { preparationFields } from './recipe/preparation-fields.ts';
import { supplierFields } from './supplier/fields.ts';
import { variableCostFields } from './variable-cost/fields.ts';

/** Facts about an event that follow from its type. */
export type EventTraits<Kind extends EntityKind = EntityKind> = Kind extends EntityKind ? TraitsAbout<Kind> : never;

type TraitsAbout<Kind extends EntityKind> = {
  /** The kind of entity that the event is about. */
  readonly entity: Kind;
  /** Tells whether the event can change any figure of the business. */
  readonly changesFigures: boolean;
} & (
  | { readonly effect: Exclude<Effect, 'changed'>; readonly field?: never }
  /** The event changes one field. */
  | { readonly effect: 'changed'; readonly field: keyof EntityFields[Kind] }
);

/** Traits of every event of a business, the only list of events by kind. */
export const EVENT_TRAITS = {
  BusinessOpened: { entity: 'business', effect: 'added', changesFigures: true },
  BusinessOwnerChanged: { entity: 'business', effect: 'moved', changesFigures: false },
  BusinessErased: { entity: 'business', effect: 'erased', changesFigures: true },
  FixedCostAdded: { entity: 'fixed_cost', effect: 'added', changesFigures: true },
  ...changeTraits('fixed_cost', fixedCostFields),
  FixedCostRemoved: { entity: 'fixed_cost', effect: 'removed', changesFigures: true },
  FixedCostRestored: { entity: 'fixed_cost', effect: 'restored', changesFigures: true },
  VariableCostAdded: { entity: 'variable_cost', effect: 'added', changesFigures: true },
  ...changeTraits('variable_cost', variableCostFields),
  VariableCostRemoved: { entity: 'variable_cost', effect: 'removed', changesFigures: true },
  VariableCostRestored: { entity: 'variable_cost', effect: 'restored', changesFigures: true },
  MonthRevenueRecorded: { entity: 'month', effect: 'changed', field: 'revenue', changesFigures: true },
  MonthRevenueCleared: { entity: 'month', effect: 'cleared', changesFigures: true },
  AverageTicketStated: { entity: 'average_ticket', effect: 'changed', field: 'ticket', changesFigures: true },
  AverageTicketWithdrawn: { entity: 'average_ticket', effect: 'cleared', changesFigures: true },
  IngredientAdded: { entity: 'ingredient', effect: 'added', changesFigures: true },
  ...changeTraits('ingredient', ingredientFields),
  IngredientUnitChanged: { entity: 'ingredient', effect: 'changed', field: 'unit', changesFigures: false },
  IngredientUnitConverted: { entity: 'ingredient', effect: 'changed', field: 'unit', changesFigures: true },
  IngredientRepriced: { entity: 'ingredient', effect: 'changed', field: 'unitPrice', changesFigures: true },
  IngredientPurchaseChanged: { entity: 'ingredient', effect: 'changed', field: 'pack', changesFigures: true },
  IngredientConversionsChanged: { entity: 'ingredient', effect: 'changed', field: 'conversions', changesFigures: true },
  IngredientFreeChanged: { entity: 'ingredient', effect: 'changed', field: 'free', changesFigures: false },
  IngredientReplaced: { entity: 'ingredient', effect: 'changed', field: 'lines', changesFigures: true },
  IngredientRemoved: { entity: 'ingredient', effect: 'removed', changesFigures: true },
  IngredientRestored: { entity: 'ingredient', effect: 'restored', changesFigures: true },
  PreparationAdded: { entity: 'preparation', effect: 'added', changesFigures: true },
  ...changeTraits('preparation', preparationFields),
  PreparationYieldChanged: { entity: 'preparation', effect: 'changed', field: 'yield', changesFigures: true },
  PreparationConversionsChanged: {
    entity: 'preparation',
    effect: 'changed',
    field: 'conversions',
    changesFigures: true,
  },
  PreparationRemoved: { entity: 'preparation', effect: 'removed', changesFigures: true },
  PreparationRestored: { entity: 'preparation', effect: 'restored', changesFigures: true },
  PreparationIngredientAdded: { entity: 'preparation_ingredient', effect: 'added', changesFigures: true },
  PreparationIngredientQuantityChanged: {
    entity: 'preparation_ingredient',
    effect: 'changed',
    field: 'quantity',
    changesFigures: true,
  },
  PreparationIngredientUnitChanged: {
    entity: 'preparation_ingredient',
    effect: 'changed',
    field: 'ownUnit',
    changesFigures: true,
  },
  PreparationIngredientRemoved: { entity: 'preparation_ingredient', effect: 'removed', changesFigures: true },
  PreparationIngredientRestored: { entity: 'preparation_ingredient', effect: 'restored', changesFigures: true },
  DishAdded: { entity: 'dish', effect: 'added', changesFigures: true },
  ...changeTraits('dish', dishFields),
  DishRemoved: { entity: 'dish', effect: 'removed', changesFigures: true },
  DishRestored: { entity: 'dish', effect: 'restored', changesFigures: true },
  DishIngredientAdded: { entity: 'dish_ingredient', effect: 'added', changesFigures: true },
  DishIngredientQuantityChanged: {
    entity: 'dish_ingredient',
    effect: 'changed',
    field: 'quantity',
    changesFigures: true,
  },
  DishIngredientUnitChanged: { entity: 'dish_ingredient', effect: 'changed', field: 'ownUnit', changesFigures: true },
  DishIngredientRemoved: { entity: 'dish_ingredient', effect: 'removed', changesFigures: true },
  DishIngredientRestored: { entity: 'dish_ingredient', effect: 'restored', changesFigures: true },
  VariableCostChannelsChanged: { entity: 'variable_cost', effect: 'changed', field: 'channels', changesFigures: true },
  DishChannelPriced: { entity: 'dish', effect: 'changed', field: 'prices', changesFigures: true },
  DishIngredientChannelsChanged: {
    entity: 'dish_ingredient',
    effect: 'changed',
    field: 'channels',
    changesFigures: true,
  },
  ChannelAdded: { entity: 'channel', effect: 'added', changesFigures: true },
  ...changeTraits('channel', channelFields),
  MainChannelChanged: { entity: 'channel', effect: 'changed', field: 'isMain', changesFigures: true },
  ChannelRemoved: { entity: 'channel', effect: 'removed', changesFigures: true },
  ChannelRestored: { entity: 'channel', effect: 'restored', changesFigures: true },
  SalesRecorded: { entity: 'sales', effect: 'changed', field: 'rows', changesFigures: true },
  ...changeTraits('supplier', supplierFields),
  PurchaseEntered: { entity: 'purchase', effect: 'added', changesFigures: true },
  PurchaseTakenBack: { entity: 'purchase', effect: 'removed', changesFigures: true },
  PurchaseRestored: { entity: 'purchase', effect: 'restored', changesFigures: true },
  StockValueRecorded: { entity: 'stock_value', effect: 'changed', field: 'value', changesFigures: false },
  PriceRuleChanged: { entity: 'settings', effect: 'changed', field: 'priceRule', changesFigures: true },
  MixMonthsChanged: { entity: 'settings', effect: 'changed', field: 'mixMonths', changesFigures: true },
  ProfitGoalChanged: { entity: 'settings', effect: 'changed', field: 'profitGoal', changesFigures: true },
  ProductionLossChanged: { entity: 'settings', effect: 'changed', field: 'productionLoss', changesFigures: true },
} as const satisfies { readonly [Type in BusinessEvent['type']]: EventTraits<EntityOf<Type>> };

export const isBusinessEventType = (type: string): type is BusinessEvent['type'] => Object.hasOwn(EVENT_TRAITS, type);

export const traitsOf = ({ type }: Pick<BusinessEvent, 'type'>): EventTraits => EVENT_TRAITS[type];

/** The types of events with this effect. */
export type TypeWith<Value extends Effect> = {
  [Type in BusinessEvent['type']]: (typeof EVENT_TRAITS)[Type]['effect'] extends Value ? Type : never;
}[BusinessEvent['type']];

/** Tells whether the event is about this kind of entity. */
export const isAbout = <Kind extends EntityKind>(event: BusinessEvent, kind: Kind): event is EntityEvents[Kind] =>
  EVENT_TRAITS[event.type].entity === kind;

export const isOwnershipEventType = (type: string): type is EntityEvents['business']['type'] =>
  isBusinessEventType(type) && EVENT_TRAITS[type].entity === 'business';
