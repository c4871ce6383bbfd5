import type pg from 'pg';
import type { Furnished } from '../businesses.ts';

/** The same owners the plain way: tables that are changed in place. */
const TABLES = `
create schema plain;
create table plain.account (user_id uuid primary key, business_id uuid not null, access_granted boolean not null);
create table plain.ingredient (id uuid primary key, business_id uuid not null, name text not null, unit text not null, unit_price bigint not null, version integer not null);
create table plain.dashboard (user_id uuid primary key, average_revenue numeric, fixed_costs numeric, variable_costs_percentage numeric,
  variable_costs numeric, cmv numeric, profit numeric, break_even numeric, margin numeric, ticket numeric, annual numeric, months_filled integer);
create index on plain.ingredient (business_id);
`;

export async function fillPlainTables(client: pg.Client, owners: readonly Furnished[]): Promise<void> {
  await client.query(TABLES);
  const ids = [owners.map(({ userId }) => userId), owners.map(({ businessId }) => businessId)];
  await client.query('insert into plain.account select *, true from unnest($1::uuid[], $2::uuid[])', ids);
  await client.query(`insert into plain.dashboard
    select user_id, 44822.54, 14972.65, 16.7, 7485.36, 33.7, 16.2, 30203.12, 49.57, 63.0, 537870.5, 9 from plain.account;
    analyze`);
}
