import { readlinkSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { isOutage } from '#app/outage.ts';
import type { RecordedEvent } from '#domain/event.ts';
import { createFolding, type Folder } from '#projections/runner/folding.ts';
import {
  EVENT,
  type FoldingData,
  type FoldingOutcome,
  type FoldingTask,
  STEPS,
  THREAD,
} from '#projections/runner/thread-folding.ts';
import type { TABLES } from '#read-model/tables.ts';
import { openEventLog } from './event-log.ts';
import type { LogSettings } from './past-reads-thread.ts';

const { progress: shared, capacity } = workerData as FoldingData;
const progress = new Int32Array(shared);
/** Indexes of the events in the current batch. */
let places: ReadonlyMap<RecordedEvent, number> = new Map();
let opened: Promise<Folder> | undefined;

function onStep(event: RecordedEvent): void {
  Atomics.store(progress, EVENT, places.get(event) ?? -1);
  Atomics.add(progress, STEPS, 1);
}

/** The log may be unavailable for the first batch: the next one tries again. */
const folding = (log: object): Promise<Folder> =>
  (opened ??= openEventLog(log as LogSettings).then(
    (eventLog) => createFolding({ log: eventLog, capacity, onStep }),
    (error: unknown) => {
      opened = undefined;
      throw error;
    },
  ));

/** The system's id of this thread; 0 where the system does not report it. */
function systemThread(): number {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return 0;
  }
}
Atomics.store(progress, THREAD, systemThread());

/** Carries out one task of the projector. */
export default async function run(task: FoldingTask): Promise<FoldingOutcome> {
  try {
    const ours = await folding(task.log);
    if (task.kind === 'forget') {
      await ours.forget();
      return { kind: 'forgotten' };
    }
    places = new Map(task.events.map((event, place) => [event, place]));
    const { changes, parked } = await ours.fold(task.events);
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
