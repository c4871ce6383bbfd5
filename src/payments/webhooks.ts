import { createJobQueue, type TakenJob } from '#runtime/job-queue.ts';
import type { Pool } from 'pg';
import type { ChargeHandles, PendingCharge, PendingNotice, Webhooks } from './webhook.ts';

interface NotificationKey {
  readonly event_id: string;
}

interface Note {
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
/** Duration of the lease of a taken notification, after which another process may take it. */
const LEASE_MS = 60_000;
const RETRY_MS = { first: 5_000, max: 10 * 60_000 };

/** @param provider the name of the provider that sends the notifications */
export function createWebhooks(pool: Pool, provider: string, clock: () => Date): Webhooks {
  const jobs = createJobQueue<NotificationKey, Note>({
    pool,
    table: TABLE,
    clock,
    leaseMs: LEASE_MS,
    retryMs: RETRY_MS,
    only: { provider },
  });
  return {
    add: ({ eventId, kind, charge }) =>
      jobs.add({ event_id: eventId, kind, provider_id: charge.providerId, reference: charge.reference }),
    take: async (limit) => byCharge(await jobs.take(limit)),
    done: (notices) => jobs.end(notices.map(jobOf)),
    retry: (notices, atLeastMs) => jobs.retry(notices.map(jobOf), { atLeastMs }),
    purge: (doneBefore) => jobs.purge(doneBefore),
  };
}

const jobOf = ({ eventId, queuedAt, tries }: PendingNotice) => ({ event_id: eventId, queuedAt, tries });

function byCharge(jobs: readonly (NotificationKey & Note & TakenJob)[]): readonly PendingCharge[] {
  const groups = new Map<string, { charge: ChargeHandles; notices: PendingNotice[] }>();
  for (const { event_id: eventId, provider_id: providerId, reference, queuedAt, tries } of jobs) {
    const key = JSON.stringify([providerId, reference]);
    const group = groups.get(key) ?? { charge: { providerId, reference }, notices: [] };
    group.notices.push({ eventId, queuedAt, tries });
    groups.set(key, group);
  }
  return [...groups.values()];
}
