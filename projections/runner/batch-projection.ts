import type { RecordedEvent } from '#domain/event.ts';
import type { EventBatch } from '#eventstore/port.ts';
import type pg from 'pg';
import { isErasure, type Parked } from '../read/fold-batch.ts';
import type { Announcement } from '#read-model/position-waiter.ts';
import { changesIn } from './announcement.ts';
import { batchStatement } from './batch-statement.ts';
import { type Checkpoint, streamOf } from './checkpoint.ts';
import { projectedRef } from '../read/stream-state.ts';
import { type FoldedRows, type Folding, TooMuchWork } from './folding.ts';
import { isRefusedContent } from './refused-content.ts';
import { parkedRows } from './table-changes.ts';
import { changesOf } from './whole-changes.ts';

/** Someone else has moved the checkpoint, or changed rows behind our back: what is in memory is worth nothing. */
export class NotLeading extends Error {
  override readonly name = 'NotLeading';
  constructor() {
    super('the read model has been changed by someone else');
  }
}

interface Options {
  readonly folding: Folding;
  readonly client: Pick<pg.ClientBase, 'query'>;
  readonly schema: string;
  readonly checkpoint: Checkpoint;
  readonly parked: readonly Parked[];
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
  readonly folded: FoldedRows;
}

export function createBatchProjection(options: Options): BatchProjection {
  const { folding, client, schema } = options;
  const parked = new Set(options.parked.map(streamOf));
  const { generation } = options.checkpoint;
  let { position } = options.checkpoint;
  let inFlight: { readonly piece: Piece; readonly written: Promise<void> } | undefined;

  /** New states and parked streams count for the next batch already, before they are written. @throws TooMuchWork */
  async function foldPiece(events: readonly RecordedEvent[]): Promise<Piece> {
    const folded = await folding.fold(events.filter((event) => !parked.has(event.stream) || isErasure(event)));
    for (const each of folded.parked) parked.add(streamOf(each));
    return { events, folded };
  }

  async function forget(piece: Piece): Promise<void> {
    await folding.forget();
    for (const each of piece.folded.parked) parked.delete(streamOf(each));
  }

  async function write(piece: Piece): Promise<void> {
    const to = piece.events.at(-1)?.position;
    if (to === undefined) return;
    const changes = changesIn(piece.events);
    const move = { from: position, to, generation, changes };
    const { name, text, values } = batchStatement(schema, move, piece.folded.changes);
    const { rowCount } = await client.query({ name, text, values: [...values] });
    if (rowCount !== 1) throw new NotLeading();
    position = to;
    options.onCommit({ position: to, changes }, piece.folded.parked);
  }

  /** Its stream stands still from there on until somebody looks at it. */
  async function park(event: RecordedEvent, reason: Error): Promise<void> {
    const ref = projectedRef(event.stream);
    if (!ref) throw reason;
    const culprit: Parked = { ...ref, position: event.position, error: String(reason) };
    parked.add(event.stream);
    await write({ events: [event], folded: { changes: parkedRows([culprit]), parked: [culprit] } });
  }

  /**
   * Halves a batch until the one event stands alone that cannot be projected, and parks its stream. Only the change with
   * that event is ever cut.
   */
  async function projectInPieces(events: readonly RecordedEvent[], reason: Error): Promise<void> {
    const [first] = events;
    if (events.length === 1 && first) return park(first, reason);
    for (const half of halvesOf(events)) await project(half);
  }

  async function project(events: readonly RecordedEvent[]): Promise<void> {
    const piece = await foldPiece(events).catch((error: unknown) => tooMuchOr(error));
    if (piece instanceof TooMuchWork) await projectAround(events, piece);
    else await written(piece, write(piece));
  }

  /** The stream is known: where it has several events here, which of them it is shows in halves of the batch. */
  async function projectAround(events: readonly RecordedEvent[], reason: TooMuchWork): Promise<void> {
    const { event } = reason;
    if (events.filter(({ stream }) => stream === event.stream).length > 1) return projectInPieces(events, reason);
    const place = events.indexOf(event);
    const [before, after] = [events.slice(0, place), events.slice(place + 1)];
    if (before.length > 0) await project(before);
    await park(event, reason);
    if (after.length > 0) await project(after);
  }

  /** Waits for a write. @returns false when it had to be done again, in pieces */
  async function written(piece: Piece, writing: Promise<void>): Promise<boolean> {
    try {
      await writing;
      return true;
    } catch (error) {
      if (!isRefusedContent(error)) throw error;
      await forget(piece);
      await projectInPieces(piece.events, error);
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
      const piece = await foldPiece(events).catch(tooMuchOr);
      const isAsFolded = await settle();
      if (piece instanceof TooMuchWork) return projectAround(events, piece);
      if (!isAsFolded) {
        await forget(piece); // it was folded on top of what has been done differently since
        return project(events);
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

function tooMuchOr(error: unknown): TooMuchWork {
  if (error instanceof TooMuchWork) return error;
  throw error;
}

/** Two halves, of whole changes where there are several. */
function halvesOf(events: readonly RecordedEvent[]): readonly (readonly RecordedEvent[])[] {
  const changes = changesOf(events);
  const parts = changes.length > 1 ? changes : events.map((event) => [event]);
  const middle = Math.ceil(parts.length / 2);
  return [parts.slice(0, middle).flat(), parts.slice(middle).flat()];
}
