import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiVisitor, signIn, visitorAt } from '#tests/support/visitor.ts';
import { createStack, missingEngine, run, type Stack, tagBaseImages } from './stack.ts';

const KILLED = ['api', 'projector', 'reactor', 'postgres', 'eventstore', 'proxy'];
const MOST_TRIES = 30;

interface Row {
  readonly step: string;
  readonly result: string;
  readonly seconds: string;
}

/** What an owner types while all this happens; every acknowledged cost has to be there in the end. */
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

  /** @throws where an acknowledged cost is missing after half a minute */
  async function check(): Promise<string> {
    for (let tries = 1; ; tries += 1) {
      const answer = await browser.call('GET', '/api/fixed-costs').catch(() => undefined);
      const costs = answer?.status === 200 ? (answer.json as readonly { readonly name: string }[]) : [];
      const names = new Set(costs.map(({ name }) => name));
      const missing = [...acknowledged].filter((name) => !names.has(name));
      if (answer?.status === 200 && missing.length === 0) return `${acknowledged.size} acknowledged changes are there`;
      if (tries === MOST_TRIES)
        throw new Error(`${answer?.status}: ${missing.length} acknowledged changes are missing`);
      await sleep(1_000);
    }
  }

  /** Goes on writing while `work` is done. */
  async function during(work: () => void | Promise<void>): Promise<typeof counts> {
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
  return { write, check, during };
}

type Owner = ReturnType<typeof createOwner>;

async function signedIn({ origin }: Stack): Promise<Owner> {
  const browser = visitorAt(origin);
  await signIn(browser, origin, 'dona@exemplo.com');
  const owner = createOwner(browser);
  await owner.write();
  return owner;
}

/** The runbook's order. `compose` blocks this process, so the steps are told apart by pauses in which the owner writes. */
async function upgrade({ compose }: Stack, owner: Owner): Promise<string> {
  const steps: readonly (readonly string[])[] = [
    ['up', '--detach', '--no-deps', '--force-recreate', 'migrate'],
    ['up', '--detach', '--no-deps', '--wait', '--force-recreate', 'projector'],
    ['up', '--detach', '--no-deps', '--wait', '--force-recreate', 'reactor'],
    ['up', '--detach', '--no-deps', '--wait', '--scale', 'api=4', '--no-recreate', 'api'],
    ['up', '--detach', '--no-deps', 'api'],
  ];
  const { writes, failed } = await owner.during(async () => {
    for (const step of steps) {
      compose(...step);
      if (step.includes('migrate')) run('docker', ['wait', compose('ps', '--all', '--quiet', 'migrate')]);
      await sleep(2_000);
    }
  });
  if (failed > 0) throw new Error(`${failed} of ${writes} changes failed during the upgrade`);
  return `${writes} changes, none failed; ${await owner.check()}`;
}

/** The runbook's order, into a new database; the event store stays. */
async function restore({ compose, operate }: Stack, owner: Owner): Promise<string> {
  operate('backup', '/outside/test.backup');
  const emptyList = '[ -e "$ERASURE_LIST" ] || : >"$ERASURE_LIST"';
  compose('run', '--rm', '--no-deps', 'migrate', 'sh', '-c', emptyList);
  compose('stop', 'proxy', 'api', 'projector', 'reactor');
  compose('rm', '--stop', '--force', 'postgres');
  const volumes = run('docker', ['volume', 'ls', '--quiet', '--filter', 'label=com.docker.compose.volume=postgres']);
  const project = (JSON.parse(compose('config', '--format', 'json')) as { readonly name: string }).name;
  run('docker', ['volume', 'rm', ...volumes.split('\n').filter((name) => name.startsWith(project))]);
  compose('up', '--detach', '--no-deps', '--wait', 'postgres');
  operate('restore', '/outside/test.backup');
  for (const command of ['rebuild', 'erasures:apply', 'verify', 'audit:verify']) operate(command);
  compose('up', '--detach', '--wait');
  return owner.check();
}

export async function testCompose(): Promise<number> {
  const missing = missingEngine();
  if (missing !== undefined) {
    console.log(`test:compose is skipped: no container engine with Compose answers (${missing}).`);
    return process.env['CI'] ? 1 : 0;
  }
  for (const line of tagBaseImages()) console.log(`Stand-in: ${line}`);
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'; // Caddy's own authority, which this run makes and throws away
  const rows: Row[] = [
    { step: 'engine', result: run('docker', ['version', '--format', '{{.Server.Version}}']), seconds: '' },
    { step: 'Compose', result: run('docker', ['compose', 'version', '--short']), seconds: '' },
  ];
  const stack = await createStack();
  const { compose } = stack;
  const step = async <T>(
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
      rows.push({ step: name, result: `FAILED: ${(error as Error).message}`, seconds: seconds() });
      throw error;
    }
  };
  const done = (): string => 'done';
  try {
    await step('build', () => compose('build'), done);
    await step('up', () => compose('up', '--detach', '--wait'), done);
    const owner = await step('sign-in through the proxy', () => signedIn(stack), done);
    for (const name of KILLED)
      await step(`kill ${name}`, async () => {
        compose('kill', name);
        compose('up', '--detach', '--wait', '--no-recreate');
        await owner.write();
        return owner.check();
      });
    await step('upgrade', () => upgrade(stack, owner));
    await step('restore', () => restore(stack, owner));
    return 0;
  } catch {
    return 1; // the table says which step failed, and how
  } finally {
    console.table(rows);
    stack.remove();
  }
}
