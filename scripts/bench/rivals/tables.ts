import { fold } from '#domain/business/evolve.ts';
import type pg from 'pg';
import type { Furnished } from '../businesses.ts';

/** The same businesses the plain way: one normalised table for each kind of thing, changed in place. */
const TABLES = `
create schema plain;
create table plain.account (user_id uuid primary key, business_id uuid not null, access_granted boolean not null);
create table plain.fixed_cost (id uuid primary key, business_id uuid not null, name text not null, value bigint not null, version integer not null);
create table plain.variable_cost (id uuid primary key, business_id uuid not null, name text not null, percentage bigint not null, version integer not null);
create table plain.month_revenue (business_id uuid, month smallint, value bigint not null, orders bigint not null, version integer not null, primary key (business_id, month));
create table plain.ingredient (id uuid primary key, business_id uuid not null, name text not null, unit text not null, unit_price bigint not null, version integer not null);
create table plain.dish (id uuid primary key, business_id uuid not null, name text not null, sale_price bigint not null, version integer not null);
create table plain.dish_line (dish_id uuid, ingredient_id uuid, quantity bigint not null, version integer not null, primary key (dish_id, ingredient_id));
create table plain.dashboard (user_id uuid primary key, average_revenue numeric, fixed_costs numeric, variable_costs_percentage numeric,
  variable_costs numeric, cmv numeric, profit numeric, break_even numeric, margin numeric, ticket numeric, annual numeric, months_filled integer);
create index on plain.fixed_cost (business_id);
create index on plain.variable_cost (business_id);
create index on plain.ingredient (business_id);
create index on plain.dish (business_id);
`;

type Rows = readonly object[];

async function insert(client: pg.Client, table: string, rows: Rows): Promise<void> {
  await client.query(`insert into plain.${table} select * from json_populate_recordset(null::plain.${table}, $1)`, [
    JSON.stringify(rows),
  ]);
}

/** Fills them with what the events of these owners come to. */
export async function fillPlainTables(client: pg.Client, owners: readonly Furnished[]): Promise<void> {
  await client.query(TABLES);
  const states = owners.map(({ businessId, userId, events }) => ({ businessId, userId, state: fold(events) }));
  const rowsOf = (of: (owner: (typeof states)[number]) => readonly object[]): Rows => states.flatMap(of);
  await insert(
    client,
    'account',
    rowsOf(({ userId, businessId }) => [{ user_id: userId, business_id: businessId, access_granted: true }]),
  );
  const things = (pick: (state: (typeof states)[number]['state']) => Iterable<object>): Rows =>
    rowsOf(({ businessId, state }) => [...pick(state)].map((thing) => ({ ...thing, business_id: businessId })));
  await insert(
    client,
    'fixed_cost',
    things((state) => state.fixedCosts.values()),
  );
  await insert(
    client,
    'variable_cost',
    things((state) => state.variableCosts.values()),
  );
  await insert(
    client,
    'month_revenue',
    things((state) => state.months.values()),
  );
  await insert(
    client,
    'ingredient',
    things((state) => [...state.ingredients.values()].map((each) => ({ ...each, unit_price: each.unitPrice }))),
  );
  await insert(
    client,
    'dish',
    things((state) => [...state.dishes.values()].map((each) => ({ ...each, sale_price: each.salePrice }))),
  );
  const lines = rowsOf(({ state }) =>
    [...state.dishes.values()].flatMap((dish) =>
      dish.lines.map((line) => ({ ...line, dish_id: dish.id, ingredient_id: line.ingredientId })),
    ),
  );
  await insert(client, 'dish_line', lines);
  await client.query(`insert into plain.dashboard
    select user_id, 44822.54, 14972.65, 16.7, 7485.36, 33.7, 16.2, 30203.12, 49.57, 63.0, 537870.5, 9 from plain.account;
    analyze`);
}
