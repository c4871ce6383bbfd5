import type { RecordedEvent } from '#domain/event.ts';
import { type EventLog, LogUnavailable, type Position } from '#eventstore/port.ts';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LogEntry {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
}

interface Verdict {
  readonly missed: number;
  readonly duplicated: number;
  /** Counts events delivered after an event with a higher position. */
  readonly inverted: number;
  /** Counts events whose revision does not follow the one before in its stream. */
  readonly outOfOrder: number;
  /** Counts positions of the log that belong to no event. */
  readonly holes: number;
}

export const NO_FAULTS: Verdict = { missed: 0, duplicated: 0, inverted: 0, outOfOrder: 0, holes: 0 };

/** Compares what a subscriber received, in order, with the final content of the log. */
export function judge(log: readonly LogEntry[], delivered: readonly LogEntry[]): Verdict {
  const seen = new Set<string>();
  const revisions = new Map<string, number>();
  let duplicated = 0;
  let inverted = 0;
  let outOfOrder = 0;
  let highest = 0;
  for (const { id, position, stream, revision } of delivered) {
    if (seen.has(id)) duplicated += 1;
    seen.add(id);
    if (position < highest) inverted += 1;
    highest = Math.max(highest, position);
    if (revision !== (revisions.get(stream) ?? -1) + 1) outOfOrder += 1;
    revisions.set(stream, revision);
  }
  return {
    missed: log.filter(({ id }) => !seen.has(id)).length,
    duplicated,
    inverted,
    outOfOrder,
    holes: Math.max(0, ...log.map(({ position }) => position)) - log.length,
  };
}

export const numberIn = (position: string): number => Number(position.slice(-20));

export const logEntryOf = ({ position, stream, revision, id }: RecordedEvent): LogEntry => ({
  position: numberIn(position),
  stream,
  revision: Number(revision),
  id,
});

/**
 * Reads everything up to `end`, which is known once the writers are done. When the log is away, it resumes after the
 * last event that it has received, as a projector does, and calls `onAway`.
 */
export async function tail(
  log: EventLog,
  end: Promise<string>,
  onAway: (error: LogUnavailable) => void = (error) => {
    throw error;
  },
): Promise<LogEntry[]> {
  const stop = new AbortController();
  const delivered: LogEntry[] = [];
  let at: Position | null = null;
  const stopAt = (last: number): void => {
    if ((delivered.at(-1)?.position ?? 0) >= last) stop.abort();
  };
  let last = Infinity;
  const ending = end.then((position) => {
    last = numberIn(position);
    return stopAt(last);
  });
  while (!stop.signal.aborted)
    try {
      for await (const batch of log.subscribe(at, { batchSize: 50, signal: stop.signal })) {
        delivered.push(...batch.events.map(logEntryOf));
        at = batch.last;
        stopAt(last);
      }
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      onAway(error);
      await sleep(20);
    }
  await ending;
  return delivered;
}
