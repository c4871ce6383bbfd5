import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';
import { type ApiVisitor, signIn, visitorAt } from '#tests/support/visitor.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { POISON } from './harness/endless-figures.ts';
import { LONG } from './harness/fault-run.ts';
import { queryDatabase } from './harness/log-contents.ts';
import { buildServer, type ServerBuild } from './harness/server-build.ts';

/** Computing the figures of a business with a cost of this name never ends. */
const ENDLESS = { file: 'business-with-figures.ts', by: new URL('harness/endless-figures.ts', import.meta.url) };
/**
 * The endless event is tried at each start, rebuild and unpark, and is given up after half a second of work each time.
 */
const IMPATIENT = { file: 'thread-folding.ts', by: new URL('harness/impatient-folding.ts', import.meta.url) };

let endless: ServerBuild;
let correctBuild: ServerBuild;
let database: TestDatabase;
let product: RunningProduct;
beforeAll(async () => {
  [endless, correctBuild, database] = await Promise.all([
    buildServer(ENDLESS, IMPATIENT),
    buildServer(),
    freshDatabase(),
  ]);
  product = await startProduct({ program: endless.program, env: environment() });
});
afterAll(async () => {
  await product.stop();
  await database.drop();
  endless.remove();
  correctBuild.remove();
});

const environment = () => ({
  DATABASE_URL: database.url,
  ...(database.eventStoreUrl === undefined ? {} : { EVENT_STORE_URL: database.eventStoreUrl }),
});

const parked = () => queryDatabase(database.url, 'select kind, error from read.parked', []);

async function signedIn(email: string): Promise<ApiVisitor> {
  const browser = visitorAt(product.origin);
  await signIn(browser, product.origin, email);
  return browser;
}

const add = (browser: ApiVisitor, name: string) =>
  browser.call('POST', '/api/fixed-costs', { body: { name, value: 10 } });

async function names(browser: ApiVisitor): Promise<{ readonly isStale: boolean; readonly names: readonly string[] }> {
  const { headers, json } = await browser.call('GET', '/api/fixed-costs');
  return {
    isStale: headers.get('X-Stale') !== null,
    names: (json as readonly { readonly name: string }[]).map(({ name }) => name),
  };
}

async function operate(build: ServerBuild, task: string): Promise<string> {
  const env = { ...process.env, ...product.env };
  const { stdout } = await promisify(execFile)(process.execPath, [build.operate, task], { env }).catch(
    (failed: { readonly stdout: string }) => failed,
  );
  return stdout;
}

describe('event whose figures never finish computing', LONG, () => {
  let culprit: ApiVisitor;
  let other: ApiVisitor;
  beforeAll(async () => {
    culprit = await signedIn('dona@exemplo.com');
    other = await signedIn('admin@exemplo.com');
    await add(other, 'Luz');
    await add(culprit, 'Água');
  });

  test('parks its business, which stays as it was, and other businesses continue', async () => {
    expect((await add(culprit, POISON)).status).toBe(201);
    expect((await add(culprit, 'Depois')).status).toBe(201);
    expect((await add(other, 'Gás')).status).toBe(201);
    await expect.poll(parked).toEqual([{ kind: 'business', error: expect.stringContaining('TooMuchWork') }]);
    await expect.poll(() => names(other)).toEqual({ isStale: false, names: ['Luz', 'Gás'] });
    const left = await names(culprit);
    expect(left.isStale).toBe(true);
    expect(left.names).toContain('Água');
    expect(left.names).not.toContain(POISON);
  });

  test('delays neither a rebuild nor another start, and is tried again at both', async () => {
    expect(await operate(endless, 'rebuild')).toContain('Rebuilt and verified');
    expect(await parked()).toMatchObject([{ kind: 'business' }]);
    await product.stop();
    product = await startProduct({ program: endless.program, env: product.env });
    expect((await add(other, 'Internet')).status).toBe(201);
    await expect.poll(() => names(other)).toEqual({ isStale: false, names: ['Luz', 'Gás', 'Internet'] });
    expect(await operate(endless, 'unpark')).toContain('1 parked streams left');
  });

  test('is part of the figures once a program can compute them', async () => {
    await product.stop();
    product = await startProduct({ program: correctBuild.program, env: product.env });
    await expect.poll(parked).toEqual([]);
    await expect.poll(async () => (await names(culprit)).names).toContain(POISON);
    expect(await operate(correctBuild, 'verify')).toContain('0 differences, 0 parked streams');
  });
});
