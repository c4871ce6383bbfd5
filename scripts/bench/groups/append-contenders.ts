import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { NewEvent } from '#domain/event.ts';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';

/** One way to store events: so many writers, each waiting for its answer before it goes on. */
export interface Contender {
  readonly name: string;
  /** Events stored per second with `writers` writers during about `milliseconds`. */
  readonly measure: (writers: number, milliseconds: number) => Promise<number>;
  readonly close: () => Promise<void>;
}

const META = {
  at: '2026-11-21T12:34:56.789Z',
  actor: { kind: 'account', id: 'c0ffee00-0000-4000-8000-000000000001' },
  requestId: 'c0ffee00-0000-4000-8000-000000000002',
  changeId: 'c0ffee00-0000-4000-8000-000000000003',
  request: { key: 'c0ffee00-0000-4000-8000-000000000004', scope: 'POST /api/fixed-costs', hash: 'c0ffee00c0ffee00' },
  schema: 1,
} as const;
const DATA = { id: 'c0ffee00-0000-4000-8000-000000000005', name: 'Aluguel da loja', value: 35_000_000 };

const newEvent = (): NewEvent => ({ id: randomUUID(), type: 'FixedCostAdded', data: DATA, meta: META });

/** `step` again and again in each writer. */
async function timed(writers: number, milliseconds: number, step: (writer: number) => Promise<void>): Promise<number> {
  const start = performance.now();
  let count = 0;
  const write = async (writer: number): Promise<void> => {
    while (performance.now() - start < milliseconds) {
      await step(writer);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return (count * 1_000) / (performance.now() - start);
}

/** The product's log in PostgreSQL: each writer appends to a stream of its own, with the revision it expects. */
export async function eventLog(url: string): Promise<Contender> {
  const log = await createPostgresLog({ connectionString: url });
  return {
    name: 'event log',
    async measure(writers, milliseconds) {
      const streams = Array.from({ length: writers }, () => `business-${randomUUID()}`);
      const revisions = new Map<number, bigint>();
      return timed(writers, milliseconds, async (writer) => {
        const expected = revisions.get(writer) ?? 'none';
        const { revision } = await log.append(streams[writer] ?? '', expected, [newEvent()]);
        revisions.set(writer, revision);
      });
    },
    close: () => log.close(),
  };
}

/** The same columns and keys, filled by single INSERTs; no revision check, no order, no digest. */
const PLAIN_TABLE = `create table if not exists plain_events (
  position bigint generated always as identity primary key, stream text not null, revision bigint not null,
  id uuid not null unique, type text not null, at timestamptz not null, meta text not null, data text not null,
  unique (stream, revision))`;
const INSERT = 'insert into plain_events (stream, revision, id, type, at, meta, data)';

async function connected(url: string, count: number): Promise<pg.Client[]> {
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: url }));
  for (const client of clients) await client.connect();
  return clients;
}

/** Each writer has a connection of its own, opened before the clock runs, and a prepared statement. */
export async function nodeInserts(url: string): Promise<Contender> {
  const [client] = await connected(url, 1);
  await client?.query(PLAIN_TABLE);
  await client?.end();
  return {
    name: 'INSERT by Node',
    async measure(writers, milliseconds) {
      const clients = await connected(url, writers);
      const streams = Array.from({ length: writers }, () => `business-${randomUUID()}`);
      const revisions = new Map<number, number>();
      const perSecond = await timed(writers, milliseconds, async (writer) => {
        const { id, type, meta, data } = newEvent();
        const revision = revisions.get(writer) ?? 0;
        revisions.set(writer, revision + 1);
        await clients[writer]?.query({
          name: 'insert',
          text: `${INSERT} values ($1, $2, $3, $4, $5, $6, $7)`,
          values: [streams[writer], revision, id, type, meta.at, JSON.stringify(meta), JSON.stringify(data)],
        });
      });
      await Promise.all(clients.map((each) => each.end()));
      return perSecond;
    },
    close: async () => undefined,
  };
}

/** The same INSERT by PostgreSQL's own load generator, which costs next to nothing; undefined where it is not installed. */
export async function pgbenchInserts(url: string): Promise<Contender | undefined> {
  const run = promisify(execFile);
  try {
    await run('pgbench', ['--version']);
  } catch {
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'prumo-pgbench-'));
  const script = join(folder, 'insert.sql');
  const values = `'${META.at}', '${JSON.stringify(META)}', '${JSON.stringify(DATA)}'`;
  writeFileSync(
    script,
    `\\set r random(1, 1000000000000000)
${INSERT} values ('business-' || :client_id, :r, gen_random_uuid(), 'FixedCostAdded', ${values});\n`,
  );
  const { hostname, port, username, password, pathname } = new URL(url);
  return {
    name: 'INSERT by pgbench',
    async measure(writers, milliseconds) {
      const args = [
        '-n',
        '-M',
        'prepared',
        '-c',
        String(writers),
        '-j',
        '2',
        '-T',
        String(Math.ceil(milliseconds / 1_000) + 1),
      ];
      const where = ['-h', hostname, '-p', port, '-U', username, '-f', script, pathname.slice(1)];
      const { stdout } = await run('pgbench', [...args, ...where], { env: { ...process.env, PGPASSWORD: password } });
      return Number(/tps = ([\d.]+) \(without/.exec(stdout)?.[1] ?? Number.NaN);
    },
    async close() {
      rmSync(folder, { recursive: true });
    },
  };
}
