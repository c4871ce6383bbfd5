import type { EventLog, Position } from '#eventstore/port.ts';
import type { ParkedStream } from '../read/fold-batch.ts';
import { type FoldedRows, type EventFolder, TooMuchWork } from './folding.ts';
import { type StreamHistory, readStreams } from './read-streams.ts';
import { parkedStreamChanges, type TableChange } from './table-changes.ts';
import { TABLES } from '#read-model/tables.ts';

/** All rows of some businesses and accounts, folded from their streams. */
export interface RowPage {
  readonly businessIds: readonly string[];
  readonly userIds: readonly string[];
  readonly parked: readonly ParkedStream[];
  /** Upserts into empty tables, one for each table; rows of one business or account are adjacent. */
  readonly changes: readonly TableChange[];
}

interface Options {
  readonly until: Position | null;
  readonly parked?: readonly ParkedStream[];
  readonly eventFolder: EventFolder;
}

/**
 * Yields the rows of a whole read model as of `until`, page by page; no stream is in two pages.
 * @throws LogUnavailable
 */
export async function* readRowPages(log: EventLog, { eventFolder, ...options }: Options): AsyncGenerator<RowPage> {
  for await (const streams of readStreams(log, options)) {
    const presentStreams = streams.filter(({ events }) => events.length > 0);
    if (presentStreams.length > 0) yield* await foldStreams(eventFolder, presentStreams);
  }
}

/** Folds streams together, or one by one where together they take too long. */
async function foldStreams(eventFolder: EventFolder, streams: readonly StreamHistory[]): Promise<readonly RowPage[]> {
  try {
    return [toRowPage(streams, await eventFolder.fold(streams.flatMap(({ events }) => events)))];
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    const pages: RowPage[] = [];
    for (const stream of streams) pages.push(toRowPage([stream], await foldWithinLimit(eventFolder, stream)));
    return pages;
  }
}

function toRowPage(streams: readonly StreamHistory[], { changes, parked }: FoldedRows): RowPage {
  // A stream that is parked at its first event has no rows and is not counted.
  const hasRows = ({ ref, events: [first] }: StreamHistory): boolean =>
    !parked.some(({ kind, id, position }) => kind === ref.kind && id === ref.id && position === first?.position);
  const idsOf = (kind: StreamHistory['ref']['kind']): readonly string[] =>
    streams.filter((stream) => stream.ref.kind === kind && hasRows(stream)).map(({ ref }) => ref.id);
  return {
    businessIds: idsOf('business'),
    userIds: idsOf('account'),
    parked,
    changes: changes.filter(({ action }) => action === 'upsert'),
  };
}

/**
 * Folds a stream up to right before its first event that takes too long. A long genuine history is within the limit:
 * only single events are measured, and the figures at the end. Where these take too long, halving finds the event.
 */
async function foldWithinLimit(eventFolder: EventFolder, { ref, events }: StreamHistory): Promise<FoldedRows> {
  let [fittingCount, excessCount, reason] = [0, events.length + 1, ''];
  let rows: FoldedRows = { changes: [], parked: [] };
  for (let count = events.length; fittingCount < count; count = Math.floor((fittingCount + excessCount) / 2)) {
    try {
      rows = await eventFolder.fold(events.slice(0, count));
      fittingCount = count;
    } catch (error) {
      if (!(error instanceof TooMuchWork)) throw error;
      [excessCount, reason] = [count, String(error)];
    }
  }
  const failingEvent = events[fittingCount];
  if (!failingEvent) return rows;
  const parked = [{ ...ref, position: failingEvent.position, error: reason }];
  return {
    parked,
    changes: [...rows.changes.filter(({ table }) => table !== TABLES.parked), ...parkedStreamChanges(parked)],
  };
}
