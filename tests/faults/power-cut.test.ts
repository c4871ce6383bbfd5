import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchProduct } from '#tests/support/product.ts';
import { randomFrom } from '#tests/support/random.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { type CutDisk, mountCutDisk, whyNoPowerCut } from './harness/cut-disk.ts';
import { createEmbedded, freshFolder } from './harness/embedded.ts';
import { IS_LONG, LONG, MOMENTS, runFault, violationsUnder } from './harness/fault-run.ts';
import { queryDatabase } from './harness/log-contents.ts';
import { createOutages } from './harness/calls.ts';
import { buildServer } from './harness/server-build.ts';
import { embeddedSystem } from './harness/system.ts';

type CuttableSystem = Awaited<ReturnType<typeof embeddedSystem>> & { readonly disk: CutDisk };

/** Starts the product with all its data on a disk whose power can be cut. */
async function cuttableSystem(): Promise<CuttableSystem> {
  const base = freshFolder();
  const disk = mountCutDisk({ file: join(base, 'disk'), folder: join(base, 'data') });
  return { ...(await embeddedSystem(createEmbedded({ base, onEnd: () => disk.remove() }))), disk };
}

/** The disk is cut first, so that nothing is promised afterwards. */
async function cutPower({ disk, servers: [server] }: CuttableSystem): Promise<void> {
  disk.cut();
  await server.kill();
  await disk.mend();
  await server.restart();
}

/** Returns the effect of a power cut that must lose data: broken guarantees, or a failed start. */
async function damageOf(run: ReturnType<typeof runFault>): Promise<readonly string[]> {
  try {
    return (await run).verdict.violations;
  } catch (error) {
    return [String(error)];
  }
}

const skipReason = IS_LONG ? whyNoPowerCut() : undefined;

describe.runIf(IS_LONG)('product on a disk whose power is cut', LONG, () => {
  let system: CuttableSystem | undefined;
  afterEach(async () => {
    await system?.close();
    system = undefined;
  });

  test('neither loses nor repeats a change, and works again within ten seconds, when the power is cut under load', async (context) => {
    context.skip(skipReason !== undefined, skipReason);
    const on = (system = await cuttableSystem());
    const outages = createOutages();
    const violations = await violationsUnder(context, {
      system: on,
      seed: 105,
      isExcused: outages.covers,
      async inject() {
        await outages.during(on.servers[0].origin, () => cutPower(on));
        return performance.now();
      },
    });
    expect(violations).toEqual([]);
  });

  test('self-test: a PostgreSQL without fsync loses acknowledged changes', async (context) => {
    context.skip(skipReason !== undefined, skipReason);
    const on = (system = await cuttableSystem());
    await queryDatabase(on.url(), 'alter system set fsync = off');
    await queryDatabase(on.url(), 'select pg_reload_conf()');
    const run = runFault({
      system: on,
      seed: 205,
      moments: 1,
      isExcused: () => true,
      inject: () => cutPower(on),
    });
    expect((await damageOf(run)).join('\n')).toMatch(/A acknowledged, not in the log|the product is not ready/);
  });

  test('starts normally when the power was cut during its first start', async (context) => {
    context.skip(skipReason !== undefined, skipReason);
    const build = await buildServer();
    const base = freshFolder();
    const folder = join(base, 'disk');
    const disk = mountCutDisk({ file: join(base, 'image'), folder });
    const random = randomFrom(305);
    for (let i = 0; i < MOMENTS; i += 1) {
      const env = { DATA_DIR: join(folder, `first-${i}`) };
      const cut = await launchProduct({ env, program: build.program });
      await sleep(random() * 3_000);
      disk.cut();
      await cut.kill();
      await disk.mend();
      const next = await launchProduct({ env, program: build.program });
      await next.ready();
      expect(await next.stop()).toBe(0);
      rmSync(env.DATA_DIR, { recursive: true });
    }
    disk.remove();
    rmSync(base, { recursive: true });
    build.remove();
  });
});
