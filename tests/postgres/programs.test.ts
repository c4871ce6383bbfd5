import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#config/config.ts';
import { startInfrastructure } from '#processes/infrastructure.ts';
import { migrate } from '#processes/migrate.ts';
import { openSession, type Session } from '#postgres/session.ts';
import { buildServer, type ServerBuild } from '#tests/faults/harness/server-build.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { startStandIn } from '#tests/support/eventstoredb/stand-in.ts';
import { ownPort } from '#tests/support/port.ts';
import { pino } from 'pino';

// These tests start the programs as an operator does, and check their messages and how they end.

interface ProgramResult {
  readonly code: number | null;
  /** The output on the error channel. */
  readonly stderr: string;
  readonly stdout: string;
}

const logger = pino({ level: 'silent' });
let build: ServerBuild;
beforeAll(async () => {
  build = await buildServer();
});
afterAll(() => build.remove());

/** Runs a program of the product that ends by itself. */
async function runBuilt(
  program: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<ProgramResult> {
  const child = spawn(process.execPath, ['--enable-source-maps', program, ...args], {
    env: { PATH: process.env['PATH'] ?? '', PORT: String(await ownPort()), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stderr, stdout };
}

const open = (connectionString: string): Promise<Session> =>
  openSession({ connectionString, name: 'test', connectTimeoutMs: 10_000 });

const PRODUCTION = {
  NODE_ENV: 'production',
  EVENT_LOG: 'postgres',
  PUBLIC_ORIGIN: 'https://prumo.example',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  ALLOW_SANDBOX: 'true',
  ALLOW_OUTBOX: 'true',
  SUPPLIER_NAME: 'Cantina do Código Ltda.',
  SUPPLIER_CNPJ: '11.222.333/0001-81',
  SUPPLIER_ADDRESS: 'Rua das Flores, 12, Recife – PE',
  SUPPORT_EMAIL: 'ajuda@cantina.com.br',
  SUPPORT_WHATSAPP: '+55 81 91234-5678',
};

test('no program becomes ready without EVENT_STORE_URL beside programs that have it', async () => {
  const server = await startStandIn();
  const shared = await freshDatabase('postgres');
  const right = readConfig(
    { DATABASE_URL: shared.url, EVENT_STORE_URL: server.url, DATA_DIR: '/nonexistent' },
    '/nowhere',
  );
  const infrastructure = await startInfrastructure(right, logger);
  await infrastructure.pool.query('update read.checkpoint set position = $1', [
    `${infrastructure.log.id}:00000000000000000007`,
  ]);
  for (const program of ['program', 'api', 'projector', 'reactor'] as const) {
    const { code, stderr } = await runBuilt(build[program], { DATABASE_URL: shared.url });
    expect([program, code]).toEqual([program, 1]);
    expect(stderr).toMatch(/^This process has event log [^\n]+set EVENT_STORE_URL here[^\n]+\n$/);
    expect(stderr).toContain(infrastructure.log.id);
  }
  await infrastructure.stop();
  await server.stop();
  await shared.drop();
});

test('a program on a database without migrations prints one line and no stack', async () => {
  const empty = await freshDatabase('postgres');
  const role = `nobody_${randomUUID().slice(0, 8)}`;
  const session = await open(empty.url);
  await session.client.query(`create role ${role} login password 'secret'`);
  const url = new URL(empty.url);
  [url.username, url.password] = [role, 'secret'];
  const { code, stderr } = await runBuilt(build.api, { DATABASE_URL: url.href });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The database lacks migration 0001_log[^\n]+npm run migrate[^\n]+DATABASE_OWNER_URL\.\n$/);

  await migrate({ url: empty.url, ownerUrl: empty.url });
  const refused = await runBuilt(build.projector, { DATABASE_URL: url.href });
  expect(refused.stderr).toMatch(
    /^This role may not even look [^\n]+ DATABASE_ROLES and run "npm run migrate"[^\n]+\n$/,
  );
  await session.client.query(`drop role ${role}`);
  await session.close();
  await empty.drop();
});

test('a program prints its address in production', async () => {
  const port = String(await ownPort());
  const shared = await freshDatabase('postgres');
  const folder = mkdtempSync(join(tmpdir(), 'prumo-listening-'));
  const child = spawn(process.execPath, [build.projector], {
    env: { PATH: process.env['PATH'] ?? '', PORT: port, DATABASE_URL: shared.url, DATA_DIR: folder, ...PRODUCTION },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const found = /^.*"listening".*$/m.exec(output)?.[0];
      if (found !== undefined) resolve(found);
    });
  });
  expect(JSON.parse(line)).toMatchObject({ msg: 'listening', at: `http://127.0.0.1:${port}`, level: 30 });
  const gone = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await gone;
  await shared.drop();
  rmSync(folder, { recursive: true });
});

