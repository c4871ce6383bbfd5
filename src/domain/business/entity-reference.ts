import type { DishLineReference, PreparationLineReference } from './recipe/line.ts';

/** One entity of a business as an event refers to it: with its name at the time. */
export type EntityReference =
  | { readonly kind: NamedKind; readonly id: string; readonly name: string }
  | ({ readonly kind: 'dish_ingredient' } & Omit<DishLineReference, 'unit'>)
  | ({ readonly kind: 'preparation_ingredient' } & Omit<PreparationLineReference, 'unit'>)
  /** The number of the month, 1–12. */
  | { readonly kind: 'month'; readonly month: number }
  | { readonly kind: 'average_ticket' }
  | { readonly kind: 'settings' }
  /** `date`: YYYY-MM-DD. */
  | { readonly kind: 'purchase'; readonly id: string; readonly date: string; readonly supplierName: string | null }
  /** `month`: YYYY-MM. */
  | { readonly kind: 'stock_value'; readonly month: string }
  /** `month`: YYYY-MM. */
  | { readonly kind: 'sales'; readonly month: string; readonly channelId: string; readonly channelName: string };

export type NamedKind = 'fixed_cost' | 'variable_cost' | 'ingredient' | 'preparation' | 'dish' | 'channel' | 'supplier';
