import { type Account, emptyAccount, evolveAccount } from '#domain/account/account.ts';
import { growing } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import type { RecordedEvent } from '#domain/event.ts';
import { accountStream, businessStream } from '#domain/streams.ts';
import { accountEvent, businessEvent } from '#eventstore/codec.ts';
import type { EventLog, Position } from '#eventstore/port.ts';
import { isErasure, type Parked } from '../read/fold-batch.ts';
import { type ProjectedRef, projectedRef } from '../read/stream-state.ts';
import { streamOf } from './checkpoint.ts';
import { oneAhead } from './one-ahead.ts';

/** A stream folded from scratch, and without figures. */
export interface FoldedStream {
  readonly ref: ProjectedRef;
  /** Of a stream of a business. */
  readonly business?: Business;
  /** Of a stream of an account. */
  readonly account?: Account;
  /** Of its last event that has been folded; null: there is none, or none is left. */
  readonly position: Position | null;
  /** Events that have been folded. */
  readonly length: number;
  /** It has an event that cannot be folded, and stands as of right before that. */
  readonly parked?: Parked;
}

interface Options {
  /** The log must have reached it. null: before everything. */
  readonly until: Position | null;
  /** Streams that are known to be parked: they are folded up to right before the event they are parked at. */
  readonly parked?: readonly Parked[];
}

/**
 * Streams are read from the log so many at the same time as probably have that many events, by what those before had: a
 * log answers many short ones as fast as one, and a few long ones are all that should be in memory.
 */
const EVENTS_AT_ONCE = 2_000;
const [MIN_AT_ONCE, FIRST_AT_ONCE, MAX_AT_ONCE] = [2, 8, 64];

/** Streams with rows in the read model have names that begin with one of these. */
const PREFIXES = [businessStream(''), accountStream('')];

/**
 * Every stream of the read model as of `until`, each from its own events, a few at a time: what this takes in memory does
 * not grow with the number of streams.
 * @throws LogUnavailable
 */
export async function* foldStreams(log: EventLog, { until, parked = [] }: Options): AsyncGenerator<FoldedStream> {
  if (until === null) return;
  const ends = new Map(parked.map((each) => [streamOf(each), each.position]));
  const fold = (ref: ProjectedRef) => foldStream(log, { ref, until, end: ends.get(streamOf(ref)) });
  async function* folded(): AsyncGenerator<readonly FoldedStream[]> {
    let atOnce = FIRST_AT_ONCE;
    for await (const names of log.streams(PREFIXES)) {
      const refs = names.flatMap((name) => projectedRef(name) ?? []);
      while (refs.length > 0) {
        const streams = await Promise.all(refs.splice(0, atOnce).map(fold));
        yield streams;
        atOnce = nextAtOnce(atOnce, streams);
      }
    }
  }
  for await (const streams of oneAhead(folded())) yield* streams;
}

/** At most twice as many as before: longer ones may come. */
function nextAtOnce(before: number, streams: readonly FoldedStream[]): number {
  const events = streams.reduce((sum, { length }) => sum + length, 0);
  const wanted = Math.floor((EVENTS_AT_ONCE * streams.length) / Math.max(events, 1));
  return Math.max(MIN_AT_ONCE, Math.min(wanted, 2 * before, MAX_AT_ONCE));
}

interface OneStream {
  readonly ref: ProjectedRef;
  readonly until: Position;
  /** Of the event from which on nothing is folded any more, but for the erasure of the business. */
  readonly end?: Position | undefined;
}

async function foldStream(log: EventLog, { ref, until, end }: OneStream): Promise<FoldedStream> {
  const stream = beginning(ref);
  let parked: Parked | undefined;
  for await (const event of log.read(streamOf(ref))) {
    if (event.position > until) break;
    const parkedAt = parked?.position ?? end;
    if (parkedAt !== undefined && event.position >= parkedAt && !isErasure(event)) continue;
    try {
      stream.add(event);
    } catch (error) {
      parked = { ...ref, position: event.position, error: String(error) };
    }
  }
  const folded = stream.folded();
  if (!parked || folded.business?.erased) return folded;
  // Half of the event that failed may be in what it was folded into.
  return { ...(await foldStream(log, { ref, until, end: parked.position })), parked };
}

/** A stream that is being folded, in place: one that is read once has nobody to share its states with. */
interface Unfinished {
  /** @throws UnreadableEvent, or whatever a fold throws on content that it cannot take */
  readonly add: (event: RecordedEvent) => void;
  readonly folded: () => FoldedStream;
}

function beginning(ref: ProjectedRef): Unfinished {
  let position: Position | null = null;
  let length = 0;
  if (ref.kind === 'business') {
    const { add, business } = growing();
    return {
      add(event) {
        const typed = businessEvent(event);
        if (typed) add(typed);
        position = event.position;
        length += 1;
      },
      folded: () => ({ ref, business, position, length }),
    };
  }
  let account = emptyAccount;
  return {
    add(event) {
      const typed = accountEvent(event);
      if (typed) account = evolveAccount(account, typed);
      position = event.position;
      length += 1;
    },
    folded: () => ({ ref, account, position, length }),
  };
}
