import { readlinkSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { isOutage } from '#app/outage.ts';
import type { RecordedEvent } from '#domain/event.ts';
import { createEventFolder, type EventFolder } from '#projections/runner/folding.ts';
import {
  EVENT_CELL,
  type FoldingData,
  type FoldingOutcome,
  type FoldingTask,
  STEP_CELL,
  THREAD_CELL,
} from '#projections/runner/thread-folding.ts';
import type { TABLES } from '#read-model/tables.ts';
import { type LogSettings, openEventLog } from './event-log.ts';

const { progress: shared, capacity } = workerData as FoldingData;
const progress = new Int32Array(shared);
/** Indexes of the events in the current batch. */
let eventIndexes: ReadonlyMap<RecordedEvent, number> = new Map();
let openingFolder: Promise<EventFolder> | undefined;

function onFold(event: RecordedEvent): void {
  Atomics.store(progress, EVENT_CELL, eventIndexes.get(event) ?? -1);
  Atomics.add(progress, STEP_CELL, 1);
}

/** The log may be unavailable for the first batch: the next one tries again. */
const getFolder = (log: object): Promise<EventFolder> =>
  (openingFolder ??= openEventLog(log as LogSettings).then(
    (eventLog) => createEventFolder({ log: eventLog, capacity, onFold }),
    (error: unknown) => {
      openingFolder = undefined;
      throw error;
    },
  ));

/** The system's id of this thread; 0 where the system does not report it. */
function systemThreadId(): number {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return 0;
  }
}
Atomics.store(progress, THREAD_CELL, systemThreadId());

/** Carries out one task of the projector. */
export default async function run(task: FoldingTask): Promise<FoldingOutcome> {
  try {
    const eventFolder = await getFolder(task.log);
    if (task.kind === 'clear') {
      await eventFolder.clear();
      return { kind: 'cleared' };
    }
    eventIndexes = new Map(task.events.map((event, place) => [event, place]));
    const { changes, parked } = await eventFolder.fold(task.events);
    return {
      kind: 'folded',
      parked,
      changes: changes.map(({ table, action, rows }) => ({ table: table.name as keyof typeof TABLES, action, rows })),
    };
  } catch (error) {
    if (!isOutage(error)) throw error;
    return { kind: 'log_away', reason: String(error) };
  }
}
