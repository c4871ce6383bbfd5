import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#config/config.ts';
import type { Environment } from '#config/environment.ts';
import { sentenceFor } from '#processes/start-error.ts';
import { startInfrastructure } from '#processes/infrastructure.ts';
import { connectionProblem } from '#postgres/connection-problem.ts';
import { openSession } from '#postgres/session.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { AUTHORITY, type DatabaseGateway, startDatabaseGateway } from '#tests/support/database-gateway.ts';
import { pino } from 'pino';

// A failed start prints one line that names the variable and what to do, and never the password.

const logger = pino({ level: 'silent' });
let database: TestDatabase;
let secure: DatabaseGateway;
let pooler: DatabaseGateway;
beforeAll(async () => {
  database = await freshDatabase('postgres');
  secure = await startDatabaseGateway(database.url, { tls: 'demanded' });
  pooler = await startDatabaseGateway(database.url, { isPooler: true });
});
afterAll(async () => {
  await secure.close();
  await pooler.close();
  await database.drop();
});

/** Returns the test's database address with a part of it changed. */
function addressWith(change: (url: URL) => void): string {
  const url = new URL(database.url);
  change(url);
  return url.href;
}

/** Returns the message of a failed start; undefined for a successful one. */
async function messageOf(env: Environment): Promise<string | undefined> {
  const config = readConfig({ DATA_DIR: '/nonexistent', ...env }, '/nowhere');
  try {
    const infrastructure = await startInfrastructure(config, logger, { maxWaitMs: 0 });
    await infrastructure.stop();
    return undefined;
  } catch (error) {
    return sentenceFor(error, config);
  }
}

const withOptions = ({ url }: DatabaseGateway, options: string): string => `${url}?${options}`;

test.each([
  ['a wrong password', () => addressWith((url) => (url.password = 'guessed')), /refuses user "\w+" with this password/],
  ['no password', () => addressWith((url) => (url.password = '')), /wants a password of user/],
  ['an unknown user', () => addressWith((url) => (url.username = 'nobody_here')), /refuses user "nobody_here"/],
  ['an unknown database', () => addressWith((url) => (url.pathname = '/not_here')), /there is no database "not_here"/],
  ['a port without a server', () => addressWith((url) => (url.port = '1')), /nobody listens at 127\.0\.0\.1:1: start/],
  [
    'an unknown host',
    () => addressWith((url) => (url.hostname = 'db.invalid')),
    /no address is known for the host of db\.invalid/,
  ],
  [
    'a server without TLS',
    () => addressWith((url) => (url.search = '?sslmode=require')),
    /speaks no TLS: take sslmode out/,
  ],
  ['a server that demands TLS', () => secure.url, /demands TLS: add \?sslmode=verify-full/],
  [
    'an authority that is not trusted',
    () => withOptions(secure, 'sslmode=verify-full'),
    /authority that is not trusted here: add &sslrootcert=/,
  ],
  [
    'a certificate for another name',
    () => withOptions(secure, `sslmode=verify-full&sslrootcert=${AUTHORITY}`).replace('localhost', '127.0.0.1'),
    /certificate of 127\.0\.0\.1:\d+ is for another name/,
  ],
  [
    'a pooler that refuses an option of the address',
    () => withOptions(pooler, 'options=-c%20jit%3Doff'),
    /pooler at .* refuses .*unsupported startup parameter: options/,
  ],
])('a start fails with a line that explains %s', async (_, address, told) => {
  const message = await messageOf({ DATABASE_URL: address() });
  expect(message).toMatch(told);
  expect(message).toMatch(/^DATABASE_URL: [^\n]+\.$/);
  expect(message).not.toContain('guessed');
  expect(message).not.toContain(new URL(database.url).password + '@');
});

test('a wrong connection of the owner is reported under its own variable DATABASE_OWNER_URL', async () => {
  const owner = addressWith((url) => (url.password = 'guessed'));
  expect(await messageOf({ DATABASE_URL: database.url, DATABASE_OWNER_URL: owner })).toMatch(
    /^DATABASE_OWNER_URL: [\w.]+:\d+ refuses user/,
  );
});

