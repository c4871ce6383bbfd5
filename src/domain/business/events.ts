import type { Units } from '../decimal.ts';

/**
 * What can have happened in a business. A change carries `from` and `to`, a removal the whole thing, each the thing's
 * name at the time: the audit trail, undo and history are read from here and could not be made up later.
 */
export type BusinessEvent = OpeningEvent | FinanceEvent | MenuEvent;

export type OpeningEvent =
  | Event<'BusinessOpened', { ownerId: string }>
  /** It went to another account with all that is in it: a guest has signed in. */
  | Event<'BusinessOwnerChanged', { from: string; to: string }>
  /** Everything in it is gone for good, and nothing can happen in it any more. */
  | Event<'BusinessErased', Record<string, never>>;

/**
 * What is restored comes back as it was, in the place that it had: `version` is the one it has now, one above that of its
 * removal, and `sequence` the one it had.
 */
export type FinanceEvent =
  | Event<'FixedCostAdded', { id: string; name: string; value: Units }>
  | Event<'FixedCostRenamed', { id: string; from: string; to: string }>
  | Event<'FixedCostAmountChanged', { id: string; name: string; from: Units; to: Units }>
  | Event<'FixedCostRemoved', { id: string; name: string; value: Units; version: number }>
  | Event<'FixedCostRestored', { id: string; name: string; value: Units } & Restored>
  | Event<'VariableCostAdded', { id: string; name: string; percentage: Units }>
  | Event<'VariableCostRenamed', { id: string; from: string; to: string }>
  | Event<'VariableCostRateChanged', { id: string; name: string; from: Units; to: Units }>
  | Event<'VariableCostRemoved', { id: string; name: string; percentage: Units; version: number }>
  | Event<'VariableCostRestored', { id: string; name: string; percentage: Units } & Restored>
  | Event<'MonthRevenueRecorded', { month: number; from: RevenueFigures | null; to: RevenueFigures }>
  /** The month is again one of which nothing was ever said. */
  | Event<'MonthRevenueCleared', { month: number; value: Units; orders: number; version: number }>
  | Event<'AverageTicketStated', { from: Units | null; to: Units }>
  /** No ticket is stated any more. */
  | Event<'AverageTicketWithdrawn', { ticket: Units }>;

export type MenuEvent =
  | Event<'IngredientAdded', { id: string; name: string; unit: string; unitPrice: Units }>
  | Event<'IngredientRenamed', { id: string; from: string; to: string }>
  | Event<'IngredientUnitChanged', { id: string; name: string; from: string; to: string }>
  | Event<'IngredientRepriced', { id: string; name: string; unit: string; from: Units; to: Units }>
  | Event<'IngredientRemoved', { id: string; name: string; unit: string; unitPrice: Units; version: number }>
  | Event<'IngredientRestored', { id: string; name: string; unit: string; unitPrice: Units } & Restored>
  | Event<'DishAdded', { id: string; name: string; salePrice: Units }>
  | Event<'DishRenamed', { id: string; from: string; to: string }>
  | Event<'DishPriced', { id: string; name: string; from: Units; to: Units }>
  | Event<'DishRemoved', { id: string; name: string; salePrice: Units; lines: readonly RemovedLine[]; version: number }>
  | Event<'DishRestored', { id: string; name: string; salePrice: Units; lines: readonly RemovedLine[] } & Restored>
  | Event<'DishIngredientAdded', DishLineEvent & { quantity: Units }>
  | Event<'DishIngredientQuantityChanged', DishLineEvent & { from: Units; to: Units }>
  | Event<'DishIngredientRemoved', DishLineEvent & { quantity: Units; version: number }>
  /** `place`: before which line of the recipe it stands again, from 0. */
  | Event<'DishIngredientRestored', DishLineEvent & { quantity: Units; version: number; place: number }>;

type Event<Type extends string, Data> = { readonly type: Type; readonly data: Readonly<Data> };

export type RevenueFigures = { readonly value: Units; readonly orders: number };

export type RemovedLine = {
  readonly ingredientId: string;
  readonly ingredientName: string;
  readonly quantity: Units;
  readonly version: number;
};

type Restored = { readonly version: number; readonly sequence: number };

type DishLineEvent = { dishId: string; dishName: string; ingredientId: string; ingredientName: string };

const TYPES = {
  BusinessOpened: true,
  BusinessOwnerChanged: true,
  BusinessErased: true,
  FixedCostAdded: true,
  FixedCostRenamed: true,
  FixedCostAmountChanged: true,
  FixedCostRemoved: true,
  FixedCostRestored: true,
  VariableCostAdded: true,
  VariableCostRenamed: true,
  VariableCostRateChanged: true,
  VariableCostRemoved: true,
  VariableCostRestored: true,
  MonthRevenueRecorded: true,
  MonthRevenueCleared: true,
  AverageTicketStated: true,
  AverageTicketWithdrawn: true,
  IngredientAdded: true,
  IngredientRenamed: true,
  IngredientUnitChanged: true,
  IngredientRepriced: true,
  IngredientRemoved: true,
  IngredientRestored: true,
  DishAdded: true,
  DishRenamed: true,
  DishPriced: true,
  DishRemoved: true,
  DishRestored: true,
  DishIngredientAdded: true,
  DishIngredientQuantityChanged: true,
  DishIngredientRemoved: true,
  DishIngredientRestored: true,
} satisfies Record<BusinessEvent['type'], true>;

export const isBusinessEventType = (type: string): type is BusinessEvent['type'] => Object.hasOwn(TYPES, type);