test('a program that is stopped while it waits for the event log ends immediately with exit code 0', async () => {
  const shared = await freshDatabase('postgres');
  const child = spawn(process.execPath, [build.api], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(await ownPort()),
      DATABASE_URL: shared.url,
      EVENT_STORE_URL: `esdb://127.0.0.1:${await ownPort()}?tls=false`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('the start waits for a server')) resolve();
    });
  });
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  await shared.drop();
});

test.each([
  ['verify', 'Nothing was compared'],
  ['audit:verify', 'Nothing was walked'],
  ['rebuild', 'Nothing was rebuilt'],
])('the command %s fails when there is nothing to work on', async (task, message) => {
  const empty = await freshDatabase('postgres');
  await migrate({ url: empty.url, ownerUrl: empty.url });
  const ended = await runBuilt(build.operate, { DATABASE_URL: empty.url }, [task]);
  expect(ended).toMatchObject({ code: 1, stderr: '', stdout: expect.stringContaining(message) });
  await empty.drop();
});

test('verification of an empty read model or audit log fails', async () => {
  const database = await freshDatabase('postgres');
  await migrate({ url: database.url, ownerUrl: database.url });
  const { client, close } = await open(database.url);
  await client.query(
    `select log.append_one('account-' || gen_random_uuid(), -1, gen_random_uuid(), 'AccountRegistered', 0, '{}', '{"issuer":"x"}')`,
  );
  await close();
  const env = { DATABASE_URL: database.url };
  expect(await runBuilt(build.operate, env, ['verify'])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('1 differences'),
  });
  expect(await runBuilt(build.operate, env, ['audit:verify'])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('not_in_audit_log'),
  });
  await database.drop();
});

test('a rebuild from an empty log is refused, because it would delete the read model', async () => {
  const database = await freshDatabase('postgres');
  await migrate({ url: database.url, ownerUrl: database.url });
  const { client, close } = await open(database.url);
  await client.query(`update read.checkpoint set position = 'other:00000000000000000007'`);
  const ended = await runBuilt(build.operate, { DATABASE_URL: database.url }, ['rebuild']);
  expect(ended).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^the event log is empty[^\n]+\n$/),
  });
  expect((await client.query('select position from read.checkpoint')).rows).toEqual([
    { position: 'other:00000000000000000007' },
  ]);
  await close();
  await database.drop();
});

test('erasing again after a restore is refused when the erasure list is missing', async () => {
  const database = await freshDatabase('postgres');
  await migrate({ url: database.url, ownerUrl: database.url });
  const ended = await runBuilt(build.operate, { DATABASE_URL: database.url, ERASURE_LIST: '/nonexistent/list' }, [
    'erasures:apply',
  ]);
  expect(ended).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('There is no erasure list /nonexistent/list'),
  });
  await database.drop();
});

test('an operator’s command says what is wrong with the address', async () => {
  const { code, stderr } = await runBuilt(
    build.operate,
    { DATABASE_URL: 'postgres://owner:hidden@127.0.0.1:1/prumo' },
    ['verify'],
  );
  expect(code).toBe(1);
  expect(stderr).toMatch(/^DATABASE_URL: nobody listens at 127\.0\.0\.1:1: [^\n]+\n$/);
});
