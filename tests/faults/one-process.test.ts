import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchProduct } from '#tests/support/product.ts';
import { LONG, MOMENTS, runFault, violationsUnder } from './harness/fault-run.ts';
import { queryDatabase } from './harness/log-contents.ts';
import { embeddedSystem, type Server } from './harness/system.ts';

const BACKENDS = `select pid from pg_stat_activity
  where datname = 'prumo' and backend_type = 'client backend' and pid <> pg_backend_pid() order by pid`;

// A killed process loses nothing that it had written, so only a power cut can show a missing fsync.

describe('product as npm start runs it, with its own PostgreSQL', LONG, () => {
  let system: Awaited<ReturnType<typeof embeddedSystem>>;
  let server: Server;
  beforeAll(async () => {
    system = await embeddedSystem();
    [server] = system.servers;
  });
  afterAll(() => system.close());

  async function someBackend(random: () => number): Promise<number> {
    const rows = await queryDatabase<{ pid: number }>(system.url(), BACKENDS);
    return rows[Math.floor(random() * rows.length)]?.pid ?? 0;
  }

  describe('neither loses nor repeats a change, and works again within ten seconds,', () => {
    test('when the process is killed', async (context) => {
      const violations = await violationsUnder(context, {
        system,
        seed: 101,
        isExcused: () => true,
        async inject() {
          await server.kill();
          await server.restart();
        },
      });
      expect(violations).toEqual([]);
    });

    test('when the postmaster is killed', async (context) => {
      const violations = await violationsUnder(context, {
        system,
        seed: 103,
        async inject() {
          process.kill(system.postgres.postmaster() ?? 0, 'SIGKILL');
        },
      });
      expect(violations).toEqual([]);
    });

    test('when one backend is terminated', async (context) => {
      const violations = await violationsUnder(context, {
        system,
        seed: 104,
        async inject({ random }) {
          await queryDatabase(system.url(), 'select pg_terminate_backend($1)', [await someBackend(random)]);
        },
      });
      expect(violations).toEqual([]);
    });

    test('when one backend is killed and PostgreSQL recovers', async (context) => {
      const violations = await violationsUnder(context, {
        system,
        seed: 204,
        async inject({ random }) {
          process.kill(await someBackend(random), 'SIGKILL');
        },
      });
      expect(violations).toEqual([]);
    });

    test('when all connections are taken and the existing ones are closed', async (context) => {
      const violations = await violationsUnder(context, {
        system,
        seed: 124,
        async inject() {
          const release = await takeAllConnections(system.url());
          await sleep(1_000);
          await release();
          return performance.now();
        },
      });
      expect(violations).toEqual([]);
    });

    test('when it is stopped, which takes less than fifteen seconds', async (context) => {
      const stops: unknown[] = [];
      const violations = await violationsUnder(context, {
        system,
        seed: 106,
        isExcused: ({ reaction }) => reaction.kind === 'refused',
        async inject() {
          const stoppedAt = performance.now();
          const code = await server.process().stop();
          stops.push({
            code,
            inTime: performance.now() - stoppedAt < 15_000,
            postmaster: system.postgres.postmaster(),
          });
          await server.restart();
          return performance.now();
        },
      });
      expect(violations).toEqual([]);
      for (const stop of stops) expect(stop).toEqual({ code: 0, inTime: true, postmaster: undefined });
    });
  });

  test('self-test: killed instead of stopped, it loses requests and leaves its PostgreSQL running', async () => {
    const { verdict } = await runFault({
      system,
      seed: 206,
      moments: 1,
      isExcused: ({ reaction }) => reaction.kind === 'refused',
      async inject() {
        await server.kill();
        expect(system.postgres.postmaster()).toBeDefined();
        await server.restart();
      },
    });
    expect(verdict.violations).toContainEqual(expect.stringMatching(/^F .*no answer/));
  });

  test('stops cleanly when it is stopped during its start', async () => {
    await server.process().stop();
    for (let i = 0; i < Math.max(2, MOMENTS); i += 1) {
      const after = 200 + (i % 5) * 250;
      const starting = await launchProduct({ env: server.process().env, program: system.build.program });
      await sleep(after);
      await starting.stop();
      expect(system.postgres.postmaster()).toBeUndefined();
    }
    await server.restart();
  });
});

/** Closes every connection and takes all free ones; several attempts, because the product reconnects. */
async function takeAllConnections(url: string): Promise<() => Promise<void>> {
  const takenClients: pg.Client[] = [];
  const takeOne = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: url, application_name: 'taker' });
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch {
      return false;
    }
    takenClients.push(client);
    return true;
  };
  while (await takeOne());
  await takenClients[0]?.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where backend_type = 'client backend' and application_name <> 'taker'`);
  for (const until = performance.now() + 200; performance.now() < until;) await takeOne();
  return async () => {
    await Promise.all(takenClients.map((client) => client.end()));
  };
}
