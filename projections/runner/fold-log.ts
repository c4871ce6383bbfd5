import { emptyAccount, evolveAccount, type Account } from '#domain/account/account.ts';
import { growing } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import type { RecordedEvent } from '#domain/event.ts';
import { accountEvent, businessEvent } from '#eventstore/codec.ts';
import { type EventLog, isAtOrAfter, type Position } from '#eventstore/port.ts';
import { isErasure, type Parked } from '../read/fold-batch.ts';
import { type ProjectedRef, projectedRef } from '../read/held.ts';
import { type Checkpoint, streamOf } from './checkpoint.ts';
import { shardFor } from './shard.ts';

/** Everything that has happened, folded from scratch and without figures. */
export interface FoldedLog {
  readonly businesses: ReadonlyMap<string, FoldedBusiness>;
  readonly accounts: ReadonlyMap<string, Account>;
  /** Streams with an event that could not be folded: they stand as of right before it. */
  readonly parked: readonly Parked[];
}

export interface FoldedBusiness {
  readonly business: Business;
  /** Of its last event. */
  readonly position: Position;
}

/** A stream that is being folded, in place: one that is read once has nobody to share its states with. */
interface Unfinished {
  readonly ref: ProjectedRef;
  /** @throws UnreadableEvent, or whatever a fold throws on content that it cannot take */
  readonly add: (event: RecordedEvent) => void;
  readonly business?: Business;
  readonly account?: () => Account;
  /** Of the last event added. */
  position: Position | null;
}

const PAGE = 1_000;

/**
 * Folds the log up to and with `until`, which it must have reached. Streams in `parked` are folded to right before the
 * event they are parked at.
 * @throws LogUnavailable
 */
export async function foldLog(
  log: EventLog,
  {
    until,
    parked,
    shards = [],
  }: {
    readonly until: Position | null;
    readonly parked: readonly Parked[];
    /** How far each is, where they are not all at `until`. */
    readonly shards?: readonly Required<Checkpoint>[];
  },
): Promise<FoldedLog> {
  const streams = new Map<string, Unfinished>();
  const newlyParked: Parked[] = [];
  const ends = new Map(parked.map((each) => [streamOf(each), each.position]));

  /** The shard has not come so far. */
  function isAhead(id: string, position: Position): boolean {
    if (shards.length < 2) return false;
    const reached = shardFor(shards, id).position;
    return reached === null || position > reached;
  }

  function take(event: RecordedEvent): void {
    const end = ends.get(event.stream);
    if (end !== undefined && event.position >= end && !isErasure(event)) return;
    const stream = streams.get(event.stream) ?? begin(event.stream);
    if (!stream || isAhead(stream.ref.id, event.position)) return;
    streams.set(event.stream, stream);
    try {
      stream.add(event);
      stream.position = event.position;
    } catch (error) {
      newlyParked.push({ ...stream.ref, position: event.position, error: String(error) });
      ends.set(event.stream, event.position);
    }
  }

  if (until === null || (await log.head()) === null) return { businesses: new Map(), accounts: new Map(), parked: [] };
  const { signal } = new AbortController();
  for await (const { events, last, caughtUp } of log.subscribe(null, { batchSize: PAGE, signal })) {
    for (const event of events) if (event.position <= until) take(event);
    // Whatever was there has come by then; what stood at `until` may have been erased and cleared away.
    if (caughtUp || isAtOrAfter(last, until)) break;
  }
  // Once erased, a business stands nowhere any more.
  const standing = newlyParked.filter((each) => !streams.get(streamOf(each))?.business?.erased);
  // Half of the event that failed may be in what it was folded into.
  for (const each of standing) streams.set(streamOf(each), await foldedBefore(log, each));
  return { ...finished(streams.values()), parked: standing };
}

/** Undefined for a stream that has no rows. */
function begin(stream: string): Unfinished | undefined {
  const ref = projectedRef(stream);
  return ref && beginning(ref);
}

function beginning(ref: ProjectedRef): Unfinished {
  if (ref.kind === 'business') {
    const { add, business } = growing();
    return {
      ref,
      business,
      position: null,
      add(event) {
        const typed = businessEvent(event);
        if (typed) add(typed);
      },
    };
  }
  let account = emptyAccount;
  return {
    ref,
    account: () => account,
    position: null,
    add(event) {
      const typed = accountEvent(event);
      if (typed) account = evolveAccount(account, typed);
    },
  };
}

async function foldedBefore(log: EventLog, { kind, id, position }: Parked): Promise<Unfinished> {
  const fresh = beginning({ kind, id });
  for await (const event of log.read(streamOf(fresh.ref))) {
    if (event.position >= position) break;
    fresh.add(event);
    fresh.position = event.position;
  }
  return fresh;
}

/** Without the streams of which nothing could be folded. */
function finished(streams: Iterable<Unfinished>): Pick<FoldedLog, 'businesses' | 'accounts'> {
  const businesses = new Map<string, FoldedBusiness>();
  const accounts = new Map<string, Account>();
  for (const { ref, business, account, position } of streams) {
    if (position === null) continue;
    if (business) businesses.set(ref.id, { business, position });
    if (account) accounts.set(ref.id, account());
  }
  return { businesses, accounts };
}
