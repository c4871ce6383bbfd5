import { freePort } from '#postgres/free-port.ts';
import { furnished, writeAll } from '../businesses.ts';
import { newDatabase, projected, withLog } from '../databases.ts';
import { runOperation, startBuiltProduct } from '../programs.ts';
import { progress, type Result } from '../result.ts';
import { inRounds } from '../rounds.ts';
import type { Setting } from '../setting.ts';
import { withClient } from '../../with-client.ts';

/** Businesses that use nothing that is new. */
const SIZE = { businesses: 2_000, eventsEach: 100 };
const NO_SLOWER = 1.1;

/** This version beside that of another checkout, built, named by BENCH_BEFORE: the same events, each in a database of its own. */
export async function besideBefore({ url: server, rounds }: Setting): Promise<Result[]> {
  const checkout = process.env['BENCH_BEFORE'];
  if (checkout === undefined) {
    progress('no other version: BENCH_BEFORE names a checkout in which npm run build has been run');
    return [];
  }
  const [ours, theirs] = [await filled(server, 'version_now'), await filled(server, 'version_before')];
  progress(`beside ${checkout}`);
  const found = await inRounds(rounds, {
    live: () => caughtUp(ours),
    liveBefore: () => caughtUp(theirs, checkout),
    rebuild: async () => (await runOperation('rebuild', ours)).milliseconds,
    rebuildBefore: async () => (await runOperation('rebuild', theirs, checkout)).milliseconds,
  });
  const line = (what: string, now: readonly number[], before: readonly number[]): Result => ({
    goal: 11,
    what: `${what}, ${SIZE.businesses} plain businesses, ${SIZE.eventsEach} events each`,
    unit: 'ms',
    ours: now,
    plain: { name: 'the version before', values: before },
    wanted: { atMost: NO_SLOWER },
  });
  return [
    line('a product catches up from nothing, its start included', found.live, found.liveBefore),
    line('a rebuild from start to end', found.rebuild, found.rebuildBefore),
  ];
}

async function filled(server: string, name: string): Promise<string> {
  const url = await newDatabase(server, name);
  progress(`writing ${SIZE.businesses * SIZE.eventsEach} events of ${SIZE.businesses} businesses`);
  await withLog(url, (log) => writeAll(log, furnished(SIZE.businesses, SIZE.eventsEach)));
  await withClient(url, (client) => client.query('vacuum analyze'));
  return url;
}

/** @returns milliseconds from its start, with an empty read model, to its having everything */
async function caughtUp(url: string, checkout?: string): Promise<number> {
  await withClient(url, (client) =>
    client.query('set client_min_messages = warning; drop schema if exists read_previous, read cascade'),
  );
  const head = await withLog(url, async (log) => (await log.head()) ?? '');
  const started = performance.now();
  const product = await startBuiltProduct(url, await freePort(), checkout);
  try {
    await projected(url, head);
    return performance.now() - started;
  } finally {
    await product.stop();
  }
}
