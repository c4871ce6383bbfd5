import { existsSync } from 'node:fs';
import { pino } from 'pino';
import { personWithHistory } from '#app/samples/people.ts';
import { createAnchorFile } from '#projections/audit/anchors.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { unparkStreams } from '#projections/runner/unpark.ts';
import { verify, type Difference } from '#projections/runner/verify.ts';
import { hashAdminPassword, newAdminPassword } from '#identity/admin-password.ts';
import { type Config, readConfig } from '#config/config.ts';
import { type Database, openFirstSession, joinDatabase } from '#processes/database.ts';
import { openEventLog } from '#processes/event-log.ts';
import { migrate } from '#processes/migrate.ts';
import { sentenceFor } from '#processes/start-error.ts';
import { withEventLog, withFolding } from '#processes/with-event-log.ts';
import { applyErasuresTo } from './apply-erasures.ts';
import { backUp } from './backup.ts';
import { moveLog, moveReactors } from './move-log.ts';
import { requireStopped } from './require-stopped.ts';
import { restore } from './restore.ts';
import { monthsFrom, seedPersonWithPast } from './seed.ts';
import { verifyAuditLog } from './verify-audit.ts';
import { withClient } from './with-client.ts';

/**
 * A command of the operator. `npm run migrate | verify | audit:verify | rebuild | unpark | erasures:apply | backup |
 * admin:password | seed -- --months 12` work while the product runs; `npm run move-log to-eventstoredb | to-postgres`
 * and `npm run restore` only while it is stopped. It prints what it found and returns whether everything is in order.
 */
type Command = (database: Database, config: Config) => Promise<boolean>;

const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

const COMMANDS: Readonly<Record<string, Command>> = {
  async migrate(database, config) {
    const isMigrated = await migrate(database, {
      eventStoreUrl: config.eventStoreUrl,
      onRebuild: () => printLine('The read model has an older shape: it is rebuilt beside the one that serves.'),
    });
    printLine(isMigrated ? 'Schemas are up to date.' : 'This role may not create schemas: set DATABASE_OWNER_URL.');
    return isMigrated;
  },

  verify: (database, config) =>
    withFolding({ database, config }, async (log, eventFolder) => {
      const report = await verify({ log, connectionString: database.ownerUrl, eventFolder });
      printLine(
        `Compared ${report.businesses} businesses and ${report.accounts} accounts as of ${report.position ?? 'the start'}.`,
      );
      for (const difference of report.differences.slice(0, 20)) printLine(differenceText(difference));
      for (const { kind, id, error } of report.parked) printLine(`parked: ${kind} ${id}: ${error}`);
      for (const { name, type, position, error } of report.failed)
        printLine(`not done: ${name}: ${type} at ${position}: ${error}`);
      const { businesses, accounts, differences, parked, failed, eventsBehind, isStalled } = report;
      if (businesses + accounts + differences.length === 0) {
        printLine('Nothing was compared: the event log is empty. Is it the right one (EVENT_LOG, EVENT_STORE_URL)?');
        return false;
      }
      printLine(
        `${differences.length} differences, ${parked.length} parked streams, ${failed.length} events not done.`,
      );
      if (eventsBehind > 0) printLine(`The read model is ${eventsBehind} events behind the log.`);
      if (isStalled) printLine('A projector runs and does not get on: see its log, and docs/operations/runbook.md.');
      return !isStalled && [differences, parked, failed].every((each) => each.length === 0);
    }),

  'audit:verify': (database, config) =>
    withEventLog({ database, config }, async (log) => {
      const { entries, problems, anchors } = await verifyAuditLog(database, { log, anchorsPath: config.auditAnchors });
      for (const { kind, number } of problems) printLine(`${kind}${number === null ? '' : ` at entry ${number}`}`);
      printLine(`Walked ${entries} entries of the audit log, past ${anchors} anchors: ${problems.length} problems.`);
      if (entries === 0n && problems.length === 0) {
        printLine('Nothing was walked: trail and event log are empty. Is it the right database?');
        return false;
      }
      if (anchors === 0)
        printLine(`No anchors in ${config.auditAnchors}: nothing outside of the database vouches for it.`);
      return problems.length === 0;
    }),

  rebuild: (database, config) =>
    withFolding({ database, config }, async (log, eventFolder) => {
      const { businesses, accounts } = await rebuild({ log, connectionString: database.ownerUrl, eventFolder });
      if (businesses + accounts === 0) {
        printLine('Nothing was rebuilt: the event log is empty. Is it the right one (EVENT_LOG, EVENT_STORE_URL)?');
        return false;
      }
      printLine(`Rebuilt and verified: ${businesses} businesses, ${accounts} accounts. It serves now.`);
      return true;
    }),

  unpark: (database, config) =>
    withFolding({ database, config }, async (log, eventFolder) => {
      const remaining = await unparkStreams({ log, connectionString: database.ownerUrl, eventFolder });
      for (const { kind, id, error } of remaining) printLine(`still parked: ${kind} ${id}: ${error}`);
      printLine(`${remaining.length} parked streams left.`);
      return remaining.length === 0;
    }),

  async 'move-log'({ ownerUrl }, config) {
    const direction = process.argv[3];
    if (config.eventStoreUrl === undefined || (direction !== 'to-eventstoredb' && direction !== 'to-postgres')) {
      printLine(
        'Usage: EVENT_STORE_URL=esdb://… npm run move-log to-eventstoredb | to-postgres, while the product is stopped',
      );
      return false;
    }
    await requireStopped(ownerUrl);
    const connection = { connectionString: ownerUrl, timeoutMs: 60_000 };
    const postgres = await openEventLog({ config: { eventStoreUrl: undefined }, ...connection });
    const eventStore = await openEventLog({ config, ...connection });
    const [from, to] = direction === 'to-postgres' ? [eventStore, postgres] : [postgres, eventStore];
    try {
      const moved = await moveLog({ from, to });
      if (moved.copied + moved.existing === 0) {
        printLine('Nothing was moved: the log to move from is empty. Is it the right way, and the right log?');
        return false;
      }
      printLine(
        `${moved.copied} events copied, ${moved.existing} were there already, ${moved.erased} streams are erased.`,
      );
      printLine(`Both logs are the same: every event, and the figures of ${moved.businesses} businesses.`);
      printLine(`${await moveReactors(ownerUrl, { from, to })} checkpoints of reactors moved.`);
      printLine(
        'Positions are others now: name the log in the configuration, then npm run rebuild, then start the product.',
      );
      printLine('The audit log so far belongs to the old log: keep both. It does not go on with the new one.');
      return true;
    } finally {
      await Promise.all([postgres.close(), eventStore.close()]);
    }
  },

  async seed(database, config) {
    const months = monthsFrom(process.argv.slice(3));
    if (months === undefined) {
      printLine('Usage: npm run seed -- --months 12 (1 to 36), whether the product runs or not');
      return false;
    }
    if (!config.samples) {
      printLine('There are no sample people in production, nor where people sign in by Google.');
      return false;
    }
    await migrate(database, { eventStoreUrl: config.eventStoreUrl });
    return withEventLog({ database, config }, async (log) => {
      const connectionString = database.ownerUrl;
      const isNew = await seedPersonWithPast({ log, connectionString, now: new Date(), months });
      const { name, email } = personWithHistory;
      printLine(
        isNew ? `${name} (${email}) has a pizzeria with ${months} months behind it.` : `${name} (${email}) is there.`,
      );
      return true;
    });
  },

  async backup({ ownerUrl }) {
    const file = process.argv[3];
    if (file === undefined) {
      printLine('Usage: npm run backup <file to write>, while the product runs or not');
      return false;
    }
    const { tables, rows } = await backUp({ connectionString: ownerUrl, file });
    printLine(
      `${rows} rows of ${tables} tables are in ${file}. It holds personal data and secrets: encrypt it, keep it apart.`,
    );
    return true;
  },

  async restore(database, config) {
    const file = process.argv[3];
    if (file === undefined) {
      printLine('Usage: npm run restore <file>, into an empty database, while the product is stopped');
      return false;
    }
    const { tables, rows } = await restore({ connectionString: database.ownerUrl, file });
    await migrate(database, { eventStoreUrl: config.eventStoreUrl });
    printLine(`${rows} rows of ${tables} tables are back.`);
    return withEventLog({ database, config }, async (log) => {
      const removedAnchors = await createAnchorFile(config.auditAnchors, log.id).setAside(
        await auditLogLength(database),
      );
      if (removedAnchors > 0)
        printLine(`${removedAnchors} anchors of later entries are now in a file beside ${config.auditAnchors}.`);
      printLine('Now, in this order: rebuild, erasures:apply, verify, audit:verify; then start the product.');
      return true;
    });
  },

  'erasures:apply': (database, config) =>
    withEventLog({ database, config }, async (log) => {
      const { erasureList: file, logLevel } = config;
      if (!existsSync(file)) {
        printLine(`There is no erasure list ${file} (ERASURE_LIST): whoever was erased since the backup would stay.`);
        printLine('Put it back from where it is kept. Where nobody was ever erased: make an empty file.');
        return false;
      }
      const logger = pino({ level: logLevel });
      const { listedCount, erasedCount } = await applyErasuresTo({
        log,
        connectionString: database.ownerUrl,
        file,
        logger,
      });
      printLine(
        `${listedCount} people on the list in ${file}; ${erasedCount} of them had come back and are erased again.`,
      );
      printLine('The audit log has been written up to the end of the event log.');
      return true;
    }),
};

