import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LogUnavailable } from '#eventstore/port.ts';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { grantRights } from '#migrations/grants.ts';
import { PARTS } from '#migrations/rights.ts';
import { migratePrimaryData } from '#migrations/primary-data.ts';
import { migratedDatabase, type TestDatabase } from '#tests/support/database.ts';
import { collect, someEvent, someEvents, someStream } from './some-events.ts';

interface EventRow {
  readonly data: string | null;
  readonly salt: Buffer | null;
  readonly digest: Buffer;
  readonly meta: string;
  readonly at: Date;
}

describe('schema of the event log', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await migratedDatabase('postgres');
  });
  afterAll(() => database.drop());

  const rowsOf = async (stream: string): Promise<EventRow[]> =>
    (await database.pool.query<EventRow>('select * from log.events where stream = $1 order by revision', [stream]))
      .rows;

  async function appended(events = someEvents(2)): Promise<string> {
    const stream = someStream();
    const log = await createPostgresLog({ connectionString: database.url });
    await log.append(stream, 'none', events);
    await log.close();
    return stream;
  }

  it('stores the data with a digest over a salt of its own, and the time in a column', async () => {
    const rows = await rowsOf(await appended([someEvent({ name: 'Água' }), someEvent({ name: 'Água' })]));
    for (const { data, salt, digest, at, meta } of rows) {
      expect(digest).toEqual(
        createHash('sha256')
          .update(salt ?? '')
          .update(data ?? '')
          .digest(),
      );
      expect(at.toISOString()).toBe((JSON.parse(meta) as { at: string }).at);
    }
    expect(rows[0]?.data).toBe(rows[1]?.data);
    expect(rows[0]?.salt).not.toEqual(rows[1]?.salt);
  });

  it('lets an erasure remove data and salt, and nothing else', async () => {
    const stream = await appended();
    const before = await rowsOf(stream);
    await database.pool.query('select log.erase($1)', [stream]);
    expect(await rowsOf(stream)).toEqual(before.map((row) => ({ ...row, data: null, salt: null })));
  });

  it.each([
    `update log.events set data = '{}'`,
    `update log.events set data = null, salt = null`,
    `update log.events set position = position + 1000000`,
    `delete from log.events`,
    `truncate log.events`,
    `update log.identity set id = 'another'`,
    `delete from log.identity`,
    `delete from log.erased`,
    `update log.erased set stream = 'another'`,
  ])('refuses the statement even to its owner: %s', async (statement) => {
    const stream = await appended();
    await database.pool.query('select log.erase($1)', [await appended()]);
    const before = await rowsOf(stream);
    await expect(database.pool.query(statement)).rejects.toThrow('append-only');
    expect(await rowsOf(stream)).toEqual(before);
  });

  it('refuses any other change of an erased stream', async () => {
    const stream = await appended();
    await database.pool.query('select log.erase($1)', [stream]);
    for (const change of [`data = '{}'`, `type = 'Other'`, `digest = '\\x00'`, `meta = '{}'`])
      await expect(database.pool.query(`update log.events set ${change} where stream = $1`, [stream])).rejects.toThrow(
        'append-only',
      );
  });

  it('writes durably even in a session with asynchronous commits', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const settings: unknown[] = [];
    for (const call of [
      `select log.append_one('durable', -1, '${randomUUID()}', 'Opened', 0, '{}', '{}')`,
      `select log.append_many('many', '-1', '0', '${randomUUID()}', 'Opened', '0', '{}', '{}')`,
      `select log.erase('durable')`,
    ]) {
      await client.query('begin; set local synchronous_commit = off');
      await client.query(call);
      settings.push((await client.query('show synchronous_commit')).rows[0]);
      await client.query('commit');
    }
    await client.end();
    expect(settings).toEqual(settings.map(() => ({ synchronous_commit: 'on' })));
  });

  it('can be created again by several processes at once without changing what exists', async () => {
    const stream = await appended();
    const before = await rowsOf(stream);
    const clients = Array.from({ length: 4 }, () => new pg.Client({ connectionString: database.url }));
    await Promise.all(
      clients.map(async (client) => {
        await client.connect();
        await migratePrimaryData(client);
        await client.end();
      }),
    );
    expect(await rowsOf(stream)).toEqual(before);
  });

  describe('for a restricted role', () => {
    const role = `runtime_${randomUUID().slice(0, 8)}`;
    const asRole = (): string => {
      const url = new URL(database.url);
      url.username = role;
      url.password = 'secret';
      return url.href;
    };
    beforeAll(async () => {
      await database.pool.query(`create role ${role} login password 'secret'`);
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await grantRights(client, role, PARTS);
      await grantRights(client, role, PARTS); // Every start of a process does this.
      await client.end();
    });
    afterAll(async () => {
      await database.pool.query(`drop owned by ${role}`);
      await database.pool.query(`drop role ${role}`);
    });

    it('lets the role use the whole port', async () => {
      const log = await createPostgresLog({ connectionString: asRole() });
      const streams = Array.from({ length: 5 }, someStream);
      await Promise.all(streams.map((stream) => log.append(stream, 'none', someEvents(2))));
      await log.append(streams[0] ?? '', 1n, someEvents(1));
      await log.erase(streams[1] ?? '');
      expect(await collect(log.read(streams[0] ?? ''))).toHaveLength(3);
      expect(await collect(log.read(streams[1] ?? ''))).toEqual([]);
      const stop = new AbortController();
      let delivered = 0;
      for await (const batch of log.subscribe(null, { batchSize: 100, signal: stop.signal })) {
        delivered += batch.events.length;
        if (batch.isCaughtUp) stop.abort();
      }
      expect(delivered).toBeGreaterThanOrEqual(11);
      await log.close();
    });

    it.each([
      `insert into log.events select position + 1000000, stream, revision + 1000000, gen_random_uuid(), type, at, meta, data, salt, digest from log.events`,
      `update log.events set data = null`,
      `delete from log.events`,
      `truncate log.events`,
      `alter table log.events disable trigger all`,
      `insert into log.erased values ('x')`,
      `select * from log.identity for update`,
      `select log.answer('x', 0, '{}')`,
      `drop schema log cascade`,
    ])('refuses the statement to the role: %s', async (statement) => {
      const client = new pg.Client({ connectionString: asRole() });
      await client.connect();
      const refusal = await client.query(statement).catch((error: { code: string }) => error.code);
      await client.end();
      expect(refusal).toBe('42501');
    });
  });

  it('fails with LogUnavailable where it does not exist', async () => {
    const url = new URL(database.url);
    url.pathname = 'postgres';
    await expect(createPostgresLog({ connectionString: url.href })).rejects.toThrow(LogUnavailable);
  });
});
