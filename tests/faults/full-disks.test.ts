import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createAnchorFile } from '#projections/audit/anchors.ts';
import { ownPort } from '#tests/support/port.ts';
import { startProduct } from '#tests/support/product.ts';
import { createErasureList } from '#erasure/erasure-list.ts';
import { type LoadRecord, statusOf } from './harness/calls.ts';
import { openConnection } from './harness/connection.ts';
import { type Disk, mountSmallDisk, whyNoMounting } from './harness/disks.ts';
import { createEmbedded, freshFolder } from './harness/embedded.ts';
import { IS_LONG, LONG, violationsUnder } from './harness/fault-run.ts';
import { queryDatabase } from './harness/log-contents.ts';
import { embeddedSystem } from './harness/system.ts';

type EmbeddedSystem = Awaited<ReturnType<typeof embeddedSystem>>;

/** The sizes hold the data of a start, and what twenty moments write. */
const MEGABYTES = 400;
const skipReason = whyNoMounting();

/** Starts the product with its own PostgreSQL; `small` lies on a disk that can be filled, the rest does not. */
async function systemOn(small: 'tables' | 'write-ahead log' | 'everything'): Promise<EmbeddedSystem & { disk: Disk }> {
  const base = freshFolder();
  const wal = join(base, 'wal');
  const disk = mountSmallDisk(small === 'write-ahead log' ? wal : join(base, 'data'), MEGABYTES);
  const system = await embeddedSystem(createEmbedded({ base, onEnd: () => disk.remove() }));
  if (small !== 'everything') await moveLog(system, wal);
  return { ...system, disk };
}

async function moveLog({ servers: [server], postgres }: EmbeddedSystem, to: string): Promise<void> {
  await server.process().stop();
  const from = join(postgres.cluster(), 'pg_wal');
  mkdirSync(to, { recursive: true });
  execFileSync('cp', ['-a', from, to]);
  rmSync(from, { recursive: true });
  symlinkSync(join(to, 'pg_wal'), from);
  await server.restart();
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + 60_000; !(await holds()); await sleep(20))
    if (performance.now() > deadline) throw new Error(`${what} does not happen`);
}

const isRefused = ({ calls }: LoadRecord, since: number): boolean =>
  calls.slice(-500).some(({ attempts }) => attempts.some((each) => each.at > since && statusOf(each) === 503));

/** Reads as an owner who has changed nothing, one read after the other until stopped. @returns their statuses */
function readRepeatedly({
  servers: [{ origin }],
  owners,
}: EmbeddedSystem): () => Promise<readonly (number | undefined)[]> {
  const connection = openConnection(origin);
  const headers = { Cookie: owners[0]?.cookie ?? '', Accept: 'application/json' };
  const statuses: (number | undefined)[] = [];
  let isOver = false;
  async function look(): Promise<void> {
    for (;;) {
      if (isOver) return connection.close();
      const at = performance.now();
      const reaction = await connection.send({ method: 'GET', path: '/api/dashboard', headers });
      statuses.push(statusOf({ origin, at, reaction }));
      await sleep(50);
    }
  }
  const reading = look();
  return async () => {
    isOver = true;
    await reading;
    return statuses;
  };
}

/** Fills the write-ahead log like another writer: each call needs sixteen megabytes more. */
async function spendLog(url: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await queryDatabase(url, 'select pg_current_xact_id(), pg_switch_wal()').catch(() => undefined);
    await sleep(20);
  }
}

/** Adds lines of another audit log to a file until the given number of bytes is left in its last page. */
function padToPage(path: string, left: number): void {
  const line = `2026-03-04T13:00:00.000Z 1 ${'b'.repeat(64)} `;
  const size = statSync(path).size + line.length + 1;
  appendFileSync(path, `${line}${'x'.repeat(4_096 - left - (size % 4_096))}\n`);
}

