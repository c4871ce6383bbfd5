import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#config/config.ts';
import { LogUnavailable } from '#eventstore/port.ts';
import { startInfrastructure } from '#processes/infrastructure.ts';
import { sentenceFor } from '#processes/start-error.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { startStandIn } from '#tests/support/eventstoredb/stand-in.ts';
import { ownPort } from '#tests/support/port.ts';
import { stopwatch } from '#tests/support/starvation.ts';
import { startTcpProxy } from '#tests/support/tcp-proxy.ts';

// A start waits for servers that are starting too, says so once, and finally gives up; requests do not wait.

let database: TestDatabase;
beforeEach(async () => {
  database = await freshDatabase('postgres');
});
afterEach(() => database.drop());

const configOf = (databaseUrl: string, eventStoreUrl?: string) =>
  readConfig(
    {
      DATA_DIR: '/nonexistent',
      DATABASE_URL: databaseUrl,
      ...(eventStoreUrl === undefined ? {} : { EVENT_STORE_URL: eventStoreUrl }),
    },
    '/nowhere',
  );

/** A logger, and the names of what a start waits for. */
function recordingLogger() {
  const messages: { msg: string; server?: string; upTo?: string }[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void messages.push(JSON.parse(line)) });
  const waits = (): readonly string[] =>
    messages.filter(({ msg }) => msg.startsWith('the start waits')).map(({ server, upTo }) => `${server} ${upTo}`);
  return { logger, waits };
}

test('a start waits for an EventStoreDB that starts later', async () => {
  const port = await ownPort();
  const { logger, waits } = recordingLogger();
  const starting = startInfrastructure(configOf(database.url, `esdb://127.0.0.1:${port}?tls=false`), logger);
  await expect.poll(waits).toEqual(['EventStoreDB 60 s']);
  const server = await startStandIn({ port });
  const infrastructure = await starting;
  await infrastructure.checkReady();
  expect(waits()).toHaveLength(1);
  await infrastructure.stop();
  await server.stop();
});

test('a start waits for a slow EventStoreDB, and a request does not', async () => {
  const server = await startStandIn();
  server.delayAppends(2_500); // The first connection creates the id of the log.
  const proxy = await startTcpProxy(server.url);
  const infrastructure = await startInfrastructure(configOf(database.url, proxy.url), pino({ level: 'silent' }));
  proxy.stall();
  const ms = stopwatch();
  await expect(infrastructure.checkReady()).rejects.toThrow(LogUnavailable);
  expect(ms()).toBeLessThan(5_000);
  await infrastructure.stop();
  await proxy.close();
  await server.stop();
});

test('a start fails with a sentence when EventStoreDB never answers', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const config = configOf(database.url, `esdb://127.0.0.1:${port}?tls=false`);
  const { logger, waits } = recordingLogger();
  const error: unknown = await startInfrastructure(config, logger, { maxWaitMs: 4_000 }).catch(
    (reason: unknown) => reason,
  );
  expect(sentenceFor(error, config)).toMatch(
    /^EVENT_STORE_URL: EventStoreDB at 127\.0\.0\.1:\d+ cannot be used \([^\n]+\): start it, or [^\n]+$/,
  );
  expect(waits()).toEqual(['EventStoreDB 4 s']);
  silent.close();
});

test('a start that waits can be stopped without delay', async () => {
  const messages = new AbortController();
  const config = configOf(database.url, `esdb://127.0.0.1:${await ownPort()}?tls=false`);
  const starting = startInfrastructure(config, pino({ level: 'silent' }), { signal: messages.signal });
  const ms = stopwatch();
  setTimeout(() => messages.abort(), 500);
  await expect(starting).rejects.toThrow(LogUnavailable);
  expect(ms()).toBeLessThan(10_000);
});

test('a start waits for a PostgreSQL that starts later', async () => {
  const proxy = await startTcpProxy(database.url);
  await proxy.refuse();
  const { logger, waits } = recordingLogger();
  const starting = startInfrastructure(configOf(proxy.url), logger);
  await expect.poll(waits).toEqual(['PostgreSQL 60 s']);
  await proxy.listen();
  const infrastructure = await starting;
  await infrastructure.checkReady();
  await infrastructure.stop();
  await proxy.close();
});
