import type { RecordedEvent } from '#domain/event.ts';
import type { EventBatch } from '#eventstore/port.ts';
import { isErasure, type ParkedStream } from '../read/fold-batch.ts';
import type { Announcement } from '#read-model/position-waiter.ts';
import { changesToAnnounce } from './announcement.ts';
import { batchStatement } from './batch-statement.ts';
import { type Checkpoint, streamOfRef } from './checkpoint.ts';
import { projectedRef } from '../read/stream-state.ts';
import { type FoldedRows, type EventFolder, TooMuchWork } from './folding.ts';
import { parkedStreamChanges } from './table-changes.ts';
import { groupByChange } from './change-boundaries.ts';
import pg from 'pg';

/**
 * Tells whether the rows themselves caused an error (data exceptions, constraints, limits), so that a retry is useless.
 */
export const isContentError = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^(22|23|54)/.test(error.code ?? '');

/** Another process has moved the checkpoint or changed rows, so the cached states are invalid. */
export class NotLeading extends Error {
  override readonly name = 'NotLeading';
  constructor() {
    super('the read model has been changed by someone else');
  }
}

interface Options {
  readonly eventFolder: EventFolder;
  readonly client: Pick<pg.ClientBase, 'query'>;
  readonly schema: string;
  readonly checkpoint: Checkpoint;
  readonly parked: readonly ParkedStream[];
  /** Receives the progress after every commit. */
  readonly onCommit: (announcement: Announcement, parked: readonly ParkedStream[]) => void;
}

interface FoldedEvents {
  readonly events: readonly RecordedEvent[];
  readonly folded: FoldedRows;
}

/** Projects batches for as long as one projector leads. It cannot be used again after an error. */
export class BatchProjection {
  readonly #options: Options;
  /** The names of parked streams. */
  readonly #parked: Set<string>;
  #position: Checkpoint['position'];
  #runningWrite: { readonly foldedEvents: FoldedEvents; readonly written: Promise<void> } | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#parked = new Set(options.parked.map(streamOfRef));
    this.#position = options.checkpoint.position;
  }

  /**
   * Projects one more batch. While further batches are waiting, it is written in the background as the next is folded.
   * @throws NotLeading · LogUnavailable · errors of the database
   */
  async project({ events, isCaughtUp }: Pick<EventBatch, 'events' | 'isCaughtUp'>): Promise<void> {
    const foldedEvents = await this.#foldEvents(events).catch(tooMuchWorkOrThrow);
    const isStillValid = await this.#awaitRunningWrite();
    if (foldedEvents instanceof TooMuchWork) return this.#projectAround(events, foldedEvents);
    if (!isStillValid) {
      await this.#discard(foldedEvents); // It was folded onto states that have been computed again since.
      return this.#project(events);
    }
    const writing = this.#write(foldedEvents);
    writing.catch(() => undefined); // The error is handled where `#runningWrite` is awaited.
    this.#runningWrite = { foldedEvents, written: writing };
    if (isCaughtUp) await this.#awaitRunningWrite();
  }

  /** Waits until every batch is written. @throws as `project` */
  async finish(): Promise<void> {
    await this.#awaitRunningWrite();
  }

  /** New states and parked streams apply to the next batch before they are written. @throws TooMuchWork */
  async #foldEvents(events: readonly RecordedEvent[]): Promise<FoldedEvents> {
    const projected = events.filter((event) => !this.#parked.has(event.stream) || isErasure(event));
    const folded = await this.#options.eventFolder.fold(projected);
    for (const stream of folded.parked) this.#parked.add(streamOfRef(stream));
    return { events, folded };
  }

  async #discard(foldedEvents: FoldedEvents): Promise<void> {
    await this.#options.eventFolder.clear();
    for (const stream of foldedEvents.folded.parked) this.#parked.delete(streamOfRef(stream));
  }

  async #write(foldedEvents: FoldedEvents): Promise<void> {
    const to = foldedEvents.events.at(-1)?.position;
    if (to === undefined) return;
    const { client, schema, checkpoint, onCommit } = this.#options;
    const changes = changesToAnnounce(foldedEvents.events);
    const move = { from: this.#position, to, generation: checkpoint.generation, changes };
    const { name, text, values } = batchStatement(schema, move, foldedEvents.folded.changes);
    const { rowCount } = await client.query({ name, text, values: [...values] });
    if (rowCount !== 1) throw new NotLeading();
    this.#position = to;
    onCommit({ position: to, changes }, foldedEvents.folded.parked);
  }

  /** Parks the stream of an event: its rows stay as they are from here on, until an operator unparks it. */
  async #park(event: RecordedEvent, reason: Error): Promise<void> {
    const ref = projectedRef(event.stream);
    if (!ref) throw reason;
    const parkedStream: ParkedStream = { ...ref, position: event.position, error: String(reason) };
    this.#parked.add(event.stream);
    await this.#write({
      events: [event],
      folded: { changes: parkedStreamChanges([parkedStream]), parked: [parkedStream] },
    });
  }

  /**
   * Halves a batch until the one event that cannot be projected stands alone, and parks its stream. Only the change
   * that contains this event is ever split.
   */
  async #projectInHalves(events: readonly RecordedEvent[], reason: Error): Promise<void> {
    const [first] = events;
    if (events.length === 1 && first) return this.#park(first, reason);
    for (const half of halvesOf(events)) await this.#project(half);
  }

  async #project(events: readonly RecordedEvent[]): Promise<void> {
    const foldedEvents = await this.#foldEvents(events).catch(tooMuchWorkOrThrow);
    if (foldedEvents instanceof TooMuchWork) await this.#projectAround(events, foldedEvents);
    else await this.#awaitWrite(foldedEvents, this.#write(foldedEvents));
  }

  /**
   * Projects a batch without the stream that takes too long; if it has several events here, halving finds the failing
   * one.
   */
  async #projectAround(events: readonly RecordedEvent[], reason: TooMuchWork): Promise<void> {
    const { event } = reason;
    if (events.filter(({ stream }) => stream === event.stream).length > 1) return this.#projectInHalves(events, reason);
    const index = events.indexOf(event);
    const [before, after] = [events.slice(0, index), events.slice(index + 1)];
    if (before.length > 0) await this.#project(before);
    await this.#park(event, reason);
    if (after.length > 0) await this.#project(after);
  }

  /** Waits for a write. @returns false when the batch had to be projected again in halves */
  async #awaitWrite(foldedEvents: FoldedEvents, writing: Promise<void>): Promise<boolean> {
    try {
      await writing;
      return true;
    } catch (error) {
      if (!isContentError(error)) throw error;
      await this.#discard(foldedEvents);
      await this.#projectInHalves(foldedEvents.events, error);
      return false;
    }
  }

  async #awaitRunningWrite(): Promise<boolean> {
    const current = this.#runningWrite;
    this.#runningWrite = undefined;
    return current ? this.#awaitWrite(current.foldedEvents, current.written) : true;
  }
}

function tooMuchWorkOrThrow(error: unknown): TooMuchWork {
  if (error instanceof TooMuchWork) return error;
  throw error;
}

/** Splits events in two halves, between changes where there are several. */
function halvesOf(events: readonly RecordedEvent[]): readonly (readonly RecordedEvent[])[] {
  const changes = groupByChange(events);
  const parts = changes.length > 1 ? changes : events.map((event) => [event]);
  const middle = Math.ceil(parts.length / 2);
  return [parts.slice(0, middle).flat(), parts.slice(middle).flat()];
}
