import type { RecordedEvent } from '#domain/event.ts';
import type { EventLog } from '#eventstore/port.ts';
import { foldOrPark, isErasure, type Parked, type StreamEvents } from '../read/fold-batch.ts';
import { type Held, unseen } from '../read/held.ts';
import type { HeldStreams } from './held-streams.ts';

/** Streams that are read from the log at the same time. */
const AT_ONCE = 8;

export interface LoadedStreams {
  /** Each stream as it was right before its first event in the batch. */
  readonly befores: ReadonlyMap<string, Held>;
  /** Streams that cannot even be folded that far. */
  readonly parked: readonly Parked[];
}

/**
 * The streams of a batch from memory; after a restart, or for a stream untouched for long, from the log.
 * @throws LogUnavailable
 */
export async function loadHeld(
  log: EventLog,
  streams: ReadonlyMap<string, StreamEvents>,
  held: HeldStreams,
): Promise<LoadedStreams> {
  const befores = new Map<string, Held>();
  const parked: Parked[] = [];
  const missing: [string, StreamEvents][] = [];
  for (const [stream, touched] of streams) {
    const [first] = touched.events;
    const known = isErasure(first)
      ? { ...unseen(touched.ref), revision: first.revision - 1n }
      : (held.get(stream) ?? unseen(touched.ref));
    if (known.revision === first.revision - 1n) befores.set(stream, known);
    else missing.push([stream, touched]);
  }
  const queue = missing.values();
  const worker = async (): Promise<void> => {
    for (const [stream, touched] of queue) {
      const outcome = await foldUpTo(log, stream, touched);
      if (outcome.parked) parked.push(outcome.parked);
      else befores.set(stream, outcome.after);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, missing.length) }, worker));
  return { befores, parked };
}

/**
 * A stream up to right before its first event in the batch: later ones are not folded early. An erased stream reads as
 * empty, and so is its state.
 */
async function foldUpTo(log: EventLog, stream: string, { ref, events: [first] }: StreamEvents) {
  const events: RecordedEvent[] = [];
  for await (const event of log.read(stream)) {
    if (event.revision >= first.revision) break;
    events.push(event);
  }
  const { after, parked } = foldOrPark(unseen(ref), events);
  return { after: { ...after, revision: first.revision - 1n }, parked };
}
