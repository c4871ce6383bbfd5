import { businessStream } from '#domain/streams.ts';
import { databaseRoles } from '#tests/support/database-roles.ts';
import { freshDatabase, type ProductStorage } from '#tests/support/database.ts';
import { TESTED_LOG, type TestedLog } from '#tests/support/event-log.ts';
import type { StandIn } from '#tests/support/eventstoredb/stand-in.ts';
import { launchProduct, type RunningProduct } from '#tests/support/product.ts';
import { startTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts';
import { createEmbedded, type EmbeddedPostgres } from './embedded.ts';
import { type Owner, signInOwners } from './owner.ts';
import { buildServer, type ServerBuild } from './server-build.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A process of the product that can be killed and started again at the same address. */
export interface Server {
  readonly origin: string;
  /** The process that runs now, or ran last. */
  readonly process: () => RunningProduct;
  kill(): Promise<void>;
  /** Starts the server again and waits until it is ready. */
  restart(): Promise<void>;
}

/** The system under test: real servers over a real PostgreSQL. */
export interface TestSystem {
  readonly servers: readonly [Server, ...Server[]];
  readonly owners: readonly Owner[];
  readonly build: Omit<ServerBuild, 'remove'>;
  /** Returns a new number each time. */
  readonly newNumber: () => number;
  /** The connection string that bypasses the faults. */
  url(): string;
  /** The connection string of the log that bypasses the faults, where it is not in the database. */
  storage(): ProductStorage;
  /** The output of all processes. */
  outputs(): readonly string[];
  close(): Promise<void>;
}

function numbersFrom(first: number): () => number {
  let last = first - 1;
  return () => (last += 1);
}

async function startServer(program: string, env: Readonly<Record<string, string>>): Promise<Server & Outputs> {
  const processes: RunningProduct[] = [];
  const launch = async (wanted: Readonly<Record<string, string>>): Promise<RunningProduct> => {
    const product = await launchProduct({ env: wanted, program });
    processes.push(product);
    await product.ready();
    return product;
  };
  const first = await launch({ LOG_LEVEL: 'debug', ...env });
  const current = (): RunningProduct => processes.at(-1) ?? first;
  return {
    origin: first.origin,
    process: current,
    kill: () => current().kill(),
    async restart() {
      await launch(first.env);
    },
    outputs: () => processes.map((product) => product.output()),
  };
}

interface Outputs {
  outputs(): readonly string[];
}

/** Starts the product as `npm start` does: one process and the PostgreSQL that it runs itself. */
export async function embeddedSystem(
  postgres = createEmbedded(),
): Promise<TestSystem & { readonly postgres: EmbeddedPostgres }> {
  const build = await buildServer();
  const server = await startServer(build.program, { DATA_DIR: postgres.dataDir });
  return {
    servers: [server],
    build,
    owners: await signInOwners(server.origin),
    postgres,
    newNumber: numbersFrom(1_000),
    url: () => postgres.url(),
    storage: () => ({ url: postgres.url() }),
    outputs: () => [...server.outputs(), postgres.output()],
    async close() {
      await server.process().stop();
      await postgres.remove();
      build.remove();
    },
  };
}

/** Servers whose connections run through proxies. */
export interface Proxies {
  /** The proxy between the product and its database. */
  readonly proxy: TcpProxy;
  /** The proxy between the product and its log; the same one where the log is in the database. */
  readonly logProxy: TcpProxy;
  /** Texts that identify a request to the log: an append of a command, and a read of an owner's stream. */
  readonly requestTexts: { readonly append: string; readonly stream: string };
  /** The event store, where the log is not in the database. */
  readonly eventStore: StandIn | undefined;
}

interface ProxiedOptions {
  readonly processes?: number;
  readonly log?: TestedLog;
}

/** Starts processes over one external database and event store, with proxies in between. */
export async function proxiedSystem({ processes = 1, log = TESTED_LOG }: ProxiedOptions = {}): Promise<
  TestSystem & Proxies
> {
  const build = await buildServer();
  const database = await freshDatabase(log);
  const { eventStore } = database;
  const proxy = await startTcpProxy(database.url);
  const logProxy = eventStore ? await startTcpProxy(eventStore.url) : proxy;
  const env = { DATABASE_URL: proxy.url, ...(eventStore && { EVENT_STORE_URL: logProxy.url }) };
  const first = await startServer(build.program, env);
  const more = await Promise.all(Array.from({ length: processes - 1 }, () => startServer(build.program, env)));
  const servers = [first, ...more] as const;
  const owners = await signInOwners(first.origin);
  return {
    servers,
    build,
    owners,
    proxy,
    logProxy,
    eventStore,
    requestTexts: eventStore
      ? { append: '"scope":"', stream: businessStream(owners[0]?.businessId ?? '') }
      : { append: 'log_append', stream: 'log_stream' },
    newNumber: numbersFrom(1_000),
    url: () => database.url,
    storage: () => database,
    outputs: () => servers.flatMap((server) => server.outputs()),
    async close() {
      await Promise.all(servers.map((server) => server.process().stop()));
      for (const each of new Set([proxy, logProxy])) await each.close();
      await database.drop();
      build.remove();
    },
  };
}

/** Starts the parts as separate processes, each with its production role; `servers` are the two API processes. */
export async function separateSystem(): Promise<
  TestSystem & {
    readonly servers: readonly [Server, Server];
    readonly projectors: readonly [Server, Server];
    readonly reactor: Server;
  }
> {
  const build = await buildServer();
  const database = await freshDatabase();
  const { eventStore } = database;
  const roles = await databaseRoles(database);
  const start = (part: 'api' | 'projector' | 'reactor', more: Readonly<Record<string, string>> = {}) =>
    startServer(build[part], {
      DATABASE_URL: roles.urls[part],
      ...(eventStore && { EVENT_STORE_URL: eventStore.url }),
      ...more,
    });
  const first = await start('api');
  const site = { PUBLIC_ORIGIN: first.origin };
  const [second, projector, standby, reactor] = await Promise.all([
    start('api'),
    start('projector', site),
    start('projector', site),
    start('reactor', site),
  ]);
  const all = [first, second, projector, standby, reactor];
  return {
    servers: [first, second],
    projectors: [projector, standby],
    reactor,
    build,
    owners: await signInOwners(first.origin),
    newNumber: numbersFrom(1_000),
    url: () => database.url,
    storage: () => database,
    outputs: () => all.flatMap((server) => server.outputs()),
    async close() {
      await Promise.all(all.map((server) => server.process().stop()));
      await roles.drop();
      await database.drop();
      build.remove();
    },
  };
}

/** Returns when this process last reported that it leads, in ms since 1970; 0 for never. */
function leadingSince(server: Server): number {
  const lines = server.process().output().split('\n');
  const line = lines.findLast((each) => each.includes('"msg":"projecting"'));
  return line === undefined ? 0 : (JSON.parse(line) as { time: number }).time;
}

/** Returns the process that took the lead last. */
export const leaderOf = (servers: readonly [Server, ...Server[]]): Server =>
  servers.reduce((a, b) => (leadingSince(b) > leadingSince(a) ? b : a));

/** Waits, ten seconds at most, until it has taken the lead after `since`, in ms since 1970. */
export async function waitUntilLeads(server: Server, since: number): Promise<void> {
  for (const deadline = Date.now() + 30_000; leadingSince(server) < since; await sleep(20))
    if (Date.now() > deadline) throw new Error('the other projector does not take over');
}

/** Returns the resident memory of a process, in MB. */
export const memoryOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1_024;

/** Starts an operator's task as a separate process, on the product's database unless `url` names another. */
export const startTask = (system: TestSystem, task: 'rebuild', url = system.storage().url): ChildProcess =>
  spawn(process.execPath, [system.build.operate, task], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: url, EVENT_STORE_URL: system.storage().eventStoreUrl ?? '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

/** Returns the exit code of a task; null when it was killed. */
export async function exitCodeOf(task: ChildProcess): Promise<number | null> {
  if (task.exitCode === null && task.signalCode === null) await once(task, 'exit');
  return task.exitCode;
}
