import { pauseAfter } from '#runtime/back-off.ts';
import { pause } from '#runtime/waiting.ts';
import type { RecordedEvent } from '#domain/event.ts';
import {
  type EventBatch,
  type EventLog,
  LogUnavailable,
  type SubscribeOptions,
  typeFilter,
  UnknownPosition,
} from '../port.ts';
import { formatPosition, parseLargePosition } from '../position.ts';
import { ERASURES_STREAM, type Erasures } from './erasures.ts';
import { type EndReader, isOurs, type LogEnd } from './head.ts';
import { type ReconnectingClient, RETRY_MS } from './reconnecting-client.ts';
import type { FoundEvent } from './stored-meta.ts';
import { openSubscription } from './subscription.ts';

export interface SubscriptionsOptions {
  readonly logId: string;
  readonly connection: ReconnectingClient;
  readonly erasures: Erasures;
  readonly end: EndReader;
  readonly recorded: (event: FoundEvent) => RecordedEvent;
  /** How often a silent subscription is compared with the end of the log, in milliseconds. */
  readonly pollMs: number;
}

/** Consecutive failures, each followed by a pause that may be twice as long, before the caller gets an error. */
const MAX_FAILURES = 8;
/** A subscription that lasted this long does not count as a failure, in milliseconds. */
const GOOD_MS = 5_000;
/**
 * Maximum wait for an unavailable server before the caller gets an error, in milliseconds; also the interval for
 * noticing an abort.
 */
const TIMEOUT_MS = 5_000;
const LOOK_EVERY_MS = 250;

/** The log has moved on and the subscription has not: the server has dropped it, or the connection is cut. */
class SubscriptionStalled extends Error {
  override readonly name = 'FellSilent';
}

/**
 * Whether the caller waits for an event: tombstones and the list of erased streams are delivered too, but are not
 * handed over.
 */
function isWaitedFor(event: FoundEvent, erasures: Erasures): boolean {
  if (event.stream === ERASURES_STREAM) erasures.take(event);
  return isOurs(event);
}

/** Follows one subscription of the server. @returns when it ends normally or `signal` aborts */
async function* followOnce(
  { connection, erasures, end, recorded, pollMs }: SubscriptionsOptions,
  after: bigint | undefined,
  { batchSize, signal, types }: SubscribeOptions,
): AsyncGenerator<{ readonly events: readonly RecordedEvent[]; readonly last: bigint; readonly caughtUp: boolean }> {
  // Types are filtered here and not on the server: events that it leaves out could not be told from silence.
  const isWanted = typeFilter({ types });
  await erasures.refresh();
  /** The end up to which more events must arrive; undefined when all of them have. */
  let target = (await end.now()).head;
  const isBehind = (last: bigint | undefined): boolean => target !== undefined && (last === undefined || last < target);
  const client = connection.client();
  const keep = (event: FoundEvent): boolean => isWaitedFor(event, erasures);
  const incoming = openSubscription({ client, after, pageSize: batchSize, keep });
  signal.addEventListener('abort', incoming.notify);
  let last = after;
  let suspicions = 0;
  /** Whether the caller knows that it has caught up. */
  let isTold = true;

  try {
    while (!signal.aborted) {
      const ended = incoming.ended();
      const isWaitingForMore = !incoming.hasPage() && isBehind(incoming.last());
      if (!ended && (incoming.waiting() === 0 || isWaitingForMore)) {
        if (await incoming.wait(pollMs)) {
          suspicions = 0;
          continue;
        }
        const { head } = await end.recent(pollMs);
        const isMissingSome = head !== undefined && (incoming.last() === undefined || head > (incoming.last() ?? 0n));
        suspicions = isMissingSome ? suspicions + 1 : 0;
        if (suspicions > 1) throw new SubscriptionStalled('events have not come that the log has');
        if (isMissingSome) continue;
        target = undefined;
        if (isTold || last === undefined || incoming.waiting() > 0 || signal.aborted) continue;
        isTold = true;
        // The expected events have been erased, so nobody must wait for them.
        yield { events: [], last, caughtUp: true };
        continue;
      }
      if (ended && incoming.waiting() === 0) {
        if (ended.failure === undefined) return;
        throw ended.failure;
      }
      const events = incoming.take();
      const latest = events.at(-1);
      if (latest === undefined) continue;
      last = latest.commit;
      // Events of one append arrive one by one. An event tells whether it is the last of them; where it does not, only
      // the server knows.
      if (latest.isLast === undefined && incoming.waiting() === 0 && !isBehind(last)) target = (await end.now()).head;
      const caughtUp = latest.isLast !== false && incoming.waiting() === 0 && !isBehind(last);
      if (caughtUp) target = undefined;
      isTold = caughtUp;
      const wanted = events.filter(isWanted).map(recorded);
      if (!signal.aborted && (wanted.length > 0 || caughtUp)) yield { events: wanted, last, caughtUp };
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
export function createSubscriptions(options: SubscriptionsOptions): EventLog['subscribe'] {
  const { logId, connection, end, pollMs } = options;

  async function checkGiven(after: bigint | undefined): Promise<void> {
    if (after === undefined) return;
    const reaches = ({ end: place }: LogEnd): boolean => place !== undefined && place >= after;
    if (!reaches(await end.recent(pollMs)) && !reaches(await end.now()))
      throw new UnknownPosition(formatPosition(logId, after), 'the log is shorter');
  }

  /**
   * Continues as soon as the server is back, because a mere retry interval would be later.
   * @throws LogUnavailable when it stays unavailable
   */
  async function untilUp(signal: AbortSignal): Promise<void> {
    const until = performance.now() + TIMEOUT_MS;
    while (!connection.isUp() && !signal.aborted && performance.now() < until) await connection.untilUp(LOOK_EVERY_MS);
    if (!signal.aborted) connection.client();
  }

  return async function* subscribe(after, wanted): AsyncGenerator<EventBatch> {
    const { signal } = wanted;
    let last = after === null ? undefined : parseLargePosition(logId, after);
    await untilUp(signal);
    if (signal.aborted) return;
    await checkGiven(last);
    let failures = 0;
    while (!signal.aborted) {
      const startedAt = performance.now();
      try {
        for await (const batch of followOnce(options, last, wanted)) {
          failures = 0;
          yield { ...batch, last: formatPosition(logId, batch.last) };
          last = batch.last;
        }
        if (performance.now() - startedAt > GOOD_MS) failures = 0;
      } catch (error) {
        if (failures + 1 >= MAX_FAILURES)
          throw error instanceof LogUnavailable ? error : new LogUnavailable('not_appended', error);
      }
      failures += 1;
      if (!signal.aborted) await pause(pauseAfter(failures, RETRY_MS), signal);
      await untilUp(signal);
    }
  };
}
