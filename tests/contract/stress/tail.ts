import type { RecordedEvent } from '#domain/event.ts';
import { type EventLog, LogUnavailable, type Position } from '#eventstore/port.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogEntry } from './judge.ts';

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
