import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiVisitor, signIn, visitorAt } from '#tests/support/visitor.ts';
import { createStack, missingEngine, run, type Stack, tagBaseImages } from './stack.ts';

const KILLED_SERVICES = ['api', 'projector', 'reactor', 'postgres', 'eventstore', 'proxy'];
const MAX_TRIES = 30;

interface StepRow {
  readonly step: string;
  readonly result: string;
  readonly seconds: string;
}

/** An owner who adds costs during the test. No cost that the product has acknowledged may be lost. */
function createOwner(browser: ApiVisitor) {
  const acknowledged = new Set<string>();
  const counts = { writes: 0, failed: 0 };

  async function write(): Promise<void> {
    const name = `Custo ${acknowledged.size + 1} ${randomUUID().slice(0, 8)}`;
    counts.writes += 1;
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { name, value: 10 };
    const answer = await browser.call('POST', '/api/fixed-costs', { headers, body }).catch(() => undefined);
    if (answer?.status === 201) acknowledged.add(name);
    else counts.failed += 1;
  }

  /** @throws if an acknowledged cost is still missing after half a minute */
  async function requireAllCosts(): Promise<string> {
    for (let tries = 1; ; tries += 1) {
      const answer = await browser.call('GET', '/api/fixed-costs').catch(() => undefined);
      const costs = answer?.status === 200 ? (answer.json as readonly { readonly name: string }[]) : [];
      const names = new Set(costs.map(({ name }) => name));
      const missing = [...acknowledged].filter((name) => !names.has(name));
      if (answer?.status === 200 && missing.length === 0) return `${acknowledged.size} acknowledged changes are there`;
      if (tries === MAX_TRIES) throw new Error(`${answer?.status}: ${missing.length} acknowledged changes are missing`);
      await sleep(1_000);
    }
  }

  /** Adds costs until `work` has ended. @returns the numbers of writes and of failed writes */
  async function writeDuring(work: () => void | Promise<void>): Promise<typeof counts> {
    const before = { ...counts };
    const stop = new AbortController();
    const writing = (async () => {
      while (!stop.signal.aborted) {
        await write();
        await sleep(100);
      }
    })();
    try {
      await work();
    } finally {
      stop.abort();
      await writing;
    }
    return { writes: counts.writes - before.writes, failed: counts.failed - before.failed };
  }
  return { write, requireAllCosts, writeDuring };
}

type Owner = ReturnType<typeof createOwner>;

async function signInOwner({ origin }: Stack): Promise<Owner> {
  const browser = visitorAt(origin);
  await signIn(browser, origin, 'dona@exemplo.com');
  const owner = createOwner(browser);
  await owner.write();
  return owner;
}

/** Upgrades to a newer image as docs/operations/runbook.md describes, while the owner writes. */
async function upgrade({ compose, changeSources }: Stack, owner: Owner): Promise<string> {
  changeSources();
  await compose('build');
  const steps: readonly (readonly string[])[] = [
    ['migrate'],
    ['--wait', 'projector'],
    ['--wait', 'reactor'],
    ['--wait', '--scale', 'api=4', '--no-recreate', 'api'],
    ['api'],
  ];
  const { writes, failed } = await owner.writeDuring(async () => {
    for (const step of steps) {
      await compose('up', '--detach', '--no-deps', ...step);
      if (step.includes('migrate')) await run('docker', ['wait', await compose('ps', '--all', '--quiet', 'migrate')]);
    }
  });
  if (failed > 0) throw new Error(`${failed} of ${writes} changes failed during the upgrade`);
  const logs = await compose('logs', 'api');
  if (!logs.includes('the newer program')) throw new Error('the newer image is not the one that runs');
  return `${writes} changes meanwhile, none failed; ${await owner.requireAllCosts()}`;
}

/** Requires that a second `up` recreates no container, because nothing has changed. */
async function requireNoRecreation({ compose }: Stack): Promise<string> {
  const before = await compose('ps', '--quiet');
  await compose('up', '--detach', '--wait', '--build');
  const after = await compose('ps', '--quiet');
  if (after !== before) throw new Error('containers were recreated');
  return `${after.split('\n').length} containers, none recreated`;
}

