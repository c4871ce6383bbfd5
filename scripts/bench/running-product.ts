import { createPositionWaiter } from '#projections/runner/listening-position-waiter.ts';
import { findFreePort } from '#postgres/free-port.ts';
import { pino } from 'pino';
import type { OwnerWithBusiness } from './businesses.ts';
import { createDatabase, populate, type SignedInOwner, waitForAuditLog, withLog } from './databases.ts';
import { type Program, startBuiltProduct, startProgram } from './programs.ts';
import type pg from 'pg';
import { withClient } from '../with-client.ts';

/** The built product with owners in it, and the alternatives on the same server, as processes too. */
export interface RunningProduct {
  readonly url: string;
  readonly owners: readonly SignedInOwner[];
  readonly product: Program;
  rival(kind: 'row' | 'memory' | 'crud'): Promise<Program>;
  /**
   * Resolves when the read model has reached `position`, according to its notification to another process: this one.
   */
  waitUntilVisible(position: string | undefined): Promise<void>;
}

interface ProductOptions {
  /** The address of the database server. */
  readonly url: string;
  /** Name of the database that is created for the product. */
  readonly name: string;
  readonly owners: readonly OwnerWithBusiness[];
  /** The path of the bundled alternatives. */
  readonly rivals: string;
  /** Starts the product; one process by default. */
  readonly start?: typeof startBuiltProduct;
}

const PATIENCE_MS = 60_000;

export async function withRunningProduct<T>(
  options: ProductOptions,
  work: (running: RunningProduct) => Promise<T>,
): Promise<T> {
  const url = await createDatabase(options.url, options.name);
  const owners = await populate(url, options.owners);
  await withClient(url, (client) => fillPlainTables(client, owners));
  const programs: Program[] = [];
  const track = async (start: Promise<Program>): Promise<Program> => {
    const program = await start;
    programs.push(program);
    return program;
  };
  try {
    return await withLog(url, async (log) => {
      const waiter = createPositionWaiter({ connectionString: url, log, logger: pino({ level: 'silent' }) });
      await waiter.start();
      const waitUntilVisible = async (position: string | undefined): Promise<void> => {
        const outcome = await waiter.waitFor(position ?? '', PATIENCE_MS);
        if (outcome !== 'reached') throw new Error(`position ${position} is ${outcome}`);
      };
      try {
        const product = await track((options.start ?? startBuiltProduct)(url, await findFreePort()));
        await waitUntilVisible((await log.head()) ?? undefined);
        await waitForAuditLog(url); // Writing the entries of the prepared events would take a third of the processor.
        await withClient(url, (client) => client.query('analyze'));
        const rival: RunningProduct['rival'] = async (kind) =>
          track(
            startProgram({
              args: [options.rivals, kind],
              env: { DATABASE_URL: url },
              port: await findFreePort(),
              readyPath: '/ready',
            }),
          );
        return await work({ url, owners, product, rival, waitUntilVisible });
      } finally {
        await waiter.stop();
      }
    });
  } finally {
    for (const program of programs) await program.stop();
  }
}

/** Tables for the same owners, which are changed in place. */
const TABLES = `
create schema plain;
create table plain.account (user_id uuid primary key, business_id uuid not null, access_granted boolean not null);
create table plain.ingredient (id uuid primary key, business_id uuid not null, name text not null, unit text not null, unit_price bigint not null, version integer not null);
create table plain.dashboard (user_id uuid primary key, average_revenue numeric, fixed_costs numeric, variable_costs_percentage numeric,
  variable_costs numeric, cmv numeric, profit numeric, break_even numeric, margin numeric, ticket numeric, annual numeric, months_filled integer);
create index on plain.ingredient (business_id);
`;

async function fillPlainTables(client: pg.Client, owners: readonly OwnerWithBusiness[]): Promise<void> {
  await client.query(TABLES);
  const ids = [owners.map(({ userId }) => userId), owners.map(({ businessId }) => businessId)];
  await client.query('insert into plain.account select *, true from unnest($1::uuid[], $2::uuid[])', ids);
  await client.query(`insert into plain.dashboard
    select user_id, 44822.54, 14972.65, 16.7, 7485.36, 33.7, 16.2, 30203.12, 49.57, 63.0, 537870.5, 9 from plain.account;
    analyze`);
}

/** Yields the items in turn, endlessly. */
export function inTurns<Item>(items: readonly Item[]): () => Item {
  let next = 0;
  return () => {
    const item = items[next % items.length];
    next += 1;
    if (item === undefined) throw new RangeError('nobody is there');
    return item;
  };
}
