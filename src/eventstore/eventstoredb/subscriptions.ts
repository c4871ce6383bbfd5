import { pauseAfter } from '#runtime/back-off.ts';
import { pause } from '#runtime/waiting.ts';
import type { RecordedEvent } from '#domain/event.ts';
import {
  type EventBatch,
  type EventLog,
  LogUnavailable,
  type SubscribeOptions,
  createTypeFilter,
  UnknownPosition,
  formatPosition,
  parseLargePosition,
} from '../port.ts';
import { ERASURES_STREAM, type Erasures } from './erasures.ts';
import { type EndReader, isOurs, type LogEnd } from './head.ts';
import { type ReconnectingClient, RETRY_MS } from './reconnecting-client.ts';
import type { ServerEvent } from './stored-meta.ts';
import { openSubscription } from './subscription.ts';

export interface SubscriptionsOptions {
  readonly logId: string;
  readonly connection: ReconnectingClient;
  readonly erasures: Erasures;
  readonly end: EndReader;
  readonly toRecordedEvent: (event: ServerEvent) => RecordedEvent;
  /** The interval at which a silent subscription is compared with the end of the log, in milliseconds. */
  readonly pollMs: number;
}

/** Consecutive failures, each followed by a pause that may be twice as long, before the caller gets an error. */
const MAX_FAILURES = 8;
/** A subscription that lasted this long does not count as a failure, in milliseconds. */
const STABLE_AFTER_MS = 5_000;
/**
 * The maximum wait for an unavailable server before the caller gets an error, in milliseconds; also the interval for
 * noticing an abort.
 */
const OUTAGE_TIMEOUT_MS = 5_000;
const CHECK_EVERY_MS = 250;

/** The log has moved on and the subscription has not: the server has dropped it, or the connection is cut. */
class SubscriptionStalled extends Error {
  override readonly name = 'SubscriptionStalled';
}

/**
 * Tells whether an event is delivered to the caller: tombstones and the list of erased streams arrive too, but are not.
 */
function isOwnEvent(event: ServerEvent, erasures: Erasures): boolean {
  if (event.stream === ERASURES_STREAM) erasures.add(event);
  return isOurs(event);
}

/** Follows one subscription of the server. @returns when it ends normally or `signal` aborts */
async function* followOnce(
  { connection, erasures, end, toRecordedEvent, pollMs }: SubscriptionsOptions,
  after: bigint | undefined,
  { batchSize, signal, types }: SubscribeOptions,
): AsyncGenerator<{ readonly events: readonly RecordedEvent[]; readonly last: bigint; readonly isCaughtUp: boolean }> {
  // Types are filtered here and not on the server: events that it leaves out could not be told from silence.
  const isWanted = createTypeFilter({ types });
  await erasures.refresh();
  /** The end up to which more events must arrive; undefined when all of them have. */
  let target = (await end.current()).head;
  const isBehind = (last: bigint | undefined): boolean => target !== undefined && (last === undefined || last < target);
  const client = connection.client();
  const accept = (event: ServerEvent): boolean => isOwnEvent(event, erasures);
  const incoming = openSubscription({ client, after, pageSize: batchSize, accept });
  signal.addEventListener('abort', incoming.notify);
  let last = after;
  let missedChecks = 0;
  /** Tells whether the caller has been told that it has caught up. */
  let isCallerInformed = true;

  try {
    while (!signal.aborted) {
      const ending = incoming.ending();
      const isWaitingForMore = !incoming.hasPage() && isBehind(incoming.lastCommit());
      if (!ending && (incoming.queueLength() === 0 || isWaitingForMore)) {
        if (await incoming.wait(pollMs)) {
          missedChecks = 0;
          continue;
        }
        const { head } = await end.recent(pollMs);
        const isMissingEvents =
          head !== undefined && (incoming.lastCommit() === undefined || head > (incoming.lastCommit() ?? 0n));
        missedChecks = isMissingEvents ? missedChecks + 1 : 0;
        if (missedChecks > 1) throw new SubscriptionStalled('events have not come that the log has');
        if (isMissingEvents) continue;
        target = undefined;
        if (isCallerInformed || last === undefined || incoming.queueLength() > 0 || signal.aborted) continue;
        isCallerInformed = true;
        // The expected events have been erased, so nobody must wait for them.
        yield { events: [], last, isCaughtUp: true };
        continue;
      }
      if (ending && incoming.queueLength() === 0) {
        if (ending.failure === undefined) return;
        throw ending.failure;
      }
      const events = incoming.take();
      const latest = events.at(-1);
      if (latest === undefined) continue;
      last = latest.commit;
      // Events of one append arrive one by one. An event tells whether it is the last of them; where it does not, only
      // the server knows.
      if (latest.isLast === undefined && incoming.queueLength() === 0 && !isBehind(last))
        target = (await end.current()).head;
      const isCaughtUp = latest.isLast !== false && incoming.queueLength() === 0 && !isBehind(last);
      if (isCaughtUp) target = undefined;
      isCallerInformed = isCaughtUp;
      const wanted = events.filter(isWanted).map(toRecordedEvent);
      if (!signal.aborted && (wanted.length > 0 || isCaughtUp)) yield { events: wanted, last, isCaughtUp };
    }
  } finally {
    signal.removeEventListener('abort', incoming.notify);
    incoming.close();
  }
}

/**
 * Subscriptions of the server end for many reasons, and do not resume by themselves. They are opened again right after
 * the last delivered event, after a growing pause; after a number of failures the caller gets an error and starts again
 * from its checkpoint.
 */
export function createSubscriptions(subscriptionsOptions: SubscriptionsOptions): EventLog['subscribe'] {
  const { logId, connection, end, pollMs } = subscriptionsOptions;

  async function checkPosition(after: bigint | undefined): Promise<void> {
    if (after === undefined) return;
    const reaches = ({ end: commit }: LogEnd): boolean => commit !== undefined && commit >= after;
    if (!reaches(await end.recent(pollMs)) && !reaches(await end.current()))
      throw new UnknownPosition(formatPosition(logId, after), 'the log is shorter');
  }

  /**
   * Continues as soon as the server is back, because a mere retry interval would be later.
   * @throws LogUnavailable when it stays unavailable
   */
  async function waitUntilUp(signal: AbortSignal): Promise<void> {
    const deadline = performance.now() + OUTAGE_TIMEOUT_MS;
    while (!connection.isUp() && !signal.aborted && performance.now() < deadline)
      await connection.untilUp(CHECK_EVERY_MS);
    if (!signal.aborted) connection.client();
  }

  return async function* subscribe(after, options): AsyncGenerator<EventBatch> {
    const { signal } = options;
    let last = after === null ? undefined : parseLargePosition(logId, after);
    await waitUntilUp(signal);
    if (signal.aborted) return;
    await checkPosition(last);
    let failures = 0;
    while (!signal.aborted) {
      const startedAt = performance.now();
      try {
        for await (const batch of followOnce(subscriptionsOptions, last, options)) {
          failures = 0;
          yield { ...batch, last: formatPosition(logId, batch.last) };
          last = batch.last;
        }
        if (performance.now() - startedAt > STABLE_AFTER_MS) failures = 0;
      } catch (error) {
        if (failures + 1 >= MAX_FAILURES)
          throw error instanceof LogUnavailable ? error : new LogUnavailable('not_appended', error);
      }
      failures += 1;
      if (!signal.aborted) await pause(pauseAfter(failures, RETRY_MS), signal);
      await waitUntilUp(signal);
    }
  };
}
