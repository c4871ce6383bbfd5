import type { DishLinePlace, PreparationLinePlace } from './recipe/line.ts';

/** One entity of a business as an event refers to it: with its name at the time. */
export type EntityReference =
  | { readonly kind: NamedKind; readonly id: string; readonly name: string }
  | ({ readonly kind: 'dish_ingredient' } & Omit<DishLinePlace, 'unit'>)
  | ({ readonly kind: 'preparation_ingredient' } & Omit<PreparationLinePlace, 'unit'>)
  /** The number of the month, 1–12. */
  | { readonly kind: 'month'; readonly month: number }
  | { readonly kind: 'average_ticket' }
  | { readonly kind: 'settings' }
  /** `month`: YYYY-MM. */
  /** `date`: YYYY-MM-DD. */
  | { readonly kind: 'purchase'; readonly id: string; readonly date: string; readonly supplierName: string | null }
  /** `month`: YYYY-MM. */
  | { readonly kind: 'stock_value'; readonly month: string }
  | { readonly kind: 'sales'; readonly month: string; readonly channelId: string; readonly channelName: string };

export type NamedKind = 'fixed_cost' | 'variable_cost' | 'ingredient' | 'preparation' | 'dish' | 'channel' | 'supplier';
