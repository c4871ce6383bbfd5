import { join, dirname } from 'node:path';
import { createEventStoreDbLog } from '#eventstore/eventstoredb/eventstoredb-log.ts';
import type { EventLog } from '#eventstore/port.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { freePort } from '#postgres/free-port.ts';
import { moveLog } from '../../move-log.ts';
import { furnished, writeAll } from '../businesses.ts';
import { newDatabase, withLog } from '../databases.ts';
import { startProgram } from '../programs.ts';
import { progress, type Result } from '../result.ts';
import { inRounds } from '../rounds.ts';
import type { Setting } from '../setting.ts';
import { type Contender, eventLog, loggedBy } from './append-contenders.ts';

const WRITERS = [1, 8, 32, 128];
const ROUND_MS = 1_000;
const MOVED = { businesses: 2_000, eventsEach: 100 };
const REBUILT = { businesses: 1_000, eventsEach: 50 };
const MOVED_SMALL = { businesses: 200, eventsEach: 50 };

/**
 * The log in EventStoreDB beside the log in PostgreSQL. The server is our stand-in with the real one's protocol, in
 * memory: what is measured is our side and the client's, not what an EventStoreDB can do.
 */
export const eventStoreDb = async (setting: Setting): Promise<Result[]> => [
  ...(await withStandIn(setting, (log) => appends(setting, log))),
  ...(await withStandIn(setting, (log) => move(setting, log))),
  ...(await withStandIn(setting, (log) => rebuilt(setting, log))),
];

/** A stand-in with nothing in it, in a process of its own. */
async function withStandIn<T>({ rivals }: Setting, work: (log: EventLog) => Promise<T>): Promise<T> {
  const port = await freePort();
  const args = [join(dirname(rivals), 'event-store.js')];
  const program = await startProgram({ args, env: {}, port, readyPath: '/ready' });
  try {
    const url = await (await fetch(`http://127.0.0.1:${port}/ready`)).text();
    const log = await createEventStoreDbLog({ url, timeoutMs: 20_000 });
    try {
      return await work(log);
    } finally {
      await log.close();
    }
  } finally {
    await program.stop();
  }
}

async function appends({ url, rounds }: Setting, log: EventLog): Promise<Result[]> {
  const postgres = await eventLog(await newDatabase(url, 'beside'));
  const ours: Contender = loggedBy('EventStoreDB', log);
  const results: Result[] = [];
  try {
    for (const writers of WRITERS) {
      progress(`appends to the stand-in, ${writers} writers`);
      const found = await inRounds(rounds, {
        ours: () => ours.measure(writers, ROUND_MS),
        plain: () => postgres.measure(writers, ROUND_MS),
      });
      results.push({
        goal: 1,
        what: `appends/s to an EventStoreDB stand-in, ${writers} writer${writers === 1 ? '' : 's'}`,
        unit: '/s',
        ours: found.ours,
        plain: { name: 'log in PostgreSQL', values: found.plain },
      });
    }
  } finally {
    await postgres.close();
  }
  return results;
}

/** Half of it, then the machine goes off, then the rest. */
async function move(setting: Setting, to: EventLog): Promise<Result[]> {
  const { businesses, eventsEach } = setting.isLarge ? MOVED : MOVED_SMALL;
  const url = await newDatabase(setting.url, 'moved');
  return withLog(url, async (from) => {
    progress(`writing ${businesses * eventsEach} events of ${businesses} businesses`);
    await writeAll(from, furnished(businesses, eventsEach));
    progress('moving them, broken off half-way');
    const started = performance.now();
    let left = (businesses * eventsEach) / 10;
    const breaking: EventLog = {
      ...to,
      append(...appended) {
        left -= 1;
        return left < 0 ? Promise.reject(new Error('switched off')) : to.append(...appended);
      },
    };
    await moveLog({ from, to: breaking }).catch(() => undefined);
    const brokenAt = performance.now();
    const moved = await moveLog({ from, to });
    const ended = performance.now();
    progress(`${moved.there} were there, ${moved.copied} copied, figures of ${moved.businesses} businesses are equal`);
    const total = moved.there + moved.copied;
    const what = `move-log of ${total} events to an EventStoreDB stand-in`;
    return [
      { goal: 6, what: `${what}, the first part (${moved.there}), broken off`, unit: 'ms', ours: [brokenAt - started] },
      { goal: 6, what: `${what}, the rest, both logs compared`, unit: 'ms', ours: [ended - brokenAt] },
    ];
  });
}

/** The whole log comes twice from there: once for the names of the streams, once in the streams. */
async function rebuilt({ url: server, rounds }: Setting, log: EventLog): Promise<Result[]> {
  const url = await newDatabase(server, 'rebuilt');
  const { businesses, eventsEach } = REBUILT;
  const owners = furnished(businesses, eventsEach);
  progress(`writing ${businesses * eventsEach} events to both`);
  await writeAll(log, owners);
  return withLog(url, async (postgres) => {
    await writeAll(postgres, owners);
    progress('rebuilding from both');
    const perSecond = (from: EventLog) => async (): Promise<number> => {
      const started = performance.now();
      await rebuild({ log: from, connectionString: url });
      return (businesses * eventsEach * 1_000) / (performance.now() - started);
    };
    const found = await inRounds(rounds, { ours: perSecond(log), plain: perSecond(postgres) });
    return [
      {
        goal: 4,
        what: `events/s rebuilt from an EventStoreDB stand-in, ${businesses} businesses`,
        unit: '/s',
        ours: found.ours,
        plain: { name: 'from our PostgreSQL log', values: found.plain },
      },
    ];
  });
}
