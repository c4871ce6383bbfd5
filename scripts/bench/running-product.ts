import { createPositionWaiter } from '#projections/runner/listening-position-waiter.ts';
import { findFreePort } from '#postgres/postmaster.ts';
import { pino } from 'pino';
import type { OwnerWithBusiness } from './businesses.ts';
import { createDatabase, createSignedInOwners, type SignedInOwner, waitForAuditLog, withLog } from './databases.ts';
import type { BenchmarkOptions } from './measurement.ts';
import { type Program, startBuiltProduct, startProgram } from './programs.ts';
import type pg from 'pg';
import { withClient } from '../with-client.ts';

/** The built product with owners, and baseline programs on the same database; each is a process of its own. */
export interface RunningProduct {
  readonly owners: readonly SignedInOwner[];
  readonly product: Program;
  startBaseline(kind: 'row' | 'memory' | 'crud'): Promise<Program>;
  /**
   * Resolves when the read model has reached `position`. This process learns it from PostgreSQL's notification, as
   * every other process of the product does.
   */
  waitUntilVisible(position: string | undefined): Promise<void>;
}

interface ProductOptions extends Pick<BenchmarkOptions, 'serverUrl' | 'baselinesPath'> {
  /** The name of the database that is created for the product. */
  readonly name: string;
  readonly owners: readonly OwnerWithBusiness[];
  /** Starts the product; one process by default. */
  readonly start?: typeof startBuiltProduct;
}

const VISIBILITY_TIMEOUT_MS = 60_000;

export async function withRunningProduct<T>(
  { serverUrl, baselinesPath, name, owners: prepared, start = startBuiltProduct }: ProductOptions,
  work: (running: RunningProduct) => Promise<T>,
): Promise<T> {
  const url = await createDatabase(serverUrl, name);
  const owners = await createSignedInOwners(url, prepared);
  await withClient(url, (client) => fillBaselineTables(client, owners));
  const programs: Program[] = [];
  const stopAtEnd = async (starting: Promise<Program>): Promise<Program> => {
    const program = await starting;
    programs.push(program);
    return program;
  };
  try {
    return await withLog(url, async (log) => {
      const waiter = createPositionWaiter({ connectionString: url, log, logger: pino({ level: 'silent' }) });
      await waiter.start();
      const waitUntilVisible = async (position: string | undefined): Promise<void> => {
        const outcome = await waiter.waitFor(position ?? '', VISIBILITY_TIMEOUT_MS);
        if (outcome !== 'reached') throw new Error(`position ${position} is ${outcome}`);
      };
      try {
        const product = await stopAtEnd(start(url, await findFreePort()));
        await waitUntilVisible((await log.head()) ?? undefined);
        await waitForAuditLog(url); // Otherwise writing the audit entries of the prepared events takes a third of the CPU.
        await withClient(url, (client) => client.query('analyze'));
        const startBaseline: RunningProduct['startBaseline'] = async (kind) =>
          stopAtEnd(
            startProgram({
              args: [baselinesPath, kind],
              env: { DATABASE_URL: url },
              port: await findFreePort(),
              readyPath: '/ready',
            }),
          );
        return await work({ owners, product, startBaseline, waitUntilVisible });
      } finally {
        await waiter.stop();
      }
    });
  } finally {
    for (const program of programs) await program.stop();
  }
}

/** Tables of the baseline programs, which are updated in place. */
const BASELINE_TABLES = `
create schema baseline;
create table baseline.account (user_id uuid primary key, business_id uuid not null, access_granted boolean not null);
create table baseline.ingredient (id uuid primary key, business_id uuid not null, name text not null, unit text not null, unit_price bigint not null, version integer not null);
create table baseline.dashboard (user_id uuid primary key, average_revenue numeric, fixed_costs numeric, variable_costs_percentage numeric,
  variable_costs numeric, cmv numeric, profit numeric, break_even numeric, margin numeric, ticket numeric, annual numeric, months_filled integer);
create index on baseline.ingredient (business_id);
`;

async function fillBaselineTables(client: pg.Client, owners: readonly OwnerWithBusiness[]): Promise<void> {
  await client.query(BASELINE_TABLES);
  const ids = [owners.map(({ userId }) => userId), owners.map(({ businessId }) => businessId)];
  await client.query('insert into baseline.account select *, true from unnest($1::uuid[], $2::uuid[])', ids);
  await client.query(`insert into baseline.dashboard
    select user_id, 44822.54, 14972.65, 16.7, 7485.36, 33.7, 16.2, 30203.12, 49.57, 63.0, 537870.5, 9 from baseline.account;
    analyze`);
}

/** @returns a function that returns the items one after the other and then starts again */
export function roundRobin<Item>(items: readonly Item[]): () => Item {
  let next = 0;
  return () => {
    const item = items[next % items.length];
    next += 1;
    if (item === undefined) throw new RangeError('no items');
    return item;
  };
}