test('a start fails with a line that explains that EventStoreDB is unavailable', async () => {
  const message = await messageOf({
    DATABASE_URL: database.url,
    EVENT_STORE_URL: 'esdb://admin:hidden@127.0.0.1:1?tls=false',
  });
  expect(message).toMatch(
    /^EVENT_STORE_URL: EventStoreDB at 127\.0\.0\.1:1 cannot be used \([^\n]+\): start it, or [^\n]+$/,
  );
  expect(message).not.toContain('hidden');
});

test.each([
  ['a private authority', () => withOptions(secure, `sslmode=verify-full&sslrootcert=${AUTHORITY}`)],
  [
    'an unchecked server name',
    () => withOptions(secure, `sslmode=verify-ca&sslrootcert=${AUTHORITY}`).replace('localhost', '127.0.0.1'),
  ],
  ['encryption only, as in PostgreSQL’s own programs', () => withOptions(secure, 'sslmode=require')],
])('a start can connect to a database over TLS with %s', async (_, address) => {
  expect(await messageOf({ DATABASE_URL: address() })).toBeUndefined();
});

test.each([
  ['57P03', 'the database system is starting up', 'is starting or ending: start again in a moment'],
  ['53300', 'sorry, too many clients already', 'has no connection left: raise max_connections'],
  ['28000', 'connection requires a valid client certificate', 'wants a certificate of ours'],
  [
    '28000',
    'no pg_hba.conf entry for host "10.0.0.9", user "p", database "d", SSL encryption',
    'give it a line in pg_hba.conf',
  ],
  ['28000', 'no pg_hba.conf entry for host "10.0.0.9", user "p", database "d", SSL off', 'demands TLS'],
  ['08P01', 'SSL required', 'demands TLS'],
  ['08P01', 'SASL authentication failed', 'refuses user "p" with this password'],
  ['08P01', 'no such database: d', 'there is no database "d"'],
  ['CERT_HAS_EXPIRED', 'certificate has expired', 'is out of date'],
  ['EAI_AGAIN', 'getaddrinfo EAI_AGAIN db', 'no address is known'],
  ['', 'timeout expired', 'does not answer'],
  ['XX000', 'something\nwith a second line', 'cannot be used: something.'],
])('the connection error %s “%s” is explained in one line', (code, cause, explanation) => {
  const error = Object.assign(new Error(cause), { code });
  const message = connectionProblem(error, {
    variable: 'DATABASE_URL',
    connectionString: 'postgres://p:secret@db:5432/d',
  });
  expect(message).toContain(explanation);
  expect(message).toMatch(/^DATABASE_URL: [^\n]+\.$/);
  expect(message).not.toContain('secret');
});

describe('event log other than the one of the other programs', () => {
  test('makes a start fail with a line that names both logs and what to do', async () => {
    const other = await freshDatabase('postgres');
    expect(await messageOf({ DATABASE_URL: other.url })).toBeUndefined();
    const session = await openSession({ connectionString: other.url, name: 'test', connectTimeoutMs: 10_000 });
    const otherLogId = randomUUID();
    await session.client.query(`insert into reactor.checkpoint (name, position) values ('access', $1)`, [
      `${otherLogId}:00000000000000000007`,
    ]);
    const { rows } = await session.client.query<{ id: string }>('select id from log.identity');
    const message = await messageOf({ DATABASE_URL: other.url });
    expect(message).toMatch(
      /^[^\n]+ reactor access stand on event log [^\n]+: set EVENT_STORE_URL here[^\n]+npm run rebuild/,
    );
    expect(message).toContain(otherLogId);
    expect(message).toContain(rows[0]?.id);
    await session.close();
    await other.drop();
  });

  test('makes a running program unready when it finds out later, and is reported once', async () => {
    const other = await freshDatabase('postgres');
    const lines: string[] = [];
    const config = readConfig({ DATABASE_URL: other.url, DATA_DIR: '/nonexistent' }, '/nowhere');
    const infrastructure = await startInfrastructure(
      config,
      pino({ level: 'error' }, { write: (line) => void lines.push(line) }),
    );
    await infrastructure.checkReady();
    await infrastructure.pool.query(`update read.checkpoint set position = 'elsewhere:00000000000000000007'`);
    for (let asked = 0; asked < 3; asked += 1)
      await expect(infrastructure.checkReady()).rejects.toMatchObject({ name: 'StartProblem' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('the read model stand on event log elsewhere');
    await infrastructure.stop();
    await other.drop();
  });
});
