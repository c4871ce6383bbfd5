import type { RecordedEvent } from '#domain/event.ts';
import type { EventBatch, EventLog } from '#eventstore/port.ts';
import type pg from 'pg';
import { foldBatch, type FoldedBatch, groupByStream, isErasure, type Parked } from '../read/fold-batch.ts';
import { type Announcement, changesIn } from './announcement.ts';
import { batchStatement } from './batch-statement.ts';
import { type Checkpoint, streamOf } from './checkpoint.ts';
import { projectedRef } from '../read/stream-state.ts';
import { loadStates } from './load-states.ts';
import { createStateCache } from './state-cache.ts';
import { isRefusedContent } from './refused-content.ts';
import { tableChanges } from './tables.ts';
import { changesOf } from './whole-changes.ts';

/** Someone else has moved the checkpoint, or changed rows behind our back: what is in memory is worth nothing. */
export class NotLeading extends Error {
  override readonly name = 'NotLeading';
  constructor() {
    super('the read model has been changed by someone else');
  }
}

interface Options {
  readonly log: EventLog;
  readonly client: Pick<pg.ClientBase, 'query'>;
  readonly schema: string;
  readonly checkpoint: Checkpoint;
  readonly parked: readonly Parked[];
  /** See `createStateCache`. */
  readonly capacity: number;
  /** After every commit. */
  readonly onCommit: (announcement: Announcement, parked: readonly Parked[]) => void;
}

/** Projects batches for as long as one projector leads. After an error it is of no use any more. */
export interface BatchProjection {
  /**
   * Projects one more batch. While others are waiting behind it, it is written in the background as the next is folded.
   * @throws NotLeading · LogUnavailable · errors of the database
   */
  take(batch: Pick<EventBatch, 'events' | 'caughtUp'>): Promise<void>;
  /** Waits until everything taken is written. @throws as `take` */
  finish(): Promise<void>;
}

interface Piece {
  readonly events: readonly RecordedEvent[];
  readonly folded: FoldedBatch;
}

export function createBatchProjection(options: Options): BatchProjection {
  const { log, client, schema } = options;
  const cache = createStateCache(options.capacity);
  const parked = new Set(options.parked.map(streamOf));
  const { generation } = options.checkpoint;
  let { position } = options.checkpoint;
  let inFlight: { readonly piece: Piece; readonly written: Promise<void> } | undefined;

  /** New states and parked streams count for the next batch already, before they are written. */
  async function folded(events: readonly RecordedEvent[]): Promise<Piece> {
    const streams = groupByStream(events.filter((event) => !parked.has(event.stream) || isErasure(event)));
    const { befores, parked: unloadable } = await loadStates(log, streams, cache);
    const batch = foldBatch(streams, befores);
    for (const [stream, state] of batch.states) cache.set(stream, state);
    const piece = { events, folded: { ...batch, parked: [...unloadable, ...batch.parked] } };
    for (const each of piece.folded.parked) parked.add(streamOf(each));
    return piece;
  }

  function forget(piece: Piece): void {
    cache.clear();
    for (const each of piece.folded.parked) parked.delete(streamOf(each));
  }

  async function write(piece: Piece): Promise<void> {
    const to = piece.events.at(-1)?.position;
    if (to === undefined) return;
    const changes = changesIn(piece.events);
    const move = { from: position, to, generation, changes };
    const { name, text, values } = batchStatement(schema, move, tableChanges(piece.folded));
    const { rowCount } = await client.query({ name, text, values: [...values] });
    if (rowCount !== 1) throw new NotLeading();
    position = to;
    options.onCommit({ position: to, changes }, piece.folded.parked);
  }

  /**
   * Halves a batch until the one event stands alone that the database cannot take, and parks its stream. Only the change
   * with that event is ever cut: its business stands still from there on, whole or not, until somebody looks at it.
   */
  async function writeInPieces({ events }: Piece, refusal: pg.DatabaseError): Promise<void> {
    const [first] = events;
    const ref = first && projectedRef(first.stream);
    if (events.length === 1 && ref) {
      const culprit: Parked = { ...ref, position: first.position, error: String(refusal) };
      parked.add(first.stream);
      return write({ events, folded: { businesses: [], accounts: [], parked: [culprit], states: new Map() } });
    }
    for (const half of halvesOf(events)) {
      const piece = await folded(half);
      await written(piece, write(piece));
    }
  }

  /** Waits for a write. @returns false when it had to be done again, in pieces */
  async function written(piece: Piece, writing: Promise<void>): Promise<boolean> {
    try {
      await writing;
      return true;
    } catch (error) {
      if (!isRefusedContent(error)) throw error;
      forget(piece);
      await writeInPieces(piece, error);
      return false;
    }
  }

  async function settle(): Promise<boolean> {
    const current = inFlight;
    inFlight = undefined;
    return current ? written(current.piece, current.written) : true;
  }

  return {
    async take({ events, caughtUp }) {
      let piece = await folded(events);
      if (!(await settle())) {
        forget(piece); // it was folded on top of what has been done differently since
        piece = await folded(events);
      }
      const writing = write(piece);
      writing.catch(() => undefined); // it is looked at in `settle`
      inFlight = { piece, written: writing };
      if (caughtUp) await settle();
    },
    async finish() {
      await settle();
    },
  };
}

/** Two halves, of whole changes where there are several. */
function halvesOf(events: readonly RecordedEvent[]): readonly (readonly RecordedEvent[])[] {
  const changes = changesOf(events);
  const parts = changes.length > 1 ? changes : events.map((event) => [event]);
  const middle = Math.ceil(parts.length / 2);
  return [parts.slice(0, middle).flat(), parts.slice(middle).flat()];
}
