import { firstBusinessIdOf } from '#app/ids.ts';
import type { Account } from '#domain/account/account.ts';
import { isAbout, isOwnershipEventType } from '#domain/business/event-traits.ts';
import { ownerAfter } from '#domain/business/ownership.ts';
import { businessStream } from '#domain/streams.ts';
import { businessEvent } from '#eventstore/codec.ts';
import type { EventLog } from '#eventstore/port.ts';
import { SERVING_SCHEMA } from '#read-model/tables.ts';
import type { Pool } from 'pg';

interface Sources {
  readonly pool: Pick<Pool, 'query'>;
  readonly log: Pick<EventLog, 'read'>;
  /** The current account, read from its stream. */
  readonly account: (userId: string) => Promise<Account>;
}

/**
 * Lists every business of an account according to the streams, because the read model may be behind, or have parked
 * one. Candidates are the first business of the account, those taken over from guests, and those in the read model.
 */
export function ownedBusinesses({ pool, log, account }: Sources): (userId: string) => Promise<readonly string[]> {
  return async (userId) => {
    const { businessIdsByGuest } = await account(userId);
    const { rows } = await pool.query<{ business_id: string }>(
      `select business_id from ${SERVING_SCHEMA}.business where owner_id = $1`,
      [userId],
    );
    const candidates = [
      firstBusinessIdOf(userId),
      ...rows.map((row) => row.business_id),
      ...businessIdsByGuest.values(),
    ].flat();
    const owned: string[] = [];
    for (const id of new Set(candidates)) if ((await ownerOf(log, id)) === userId) owned.push(id);
    return owned;
  };
}

/** The current owner according to the stream; null for a business that was never opened, or is erased. */
async function ownerOf(log: Pick<EventLog, 'read'>, businessId: string): Promise<string | null> {
  let ownerId: string | null = null;
  for await (const recorded of log.read(businessStream(businessId))) {
    const event = isOwnershipEventType(recorded.type) ? businessEvent(recorded) : undefined;
    if (event && isAbout(event, 'business')) ownerId = ownerAfter(event);
  }
  return ownerId;
}
