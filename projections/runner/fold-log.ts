import { emptyAccount, evolveAccount, type Account } from '#domain/account/account.ts';
import { fold } from '#domain/business/evolve.ts';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import type { RecordedEvent } from '#domain/event.ts';
import { accountEvent, businessEvent } from '#eventstore/codec.ts';
import { type EventLog, isAtOrAfter, type Position } from '#eventstore/port.ts';
import { groupByStream, isErasure, type Parked } from '../read/fold-batch.ts';
import type { ProjectedRef } from '../read/held.ts';
import { streamOf } from './checkpoint.ts';

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

const PAGE = 5_000;

/**
 * Folds the log up to and with `until`, which it must have reached. Streams in `parked` are folded to right before the
 * event they are parked at.
 * @throws LogUnavailable
 */
export async function foldLog(
  log: EventLog,
  { until, parked }: { readonly until: Position | null; readonly parked: readonly Parked[] },
): Promise<FoldedLog> {
  const businesses = new Map<string, FoldedBusiness>();
  const accounts = new Map<string, Account>();
  const newlyParked: Parked[] = [];
  const ends = new Map(parked.map((each) => [streamOf(each), each.position]));

  function foldInto({ kind, id }: ProjectedRef, events: readonly RecordedEvent[]): void {
    const last = events.at(-1);
    if (!last) return;
    if (kind === 'account') {
      const typed = events.flatMap((event) => accountEvent(event) ?? []);
      accounts.set(id, typed.reduce(evolveAccount, accounts.get(id) ?? emptyAccount));
      return;
    }
    const typed = events.flatMap((event) => businessEvent(event) ?? []);
    const business = fold(typed, businesses.get(id)?.business ?? emptyBusiness);
    businesses.set(id, { business, position: last.position });
  }

  /** One by one, so that everything before the event that cannot be folded counts. */
  function foldUntilItFails(ref: ProjectedRef, events: readonly RecordedEvent[]): void {
    for (const event of events) {
      try {
        foldInto(ref, [event]);
      } catch (error) {
        newlyParked.push({ ...ref, position: event.position, error: String(error) });
        ends.set(event.stream, event.position);
        return;
      }
    }
  }

  const isFolded = (event: RecordedEvent): boolean => {
    const end = ends.get(event.stream);
    if (until === null || event.position > until) return false;
    return end === undefined || event.position < end || isErasure(event);
  };
  /** Once erased, a business stands nowhere any more. */
  const stillStands = ({ kind, id }: Parked): boolean => kind !== 'business' || !businesses.get(id)?.business.erased;
  if (until === null) return { businesses, accounts, parked: [] };
  const { signal } = new AbortController();
  for await (const { events, last } of log.subscribe(null, { batchSize: PAGE, signal })) {
    for (const { ref, events: own } of groupByStream(events.filter(isFolded)).values()) {
      try {
        foldInto(ref, own);
      } catch {
        foldUntilItFails(ref, own);
      }
    }
    if (isAtOrAfter(last, until)) break;
  }
  return { businesses, accounts, parked: newlyParked.filter(stillStands) };
}
