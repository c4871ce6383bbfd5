import type { Units } from '../decimal.ts';
import type { BusinessEvent } from './events.ts';
import type { Business } from './state.ts';

/**
 * What an owner can ask for. Amounts are in range and names clean when they get here (the contract's schemas see to
 * it); ids of new things come in as data. `version`: the version the asker had in view, refused if it is not the last.
 */
export type BusinessCommand = OwnershipCommand | SingleChange | Together | UndoChange;

/** One change to what is in a business. */
export type SingleChange = FinanceCommand | MenuCommand;

/** Several changes that are one: each is decided on what those before it made, and all are done or none. */
export type Together = Command<'Together', { commands: readonly SingleChange[] }>;

/** Takes back all that one command did, as long as everything it touched is still as it left it. */
export type UndoChange = Command<'UndoChange', { change: DoneChange }>;

/** What one command did, as the stream has it. */
export interface DoneChange {
  /** At least one, in order. */
  readonly events: readonly BusinessEvent[];
  /** The business right before them: where in their lists things stood that were removed. */
  readonly before: Business;
  /** The change that has taken this one back, whatever became of that: a change is taken back once. */
  readonly undoneBy: string | null;
}

type OwnershipCommand =
  | Command<'OpenBusiness', { ownerId: string }>
  /** Asked by the present owner, or in their name. */
  | Command<'ChangeOwner', { to: string }>
  | Command<'EraseBusiness', unknown>;

export type FinanceCommand =
  | Command<'AddFixedCost', { id: string; name: string; value: Units }>
  | Command<'ChangeFixedCost', Change<{ name: string; value: Units }>>
  | Command<'RemoveFixedCost', Target>
  | Command<'AddVariableCost', { id: string; name: string; percentage: Units }>
  | Command<'ChangeVariableCost', Change<{ name: string; percentage: Units }>>
  | Command<'RemoveVariableCost', Target>
  | Command<'RecordMonthRevenue', { month: number; value: Units; orders: number; version?: number | undefined }>
  | Command<'StateAverageTicket', { ticket: Units }>;

export type MenuCommand =
  | Command<'AddIngredient', { id: string; name: string; unit: string; unitPrice: Units }>
  | Command<'ChangeIngredient', Change<{ name: string; unit: string; unitPrice: Units }>>
  | Command<'RemoveIngredient', Target>
  | Command<'AddDish', { id: string; name: string; salePrice: Units }>
  | Command<'ChangeDish', Change<{ name: string; salePrice: Units }>>
  | Command<'RemoveDish', Target>
  | Command<'AddDishIngredient', LineTarget & { quantity: Units }>
  | Command<'ChangeDishIngredient', LineTarget & { quantity: Units; version?: number | undefined }>
  | Command<'RemoveDishIngredient', LineTarget & { version?: number | undefined }>;

type Command<Type extends string, Data> = { readonly type: Type } & Readonly<Data>;
type Target = { id: string; version?: number | undefined };
/** Fields left out stay as they are. */
type Change<Fields> = Target & { [K in keyof Fields]?: Fields[K] | undefined };
type LineTarget = { dishId: string; ingredientId: string };
