import type { EventLog } from '#eventstore/port.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { unpark } from '#projections/runner/unpark.ts';
import { type Difference, verify } from '#projections/runner/verify.ts';
import { ConfigError } from '#src/config-error.ts';
import { type Config, readConfig } from '#src/config.ts';
import { type Database, joinDatabase } from '#src/database.ts';
import { openEventLog } from '#src/event-log.ts';
import { migrate, roleOf } from '#src/migrate.ts';
import { pino } from 'pino';

/** What an operator does beside the running product: `npm run migrate | verify | rebuild | unpark`. */
type Task = (database: Database, config: Config) => Promise<boolean>;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Every task says what it found and whether all is well. */
const TASKS: Readonly<Record<string, Task>> = {
  async migrate(database) {
    const done = await migrate(database);
    say(done ? 'Schemas are up to date.' : 'This role may not create schemas: set DATABASE_OWNER_URL.');
    return done;
  },

  verify: (database, config) =>
    withLog(database, config, async (log) => {
      const found = await verify({ log, connectionString: database.ownerUrl });
      say(
        `Compared ${found.businesses} businesses and ${found.accounts} accounts as of ${found.position ?? 'the start'}.`,
      );
      for (const difference of found.differences.slice(0, 20)) say(lineOf(difference));
      for (const { kind, id, error } of found.parked) say(`parked: ${kind} ${id}: ${error}`);
      say(`${found.differences.length} differences, ${found.parked.length} parked streams.`);
      return found.differences.length === 0 && found.parked.length === 0;
    }),

  rebuild: (database, config) =>
    withLog(database, config, async (log) => {
      const runtimeRole = roleOf(database.url);
      const made = await rebuild({ log, connectionString: database.ownerUrl, runtimeRole });
      say(`Rebuilt and verified: ${made.businesses} businesses, ${made.accounts} accounts. It serves now.`);
      return true;
    }),

  unpark: (database, config) =>
    withLog(database, config, async (log) => {
      const left = await unpark({ log, connectionString: database.ownerUrl });
      for (const { kind, id, error } of left) say(`still parked: ${kind} ${id}: ${error}`);
      say(`${left.length} parked streams left.`);
      return left.length === 0;
    }),
};

async function withLog(
  { ownerUrl }: Database,
  config: Config,
  task: (log: EventLog) => Promise<boolean>,
): Promise<boolean> {
  const log = await openEventLog({ config, connectionString: ownerUrl, timeoutMs: 60_000 });
  try {
    return await task(log);
  } finally {
    await log.close();
  }
}

const lineOf = ({ table, key, expected, actual }: Difference): string =>
  `${table} ${key}\n  expected ${expected ?? 'no row'}\n  found    ${actual ?? 'no row'}`;

async function main(): Promise<boolean> {
  const name = process.argv[2] ?? '';
  const task = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined;
  if (!task) {
    say(`Usage: npm run ${Object.keys(TASKS).join(' | ')}`);
    return false;
  }
  const config = readConfig(process.env, process.cwd());
  const database = await joinDatabase(config, pino({ level: config.logLevel }));
  try {
    return await task(database, config);
  } finally {
    await database.close();
  }
}

main().then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
