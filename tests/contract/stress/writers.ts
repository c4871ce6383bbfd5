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
  /** The number of streams that all writers share, beside one stream of each writer. */
  readonly sharedStreams: number;
  /** The prefix of all stream names. */
  readonly prefix: string;
  readonly milliseconds: number;
  /** The number of steps of each writer. It does not depend on time, so that a busy machine does not do less. */
  readonly atLeast: number;
  readonly seed: number;
}

/** An acknowledged append: the id of its last event, and the position that was returned. */
export interface AcknowledgedAppend {
  readonly id: string;
  readonly position: string;
}

export interface WritingResult {
  readonly acknowledged: readonly AcknowledgedAppend[];
  readonly refused: number;
  readonly repeated: number;
  readonly unavailable: number;
  /** Sentences about events that must never happen. */
  readonly wrong: readonly string[];
}

/**
 * Starts writers with random pauses that append to their own and to shared streams, sometimes with an outdated
 * revision, and repeat appends: those whose outcome is unknown, and some whose outcome is known.
 */
export async function write(log: Appender, options: WritingOptions): Promise<WritingResult> {
  const { writers, sharedStreams, prefix, milliseconds, atLeast, seed } = options;
  const revisions = new Map<string, bigint | 'none'>();
  const acknowledged: AcknowledgedAppend[] = [];
  const wrong: string[] = [];
  const counts = { refused: 0, repeated: 0, unavailable: 0 };
  const deadline = performance.now() + milliseconds;

  /** Repeats the append until its outcome is known. */
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

/** Runs the same writers in a separate process, on the log at that address. */
export async function writeElsewhere(url: string, options: WritingOptions): Promise<WritingResult> {
  const program = fileURLToPath(new URL('./other-process.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', program, url, JSON.stringify(options)],
    { maxBuffer: 1_000_000_000 },
  );
  return JSON.parse(stdout) as WritingResult;
}
