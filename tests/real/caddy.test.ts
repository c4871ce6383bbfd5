import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '#runtime/waiting.ts';
import { ownPort } from '#tests/support/port.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';
import { signIn, visitorAt } from '#tests/support/visitor.ts';
import { describeProgram, type InstalledProgram } from './support/real-program.ts';
import { type Daemon, findProgram, outputOf, startDaemon, versionIn } from './support/programs.ts';
import { debiansPostgres, type RealPostgres, startRealPostgres } from './support/real-postgres.ts';

const CADDYFILE = fileURLToPath(new URL('../../scripts/docker/Caddyfile', import.meta.url));

interface Caddy extends InstalledProgram {
  readonly path: string;
  /** The changes that the Caddyfile asks for with older versions. */
  readonly env: Readonly<Record<string, string>>;
}

function installedCaddy(): Caddy | string {
  const path = findProgram('caddy');
  if (path === undefined) return 'not installed';
  const version = versionIn(outputOf(path, ['version']));
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const isOld = major < 2 || (major === 2 && (minor < 6 || (minor === 6 && patch < 3)));
  return { path, version, env: isOld ? { CADDY_REQUEST_BUFFERS: 'buffer_requests' } : {} };
}

describeProgram({ name: 'Caddy', installation: installedCaddy(), isPackagedByDebian: false }, ({ path, env }, tell) => {
  const folder = mkdtempSync(join(tmpdir(), 'prumo-caddy-'));
  const file = join(folder, 'Caddyfile');
  let postgres: RealPostgres;
  let product: RunningProduct;
  let proxy: Daemon | undefined;
  let origin: string;
  let wanted: Readonly<Record<string, string>>;
  beforeAll(async () => {
    const programs = debiansPostgres();
    if (typeof programs === 'string') throw new Error(programs);
    postgres = await startRealPostgres(programs);
    const [port, outside, admin] = [await ownPort(), await ownPort(), await ownPort()];
    origin = `http://localhost:${outside}`;
    const { ownerUrl } = await postgres.createDatabase();
    product = await startProduct({
      env: { PORT: String(port), DATABASE_URL: ownerUrl, PUBLIC_ORIGIN: origin, TRUST_PROXY: '1' },
    });
    // The file is ours except for the address of the API and the admin endpoint.
    const text = readFileSync(CADDYFILE, 'utf8')
      .replace('name api', 'name 127.0.0.1')
      .replace('port 3000', `port ${port}`);
    writeFileSync(file, text.replace('{\n', `{\n\tadmin localhost:${admin}\n`));
    wanted = { ...env, PUBLIC_HOST: origin, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  });
  afterAll(async () => {
    await proxy?.stop();
    await product.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('accepts our Caddyfile', (context) => {
    expect(() => outputOf(path, ['validate', '--config', file, '--adapter', 'caddyfile'], wanted)).not.toThrow();
    tell(context, Object.keys(env).length > 0 ? 'with CADDY_REQUEST_BUFFERS' : 'as it is');
  });

  test('serves the product with pages, sign-in and changes', async (context) => {
    proxy = startDaemon(path, ['run', '--config', file, '--adapter', 'caddyfile'], wanted);
    const isServing = async (): Promise<boolean> =>
      (await fetch(`${origin}/readyz`).catch(() => undefined))?.ok ?? false;
    if (!(await waitUntil(isServing, { everyMs: 100, withinMs: 20_000 }))) throw new Error(proxy.output());
    const page = await fetch(origin);
    expect([page.status, page.headers.get('Content-Security-Policy') !== null]).toEqual([200, true]);
    const owner = visitorAt(origin);
    await signIn(owner, origin, 'dona@exemplo.com');
    const cost = { name: 'Aluguel', value: 100 };
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const { status } = await owner.call('POST', '/api/fixed-costs', { body: cost, headers });
    expect(status).toBe(201);
    tell(context, 'page, sign-in, change');
  });
});
