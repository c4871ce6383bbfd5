import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { NewEvent } from '#domain/event.ts';
import { type AppendResult, type EventLog, LogUnavailable, RevisionConflict } from '#eventstore/port.ts';
import { randomFrom } from '#tests/support/random.ts';
import { someEvents } from '../some-events.ts';

export type Appender = Pick<EventLog, 'append'>;

export interface WritingOptions {
  readonly writers: number;
  /** Streams that all writers share, beside one of each writer's own. */
  readonly sharedStreams: number;
  /** Names of streams begin with it. */
  readonly prefix: string;
  readonly milliseconds: number;
  /** Steps of each writer, however long they take: a busy machine must not make it easy. */
  readonly atLeast: number;
  readonly seed: number;
}

/** Acknowledged to a writer: the id of the last event of an append, and the position it was given. */
export interface Acknowledged {
  readonly id: string;
  readonly position: string;
}

export interface Written {
  readonly acknowledged: readonly Acknowledged[];
  readonly refused: number;
  readonly repeated: number;
  readonly unavailable: number;
  /** Things that must never happen, in words. */
  readonly wrong: readonly string[];
}

/**
 * Writers with random pauses, who append to streams of their own and to shared ones, on purpose with outdated revisions
 * too, and repeat appends: those whose outcome they do not know, and some that they do.
 */
export async function write(log: Appender, options: WritingOptions): Promise<Written> {
  const { writers, sharedStreams, prefix, milliseconds, atLeast, seed } = options;
  const revisions = new Map<string, bigint | 'none'>();
  const acknowledged: Acknowledged[] = [];
  const wrong: string[] = [];
  const counts = { refused: 0, repeated: 0, unavailable: 0 };
  const deadline = performance.now() + milliseconds;

  /** Until it is known what became of it. */
  async function settled(
    stream: string,
    expected: bigint | 'none',
    events: readonly NewEvent[],
  ): Promise<AppendResult> {
    for (;;) {
      try {
        return await log.append(stream, expected, events);
      } catch (error) {
        if (!(error instanceof LogUnavailable)) throw error;
        counts.unavailable += 1;
        await sleep(10);
      }
    }
  }

  async function writer(n: number): Promise<void> {
    const random = randomFrom(seed * 1_000 + n);
    const own = `${prefix}-own-${n}`;
    for (let step = 0; step < atLeast || performance.now() < deadline; step += 1) {
      await sleep(random() * 4);
      const stream = random() < 0.5 ? own : `${prefix}-shared-${Math.floor(random() * sharedStreams)}`;
      const isOutdated = random() < 0.15 && (revisions.get(stream) ?? 'none') !== 'none';
      const expected = isOutdated ? 'none' : (revisions.get(stream) ?? 'none');
      const events = someEvents(1 + Math.floor(random() * 3));
      try {
        const answer = await settled(stream, expected, events);
        if (isOutdated) wrong.push(`${stream} took an outdated append`);
        revisions.set(stream, answer.revision);
        acknowledged.push({ id: events.at(-1)?.id ?? '', position: answer.position });
        if (random() > 0.1) continue;
        const again = await settled(stream, expected, events);
        counts.repeated += 1;
        if (again.position !== answer.position) wrong.push(`${stream}: ${again.position} after ${answer.position}`);
      } catch (error) {
        if (!(error instanceof RevisionConflict)) throw error;
        counts.refused += 1;
        revisions.set(stream, error.actual);
      }
    }
  }

  await Promise.all(Array.from({ length: writers }, (_, n) => writer(n)));
  return { acknowledged, ...counts, wrong };
}

/** The same in a process of its own, at the log with that address. */
export async function writeElsewhere(url: string, options: WritingOptions): Promise<Written> {
  const program = fileURLToPath(new URL('./other-process.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', program, url, JSON.stringify(options)],
    { maxBuffer: 1_000_000_000 },
  );
  return JSON.parse(stdout) as Written;
}