describe.runIf(IS_LONG)('product on a full disk', LONG, () => {
  let system: Awaited<ReturnType<typeof systemOn>> | undefined;
  afterEach(async () => {
    await system?.close();
    system = undefined;
  });

  describe('neither loses nor repeats a change, and works again within ten seconds,', () => {
    test('while the disk of the tables is full, and goes on serving reads', async (context) => {
      context.skip(skipReason !== undefined, skipReason);
      const on = (system = await systemOn('tables'));
      const seen: (number | undefined)[] = [];
      const violations = await violationsUnder(context, {
        system: on,
        seed: 122,
        async inject({ random, record }) {
          await on.disk.fill();
          const full = performance.now();
          await until('a refusal', () => isRefused(record, full));
          const stopLooking = readRepeatedly(on);
          await sleep(random() * 2_000);
          seen.push(...(await stopLooking()));
          await on.disk.giveBack();
          return performance.now();
        },
      });
      expect(violations).toEqual([]);
      // Some reads are late: an accepted change that cannot be projected leaves the read model behind, and that is 503.
      expect(seen).toContain(200);
    });

    test('while one disk for tables and write-ahead log is full', async (context) => {
      context.skip(skipReason !== undefined, skipReason);
      const on = (system = await systemOn('everything'));
      const violations = await violationsUnder(context, {
        system: on,
        seed: 222,
        async inject({ random, record }) {
          const url = on.url();
          await on.disk.fill();
          const full = performance.now();
          const spending = random() < 0.5 ? spendLog(url, () => isRefused(record, full)) : undefined;
          await until('a refusal', () => isRefused(record, full));
          await spending;
          await sleep(random() * 4_000);
          await on.disk.giveBack();
          return performance.now();
        },
      });
      expect(violations).toEqual([]);
    });

    test('while the disk of the write-ahead log is full', async (context) => {
      context.skip(skipReason !== undefined, skipReason);
      const on = (system = await systemOn('write-ahead log'));
      const violations = await violationsUnder(context, {
        system: on,
        seed: 123,
        async inject({ random }) {
          const url = on.url();
          await on.disk.fill();
          const before = on.postgres.postmaster();
          const isStopped = (): boolean => on.postgres.postmaster() !== before;
          await Promise.all([spendLog(url, isStopped), until('a stop', isStopped)]);
          await sleep(random() * 6_000);
          await on.disk.giveBack();
          return performance.now();
        },
      });

      expect(violations).toEqual([]);
      expect(on.postgres.output()).toMatch(/PANIC: .*No space left on device/);
    });
  });

  test('tells the operator about the full disk, and stops or refuses to start without delay', async (context) => {
    context.skip(skipReason !== undefined, skipReason);
    const on = (system = await systemOn('write-ahead log'));
    const [server] = on.servers;
    await server.process().stop();
    const watched = { ...server.process().env, METRICS_PORT: String(await ownPort()) };
    const product = await startProduct({ env: watched, program: on.build.program });
    const url = on.url();
    const postmaster = on.postgres.postmaster();
    const isStopped = (): boolean => on.postgres.postmaster() !== postmaster;
    await on.disk.fill();
    const metrics = await (await fetch(`http://localhost:${watched.METRICS_PORT}/metrics`)).text();
    expect(metrics).toMatch(/^prumo_disk_free_ratio 0$/m);
    await Promise.all([spendLog(url, isStopped), until('a stop', isStopped)]);
    const operatorMessage = /^.*the local PostgreSQL does not come back.*the disk of .*pg_wal is full.*$/m;
    await until('a word to the operator', () => operatorMessage.test(product.output()));
    expect(JSON.parse(operatorMessage.exec(product.output())?.[0] ?? '')).toMatchObject({ level: 50 });
    expect(await product.stop()).toBe(0);
    await expect(startProduct({ env: watched, program: on.build.program })).rejects.toThrow('O disco está cheio.');
    await on.disk.giveBack();
    await server.restart();
  });
});

test('a line that does not fit on the disk is reported to its writer, and damages no other line', async (context) => {
  context.skip(skipReason !== undefined, skipReason);
  const base = freshFolder();
  const disk = mountSmallDisk(join(base, 'small'), 1);
  try {
    const [anchorsPath, listPath] = ['anchors.txt', 'erasures.txt'].map((name) => join(base, 'small', name)) as [
      string,
      string,
    ];
    const [anchors, list] = [createAnchorFile(anchorsPath, 'log-1'), createErasureList(listPath, () => new Date(0))];
    const anchor = (number: bigint) => ({ at: '2026-03-04T13:00:00.000Z', number, hash: 'a'.repeat(64) });
    const [before, meanwhile, after] = [randomUUID(), randomUUID(), randomUUID()];
    await anchors.add(anchor(1n));
    await list.add(before);
    // A few bytes remain in the last page of each file, so a write begins and cannot end.
    for (const path of [anchorsPath, listPath]) padToPage(path, 20);
    await disk.fill();
    await expect(anchors.add(anchor(2n))).rejects.toThrow(/no space left/);
    await expect(list.add(meanwhile)).rejects.toThrow(/no space left/);
    expect((await anchors.all()).map(({ number }) => number)).not.toContain(2n);
    await disk.giveBack();
    await anchors.add(anchor(3n));
    await list.add(after);
    expect((await anchors.all()).at(-1)).toEqual(anchor(3n));
    expect((await anchors.all()).map(({ number }) => number)).not.toContain(2n);
    expect(await list.read()).toEqual([before, after]);
  } finally {
    await disk.giveBack();
    disk.remove();
    rmSync(base, { recursive: true });
  }
});
