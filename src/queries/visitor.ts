import { batchTurns } from '#src/turn-batch.ts';
import type { Pool } from 'pg';
import { inPlace, SIGNED_IN } from './signed-in.ts';

/** Whoever a living session belongs to. */
export interface Visitor {
  readonly userId: string;
  readonly kind: 'account' | 'guest';
  /** From the vault; null for a guest, and for someone whose data have been erased. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly picture: string | null;
  /** As far as the read model knows: good enough to show. A command asks the account's own stream. */
  readonly accessGranted: boolean;
  readonly paymentId: string | null;
  /** The guest whom this browser was before signing in, until it is said what becomes of that guest's data. */
  readonly joinsUserId: string | null;
  /** Of the visitor's businesses the one that is shown; null before the first change opens one. */
  readonly businessId: string | null;
  /** When the admin password was last given; `adminStateAt` tells whether that still counts. */
  readonly adminVerifiedAt: Date | null;
  /** Only `Sessions.find` moves it on. */
  readonly lastSeenAt: Date;
}

const VISITORS = {
  name: 'visitors',
  text: `select asked.place, s.user_id as "userId", s.kind, p.email, coalesce(p.email_verified, false) as "emailVerified",
                p.name, p.picture, coalesce(a.access_granted, false) as "accessGranted", a.payment_id as "paymentId",
                b.business_id as "businessId", s.joins_user_id as "joinsUserId", s.admin_verified_at as "adminVerifiedAt", s.last_seen_at as "lastSeenAt"
         ${SIGNED_IN}
         left join identity.person p on p.user_id = s.user_id`,
};

/** The visitor behind a session's hash, null when no living session has it. Session, person and account in one query. */
export function visitorQuery(pool: Pool, clock: () => Date): (tokenHash: Buffer) => Promise<Visitor | null> {
  return batchTurns(async (hashes: readonly Buffer[]) => {
    const { rows } = await pool.query<Visitor & { place: string }>({ ...VISITORS, values: [hashes, clock()] });
    return inPlace(rows, hashes.length);
  });
}
