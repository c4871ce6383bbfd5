import { freePort } from '#postgres/free-port.ts';
import { furnished, writeAll } from '../businesses.ts';
import { newDatabase, projected, withLog } from '../databases.ts';
import { built, runOperation, startBuiltProjector } from '../programs.ts';
import { progress, type Result } from '../result.ts';
import { inRounds } from '../rounds.ts';
import type { Setting } from '../setting.ts';
import { withClient } from '../../with-client.ts';

const SIZE = { businesses: 4_000, eventsEach: 60 };
/** A business that uses nothing new pays at most a tenth for it. */
const AT_MOST = 1.1;

/** Without rows, and of the shape that this checkout has. */
async function emptied(url: string, checkout: string): Promise<void> {
  await withClient(url, (client) =>
    client.query('set client_min_messages = warning; drop schema if exists read_previous, read cascade'),
  );
  await runOperation('migrate', url, checkout);
}

/** This checkout beside another one that is built, both on one log: projector and rebuild as processes of their own. */
export async function besideBefore({ url: server, rounds, before }: Setting): Promise<Result[]> {
  if (before === undefined) throw new Error('which checkout? --before=/its/path, built by its own `npm run build`');
  const url = await newDatabase(server, 'before');
  progress(`writing ${SIZE.businesses * SIZE.eventsEach} events of ${SIZE.businesses} businesses`);
  const head = await withLog(url, async (log) => {
    await writeAll(log, furnished(SIZE.businesses, SIZE.eventsEach));
    return (await log.head()) ?? '';
  });
  await withClient(url, (client) => client.query('vacuum analyze'));
  const rebuilt = (checkout: string) => async (): Promise<number> =>
    (await runOperation('rebuild', url, checkout)).milliseconds;
  const caughtUp = (checkout: string) => async (): Promise<number> => {
    await emptied(url, checkout);
    const started = performance.now();
    const running = await startBuiltProjector(url, await freePort(), checkout);
    try {
      await projected(url, head);
      return performance.now() - started;
    } finally {
      await running.stop();
    }
  };
  const now = built('.');
  progress(`this checkout and ${before} in turns`);
  const found = await inRounds(rounds, {
    rebuilt: rebuilt(now),
    rebuiltBefore: rebuilt(before),
    caughtUp: caughtUp(now),
    caughtUpBefore: caughtUp(before),
  });
  const line = (what: string, ours: readonly number[], values: readonly number[]): Result => ({
    goal: 11,
    what: `${what}, ${SIZE.businesses * SIZE.eventsEach} events, ${SIZE.businesses} businesses`,
    unit: 'ms',
    ours,
    plain: { name: 'the other checkout', values },
    wanted: { atMost: AT_MOST },
  });
  return [
    line('a rebuild from start to end', found.rebuilt, found.rebuiltBefore),
    line('a projector catches up from nothing', found.caughtUp, found.caughtUpBefore),
  ];
}
