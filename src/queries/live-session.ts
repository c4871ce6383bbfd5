import { batchLookups } from '#runtime/batch-lookups.ts';
import type { Pool } from 'pg';
import { inOrderOfKeys, FROM_SIGNED_IN_SESSIONS } from './visitor.ts';

/** The account and business whose changes a session may follow over `GET /api/live`. */
export interface LiveSession {
  readonly userId: string;
  readonly hasAccess: boolean;
  /** The current business; null before the first change opens one. */
  readonly businessId: string | null;
  /** The position of the business's last event in the read model. */
  readonly position: string | null;
}

const FOLLOWING = {
  name: 'following',
  text: `select requested.ordinal, s.user_id as "userId", coalesce(a.access_granted, false) as "hasAccess",
                b.business_id as "businessId", b.position ${FROM_SIGNED_IN_SESSIONS}`,
};

/** Looks up by the hash of the session's token; null for an ended session. Concurrent look-ups are one query. */
export const liveSessionQuery = (pool: Pool, clock: () => Date): ((tokenHash: Buffer) => Promise<LiveSession | null>) =>
  batchLookups(async (hashes: readonly Buffer[]) => {
    const { rows } = await pool.query<LiveSession & { readonly ordinal: string }>({
      ...FOLLOWING,
      values: [hashes, clock()],
    });
    return inOrderOfKeys<LiveSession>(rows, hashes.length);
  });