/** The volumes that the test deletes. The volume of EventStoreDB is not among them, because it has its own backup. */
const LOST_VOLUMES = ['postgres', 'anchors', 'erasures'];

/** Restores a backup into empty volumes as docs/operations/runbook.md describes. */
async function restore({ compose, runInMigrate, project }: Stack, owner: Owner): Promise<string> {
  const operate = (...args: readonly string[]): Promise<string> =>
    runInMigrate('node', 'dist/server/operate.js', ...args);
  await operate('backup', '/outside/test.backup');
  const list = '[ -e "$ERASURE_LIST" ] || : >"$ERASURE_LIST"';
  await runInMigrate(
    'sh',
    '-c',
    `${list}; cp "$AUDIT_ANCHORS" /outside/anchors.txt; cp "$ERASURE_LIST" /outside/erasures.txt`,
  );
  await compose('down', '--timeout', '20');
  for (const volume of LOST_VOLUMES) await run('docker', ['volume', 'rm', `${project}_${volume}`]);
  await compose('up', '--detach', '--no-deps', '--wait', 'postgres', 'eventstore');
  await runInMigrate(
    'sh',
    '-c',
    'cp /outside/anchors.txt "$AUDIT_ANCHORS" && cp /outside/erasures.txt "$ERASURE_LIST"',
  );
  await operate('restore', '/outside/test.backup');
  for (const command of ['rebuild', 'erasures:apply', 'verify', 'audit:verify']) await operate(command);
  await compose('up', '--detach', '--wait');
  return owner.requireAllCosts();
}

/**
 * Tests docker-compose.yml if a container engine is available: builds the image, starts all services, signs in through
 * the proxy, kills each service, upgrades, restores, and prints a table. Everything is removed afterwards.
 *
 * Missing base images are pulled. On a machine without access to a registry, COMPOSE_IMAGES is the path of a JSON file
 * that maps the image names of the files to local images: {"node:24-bookworm-slim": "my-node", …}.
 */
export async function main(): Promise<number> {
  const missing = await missingEngine();
  if (missing !== undefined) {
    console.log(`test:compose is skipped: no container engine with Compose answers (${missing}).`);
    return process.env['CI'] ? 1 : 0;
  }
  for (const line of await tagBaseImages()) console.log(`Stand-in: ${line}`);
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'; // Caddy creates a certificate authority for this run only.
  const rows: StepRow[] = [
    { step: 'engine', result: await run('docker', ['version', '--format', '{{.Server.Version}}']), seconds: '' },
    { step: 'Compose', result: await run('docker', ['compose', 'version', '--short']), seconds: '' },
  ];
  const stack = await createStack();
  const { compose } = stack;
  const runStep = async <T>(
    name: string,
    work: () => T | Promise<T>,
    resultOf = (value: T) => String(value),
  ): Promise<T> => {
    const start = Date.now();
    const seconds = (): string => ((Date.now() - start) / 1_000).toFixed(1);
    try {
      const value = await work();
      rows.push({ step: name, result: resultOf(value), seconds: seconds() });
      return value;
    } catch (error) {
      rows.push({ step: name, result: 'FAILED', seconds: seconds() });
      throw error;
    }
  };
  const done = (): string => 'done';
  try {
    await runStep('build', () => compose('build'), done);
    // The local sign-in stores its people in the memory of a process, so the sign-in needs a single api.
    await runStep('up', () => compose('up', '--detach', '--wait', '--scale', 'api=1'), done);
    const owner = await runStep('sign-in through the proxy', () => signInOwner(stack), done);
    await runStep('a second api', () => compose('up', '--detach', '--wait', '--no-recreate'), done);
    for (const name of KILLED_SERVICES)
      await runStep(`kill ${name}`, async () => {
        await compose('kill', name);
        await compose('up', '--detach', '--wait', '--no-recreate');
        await owner.write();
        return owner.requireAllCosts();
      });
    await runStep('up --build, unchanged', () => requireNoRecreation(stack));
    await runStep('upgrade', () => upgrade(stack, owner));
    await runStep('restore', () => restore(stack, owner));
    return 0;
  } catch (error) {
    console.error((error as Error).message);
    console.error(await compose('logs', '--no-color', '--tail', '30').catch(String));
    return 1;
  } finally {
    console.table(rows);
    stack.remove();
  }
}
