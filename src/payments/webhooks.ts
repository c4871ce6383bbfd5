import type { Pool } from 'pg';
import type { ChargeHandles, PendingCharge, Webhooks } from './webhook.ts';

interface Row {
  readonly event_id: string;
  readonly provider_id: string | null;
  readonly reference: string | null;
  readonly tries: number;
}

/** `provider`: name of the one whose notices these are. */
export function createWebhooks(pool: Pool, provider: string): Webhooks {
  return {
    async add({ eventId, kind, charge }, receivedAt) {
      const { rowCount } = await pool.query(
        `insert into payments.webhook (provider, event_id, kind, provider_id, reference, received_at, due_at)
         values ($1, $2, $3, $4, $5, $6, $6) on conflict do nothing`,
        [provider, eventId, kind, charge.providerId, charge.reference, receivedAt],
      );
      return rowCount === 1;
    },

    // What another process is taking at this very moment is skipped, not waited for.
    async take(now, until, limit) {
      const { rows } = await pool.query<Row>(
        `with due as (
           select event_id from payments.webhook
            where processed_at is null and due_at <= $2 and provider = $1
            order by due_at limit $4 for update skip locked)
         update payments.webhook w set due_at = $3 from due where w.provider = $1 and w.event_id = due.event_id
         returning w.event_id, w.provider_id, w.reference, w.tries`,
        [provider, now, until, limit],
      );
      return byCharge(rows);
    },

    async done(eventIds, at) {
      await pool.query(
        'update payments.webhook set processed_at = $3 where provider = $1 and event_id = any($2::text[])',
        [provider, eventIds, at],
      );
    },

    async postpone(eventIds, until) {
      await pool.query(
        `update payments.webhook set due_at = $3, tries = tries + 1
          where provider = $1 and event_id = any($2::text[])`,
        [provider, eventIds, until],
      );
    },

    async purge(doneBefore) {
      const { rowCount } = await pool.query('delete from payments.webhook where processed_at < $1', [doneBefore]);
      return rowCount ?? 0;
    },
  };
}

function byCharge(rows: readonly Row[]): readonly PendingCharge[] {
  const groups = new Map<string, { charge: ChargeHandles; eventIds: string[]; tries: number }>();
  for (const { event_id: eventId, provider_id: providerId, reference, tries } of rows) {
    const key = JSON.stringify([providerId, reference]);
    const group = groups.get(key);
    if (group) {
      group.eventIds.push(eventId);
      group.tries = Math.max(group.tries, tries);
    } else groups.set(key, { charge: { providerId, reference }, eventIds: [eventId], tries });
  }
  return [...groups.values()];
}