/** Generates the administrators' password and its hash. Passwords that people choose can be found in lists. */
async function makeAdminPassword(): Promise<boolean> {
  const password = newAdminPassword();
  printLine(`Password of the administration, for a password manager: ${password}`);
  printLine(`ADMIN_PASSWORD_HASH='${await hashAdminPassword(password)}'`);
  return true;
}

/** The number of entries in the audit log. */
const auditLogLength = ({ ownerUrl }: Database): Promise<bigint> =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ number: string }>('select number from audit.head');
    return BigInt(rows[0]?.number ?? 0);
  });

const differenceText = ({ table, key, expected, actual }: Difference): string =>
  `${table} ${key}\n  expected ${expected ?? 'no row'}\n  found    ${actual ?? 'no row'}`;

async function main(): Promise<boolean> {
  const name = process.argv[2] ?? '';
  if (name === 'admin:password') return makeAdminPassword();
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    printLine(`Usage: npm run ${[...Object.keys(COMMANDS), 'admin:password'].join(' | ')}`);
    return false;
  }
  const config = readConfig(process.env, process.cwd());
  loadedConfig = config;
  const database = await joinDatabase(config, pino({ level: config.logLevel }));
  try {
    // The connection is tried first, so that a wrong address is reported before the command changes anything.
    await (await openFirstSession(database, 'owner')).close();
    return await command(database, config);
  } finally {
    await database.close();
  }
}

/** The configuration, for the message of an error; undefined until it has been read. */
let loadedConfig: Config | undefined;

main().then(
  (isInOrder) => process.exit(isInOrder ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${sentenceFor(error, loadedConfig) ?? String(error)}\n`);
    process.exit(1);
  },
);
