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
  /** True if the event can change any figure of the business. */
  readonly figures: boolean;
} & (
  | { readonly effect: Exclude<Effect, 'changed'>; readonly field?: never }
  /** The event changes one field. */
  | { readonly effect: 'changed'; readonly field: keyof EntityFields[Kind] }
);

/** Traits of every event of a business, the only list of events by kind. */
export const EVENT_TRAITS = {
  BusinessOpened: { entity: 'business', effect: 'added', figures: true },
  BusinessOwnerChanged: { entity: 'business', effect: 'moved', figures: false },
  BusinessErased: { entity: 'business', effect: 'erased', figures: true },
  FixedCostAdded: { entity: 'fixed_cost', effect: 'added', figures: true },
  ...changeTraits('fixed_cost', fixedCostFields),
  FixedCostRemoved: { entity: 'fixed_cost', effect: 'removed', figures: true },
  FixedCostRestored: { entity: 'fixed_cost', effect: 'restored', figures: true },
  VariableCostAdded: { entity: 'variable_cost', effect: 'added', figures: true },
  ...changeTraits('variable_cost', variableCostFields),
  VariableCostRemoved: { entity: 'variable_cost', effect: 'removed', figures: true },
  VariableCostRestored: { entity: 'variable_cost', effect: 'restored', figures: true },
  MonthRevenueRecorded: { entity: 'month', effect: 'changed', field: 'revenue', figures: true },
  MonthRevenueCleared: { entity: 'month', effect: 'cleared', figures: true },
  AverageTicketStated: { entity: 'average_ticket', effect: 'changed', field: 'ticket', figures: true },
  AverageTicketWithdrawn: { entity: 'average_ticket', effect: 'cleared', figures: true },
  IngredientAdded: { entity: 'ingredient', effect: 'added', figures: true },
  ...changeTraits('ingredient', ingredientFields),
  IngredientUnitChanged: { entity: 'ingredient', effect: 'changed', field: 'unit', figures: false },
  IngredientUnitConverted: { entity: 'ingredient', effect: 'changed', field: 'unit', figures: true },
  IngredientRepriced: { entity: 'ingredient', effect: 'changed', field: 'unitPrice', figures: true },
  IngredientPurchaseChanged: { entity: 'ingredient', effect: 'changed', field: 'pack', figures: true },
  IngredientConversionsChanged: { entity: 'ingredient', effect: 'changed', field: 'conversions', figures: true },
  IngredientFreeChanged: { entity: 'ingredient', effect: 'changed', field: 'free', figures: false },
  IngredientReplaced: { entity: 'ingredient', effect: 'changed', field: 'lines', figures: true },
  IngredientRemoved: { entity: 'ingredient', effect: 'removed', figures: true },
  IngredientRestored: { entity: 'ingredient', effect: 'restored', figures: true },
  PreparationAdded: { entity: 'preparation', effect: 'added', figures: true },
  ...changeTraits('preparation', preparationFields),
  PreparationYieldChanged: { entity: 'preparation', effect: 'changed', field: 'yield', figures: true },
  PreparationConversionsChanged: { entity: 'preparation', effect: 'changed', field: 'conversions', figures: true },
  PreparationRemoved: { entity: 'preparation', effect: 'removed', figures: true },
  PreparationRestored: { entity: 'preparation', effect: 'restored', figures: true },
  PreparationIngredientAdded: { entity: 'preparation_ingredient', effect: 'added', figures: true },
  PreparationIngredientQuantityChanged: {
    entity: 'preparation_ingredient',
    effect: 'changed',
    field: 'quantity',
    figures: true,
  },
  PreparationIngredientUnitChanged: {
    entity: 'preparation_ingredient',
    effect: 'changed',
    field: 'ownUnit',
    figures: true,
  },
  PreparationIngredientRemoved: { entity: 'preparation_ingredient', effect: 'removed', figures: true },
  PreparationIngredientRestored: { entity: 'preparation_ingredient', effect: 'restored', figures: true },
  DishAdded: { entity: 'dish', effect: 'added', figures: true },
  ...changeTraits('dish', dishFields),
  DishRemoved: { entity: 'dish', effect: 'removed', figures: true },
  DishRestored: { entity: 'dish', effect: 'restored', figures: true },
  DishIngredientAdded: { entity: 'dish_ingredient', effect: 'added', figures: true },
  DishIngredientQuantityChanged: { entity: 'dish_ingredient', effect: 'changed', field: 'quantity', figures: true },
  DishIngredientUnitChanged: { entity: 'dish_ingredient', effect: 'changed', field: 'ownUnit', figures: true },
  DishIngredientRemoved: { entity: 'dish_ingredient', effect: 'removed', figures: true },
  DishIngredientRestored: { entity: 'dish_ingredient', effect: 'restored', figures: true },
  VariableCostChannelsChanged: { entity: 'variable_cost', effect: 'changed', field: 'channels', figures: true },
  DishChannelPriced: { entity: 'dish', effect: 'changed', field: 'prices', figures: true },
  DishIngredientChannelsChanged: { entity: 'dish_ingredient', effect: 'changed', field: 'channels', figures: true },
  ChannelAdded: { entity: 'channel', effect: 'added', figures: true },
  ...changeTraits('channel', channelFields),
  MainChannelChanged: { entity: 'channel', effect: 'changed', field: 'isMain', figures: true },
  ChannelRemoved: { entity: 'channel', effect: 'removed', figures: true },
  ChannelRestored: { entity: 'channel', effect: 'restored', figures: true },
  SalesRecorded: { entity: 'sales', effect: 'changed', field: 'rows', figures: true },
  ...changeTraits('supplier', supplierFields),
  PurchaseEntered: { entity: 'purchase', effect: 'added', figures: true },
  PurchaseTakenBack: { entity: 'purchase', effect: 'removed', figures: true },
  PurchaseRestored: { entity: 'purchase', effect: 'restored', figures: true },
  StockValueRecorded: { entity: 'stock_value', effect: 'changed', field: 'value', figures: false },
  PriceRuleChanged: { entity: 'settings', effect: 'changed', field: 'priceRule', figures: true },
  MixMonthsChanged: { entity: 'settings', effect: 'changed', field: 'mixMonths', figures: true },
  ProfitGoalChanged: { entity: 'settings', effect: 'changed', field: 'profitGoal', figures: true },
  ProductionLossChanged: { entity: 'settings', effect: 'changed', field: 'productionLoss', figures: true },
} as const satisfies { readonly [Type in BusinessEvent['type']]: EventTraits<EntityOf<Type>> };

export const isBusinessEventType = (type: string): type is BusinessEvent['type'] => Object.hasOwn(EVENT_TRAITS, type);

export const traitsOf = ({ type }: Pick<BusinessEvent, 'type'>): EventTraits => EVENT_TRAITS[type];

/** The types of events with this effect. */
export type TypeWith<Value extends Effect> = {
  [Type in BusinessEvent['type']]: (typeof EVENT_TRAITS)[Type]['effect'] extends Value ? Type : never;
}[BusinessEvent['type']];

/** Returns whether the event is about this kind of entity. */
export const isAbout = <Kind extends EntityKind>(event: BusinessEvent, kind: Kind): event is EntityEvents[Kind] =>
  EVENT_TRAITS[event.type].entity === kind;

export const isOwnershipEventType = (type: string): type is EntityEvents['business']['type'] =>
  isBusinessEventType(type) && EVENT_TRAITS[type].entity === 'business';
