import type { Reply } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { Business } from '#domain/business/state.ts';
import {
  withDish,
  withFixedCost,
  withIngredient,
  withLine,
  withMonth,
  withNewLine,
  withVariableCost,
} from './answered-rows.ts';
import { type TableName, without, withLines } from './business-rows.ts';
import type { CallName, CallOf } from './call-in-set.ts';
import { units } from './from-wire.ts';
import type { Sent } from './ledger.ts';

export type Adopted = Pick<Sent, 'adopt' | 'id'>;

type Adoption<Name extends CallName> = (reply: Reply<OwnerContract[Name]>, call: CallOf<Name>) => Adopted;

type WithRow<Row> = (state: Business, row: Row) => Business;

const added =
  <Row extends { readonly id: string }>(withRow: WithRow<Row>) =>
  (row: Row): Adopted => ({ id: row.id, adopt: (state) => withRow(state, row) });

const changed =
  <Row>(withRow: WithRow<Row>) =>
  (row: Row): Adopted => ({ adopt: (state) => withRow(state, row) });

const removed =
  (table: TableName) =>
  (_: undefined, { params }: { readonly params: { readonly id: string } }): Adopted => ({
    adopt: (state) => without(state, table, params.id),
  });

/** What the answer to each call makes of the confirmed business, and the real id of what it added. */
export const ADOPTIONS: { readonly [Name in CallName]: Adoption<Name> } = {
  addFixedCost: added(withFixedCost),
  changeFixedCost: changed(withFixedCost),
  removeFixedCost: removed('fixedCosts'),
  addVariableCost: added(withVariableCost),
  changeVariableCost: changed(withVariableCost),
  removeVariableCost: removed('variableCosts'),
  recordMonthRevenue: changed(withMonth),
  stateAverageTicket: (_, { body }) => ({
    adopt: (state) => ({ ...state, statedTicket: units(Number(body.average_ticket)) }),
  }),
  addIngredient: added(withIngredient),
  changeIngredient: changed(withIngredient),
  removeIngredient: removed('ingredients'),
  addDish: added(withDish),
  changeDish: changed(withDish),
  removeDish: removed('dishes'),
  addDishIngredient: (line, { body }) => ({ adopt: (state) => withNewLine(state, body.dish_id, line) }),
  changeDishIngredient: (line, { params }) => ({ adopt: (state) => withLine(state, params.dishId, line) }),
  removeDishIngredient: (_, { params: { dishId, ingredientId } }) => ({
    adopt: (state) => withLines(state, dishId, (lines) => lines.filter((line) => line.ingredientId !== ingredientId)),
  }),
};
