import { createJobQueue, type JobAttempt } from '#runtime/job-queue.ts';
import type { Pool } from 'pg';
import type { ChargeIds, NotificationQueue, NotifiedCharge, TakenNotification } from './provider.ts';

interface NotificationKey {
  readonly event_id: string;
}

/** The columns of a notification: `provider_id` is the id of the charge, `reference` that of the payment. */
interface NotificationContent {
  readonly kind: string;
  readonly provider_id: string | null;
  readonly reference: string | null;
}

const TABLE = {
  name: 'payments.webhook',
  key: ['provider', 'event_id'],
  queuedAt: 'received_at',
  endedAt: 'processed_at',
};
/** The time in which a process must handle a notification before another process may take it. */
const LEASE_MS = 60_000;
const RETRY_MS = { firstPause: 5_000, longestPause: 10 * 60_000 };

/** @param provider the name of the provider that sends the notifications */
export function createNotificationQueue(pool: Pool, provider: string, clock: () => Date): NotificationQueue {
  const jobs = createJobQueue<NotificationKey, NotificationContent>({
    pool,
    table: TABLE,
    clock,
    leaseMs: LEASE_MS,
    retryMs: RETRY_MS,
    partition: { provider },
  });
  return {
    add: ({ eventId, kind, ids }) =>
      jobs.add({ event_id: eventId, kind, provider_id: ids.chargeId, reference: ids.paymentId }),
    take: async (limit) => groupByCharge(await jobs.take(limit)),
    end: (notifications) => jobs.end(notifications.map(jobOf)),
    retry: (notifications, atLeastMs) => jobs.retry(notifications.map(jobOf), { atLeastMs }),
    purge: (endedBefore) => jobs.purge(endedBefore),
  };
}

const jobOf = ({ eventId, queuedAt, attempts }: TakenNotification) => ({ event_id: eventId, queuedAt, attempts });

function groupByCharge(
  jobs: readonly (NotificationKey & NotificationContent & JobAttempt)[],
): readonly NotifiedCharge[] {
  const groups = new Map<string, { ids: ChargeIds; notifications: TakenNotification[] }>();
  for (const { event_id: eventId, provider_id: chargeId, reference: paymentId, queuedAt, attempts } of jobs) {
    const key = JSON.stringify([chargeId, paymentId]);
    const group = groups.get(key) ?? { ids: { chargeId, paymentId }, notifications: [] };
    group.notifications.push({ eventId, queuedAt, attempts });
    groups.set(key, group);
  }
  return [...groups.values()];
}
