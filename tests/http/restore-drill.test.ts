import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rebuild } from '#projections/runner/rebuild.ts';
import { verify } from '#projections/runner/verify.ts';
import { createAnchorFile } from '#projections/audit/anchors.ts';
import { migrate } from '#processes/migrate.ts';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import { freshDatabase, openLogOf, type TestDatabase } from '#tests/support/database.ts';
import { TESTED_LOG } from '#tests/support/event-log.ts';
import { tablesContaining } from '#tests/support/tables-containing.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';
import { applyErasuresTo } from '../../scripts/apply-erasures.ts';
import { backUp } from '../../scripts/backup.ts';
import { restore } from '../../scripts/restore.ts';
import { verifyAuditLog } from '../../scripts/verify-audit.ts';
import pg from 'pg';
import { pino } from 'pino';

// The test is the drill of the runbook: a day's backup, an evening of work, then the loss of the machine. The erasure
// list
// and the anchors are outside of the database, so they survive.

const VIEWS = ['/api/dashboard', '/api/fixed-costs', '/api/ingredients', '/api/dishes', '/api/break-even-financial'];
const POLLING = { timeout: 60_000 };

let folder: string;
let lost: TestDatabase;
let restored: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prumo-drill-'));
  lost = await freshDatabase();
});
afterAll(async () => {
  await restored.drop();
  rmSync(folder, { recursive: true });
});

const outside = () => ({ auditAnchors: join(folder, 'anchors.txt'), erasureList: join(folder, 'erasures.txt') });

async function figuresOf(browser: ApiVisitor): Promise<readonly { readonly status: number; readonly json: unknown }[]> {
  const answers = await Promise.all(VIEWS.map((path) => browser.call('GET', path)));
  return answers.map(({ status, json }) => ({ status, json }));
}

const costs = (browser: ApiVisitor, name: string, value: number) =>
  browser.call('POST', '/api/fixed-costs', { headers: { 'Idempotency-Key': randomUUID() }, body: { name, value } });

test('a restored backup serves the same figures to the cent, keeps erased people erased, and verifies', async () => {
  const file = join(folder, 'monday.backup');
  const evening: RunningApi = await startApi({ storage: lost, config: outside() });
  const dona = await evening.signIn('dona@exemplo.com');
  const leaving = await evening.signIn('admin@exemplo.com');
  expect((await costs(leaving, 'Aluguel da Samambaia', 900)).status).toBe(201);
  const after = (await costs(dona, 'Contador', 350)).headers.get('X-Position') ?? '';
  await dona.call('GET', '/api/dashboard', { headers: { 'X-Read-After': after } });
  const areThere = async () => (await figuresOf(dona)).map(({ status }) => status);
  await expect.poll(areThere, POLLING).toEqual(VIEWS.map(() => 200));
  const figures = await figuresOf(dona);
  const audited = await startedTrail(lost);

  const saved = await backUp({ connectionString: lost.url, file });
  const stored = lost.eventStore?.stored.copy(); // An event store is backed up after the database, with its own tools.
  expect(saved.rows).toBeGreaterThan(50);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  expect((await costs(dona, 'Depois do backup', 1)).status).toBe(201);
  expect((await leaving.call('DELETE', '/api/account', { body: { confirm: 'EXCLUIR' } })).status).toBe(204);
  const hasErasures = (): boolean => /\S/.test(textIn(outside().erasureList));
  await expect.poll(hasErasures, POLLING).toBe(true);
  await evening.stop(); // This anchors what has been written so far.
  await lost.drop();

  restored = await freshDatabase(TESTED_LOG, stored);
  await migrate({ url: restored.url, ownerUrl: restored.url });
  expect(await restore({ connectionString: restored.url, file })).toEqual(saved);
  const log = await openLogOf(restored);
  const anchors = createAnchorFile(outside().auditAnchors, log.id);
  expect(await anchors.setAside(audited)).toBeGreaterThan(0);
  expect(readdirSync(folder)).toContain(`anchors.txt.lost-behind-${audited}`);
  // A backup contains no read model, so verification must report that there is nothing to compare.
  expect((await verify({ log, connectionString: restored.url })).differences).toHaveLength(1);
  await rebuild({ log, connectionString: restored.url });
  const pool = new pg.Pool({ connectionString: restored.url });
  expect(await tablesContaining(pool, restored, 'Samambaia')).not.toEqual([]);
  const logger = pino({ level: 'silent' });
  const list = outside().erasureList;
  expect(await applyErasuresTo({ log, connectionString: restored.url, file: list, logger })).toEqual({
    listedCount: 1,
    erasedCount: 1,
  });
  // The product is still stopped here. What has just been erased must not look like content that was removed secretly.
  const database = { url: restored.url, ownerUrl: restored.url, folders: [], close: async () => undefined };
  const problems = async () => (await verifyAuditLog(database, { log, anchorsPath: outside().auditAnchors })).problems;
  expect(await problems()).toEqual([]);

  const morning = await startApi({ storage: restored, config: outside() });
  const back = await morning.signIn('dona@exemplo.com');
  await expect.poll(() => figuresOf(back), POLLING).toEqual(figures);
  await expect.poll(() => tablesContaining(pool, restored, 'Samambaia'), POLLING).toEqual([]);
  expect((await costs(back, 'Hoje', 5)).status).toBe(201);
  await expect.poll(problems, POLLING).toEqual([]);
  await expect
    .poll(async () => (await verify({ log, connectionString: restored.url })).differences, POLLING)
    .toEqual([]);
  await morning.stop();
  await pool.end();
  await log.close();
});

test('a restore over existing data, of half a file or of a file that is no backup is refused', async () => {
  const file = join(folder, 'monday.backup');
  await expect(restore({ connectionString: restored.url, file })).rejects.toThrow('not empty');
  const half = join(folder, 'half.backup');
  writeFileSync(half, readFileSync(file).subarray(0, 2_000));
  const other = join(folder, 'other.backup');
  writeFileSync(other, 'create table');
  const fresh = await freshDatabase();
  await migrate({ url: fresh.url, ownerUrl: fresh.url });
  for (const broken of [half, other])
    await expect(restore({ connectionString: fresh.url, file: broken })).rejects.toMatchObject({ name: 'NotABackup' });
  await expect(restore({ connectionString: fresh.url, file })).resolves.toMatchObject({ rows: expect.any(Number) });
  await fresh.drop();
});

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Waits until the audit log has reached the end of the log. @returns its length */
async function startedTrail(storage: TestDatabase): Promise<bigint> {
  const log = await openLogOf(storage);
  const pool = new pg.Pool({ connectionString: storage.url, max: 1 });
  const head = await log.head();
  let number = '0';
  await expect
    .poll(async () => {
      const { rows } = await pool.query<{ number: string; position: string }>(
        'select number, position from audit.head',
      );
      number = rows[0]?.number ?? '0';
      return rows[0]?.position;
    }, POLLING)
    .toBe(head);
  await pool.end();
  await log.close();
  return BigInt(number);
}
