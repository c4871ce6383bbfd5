import { hash, randomBytes } from 'node:crypto';
import type { AccountOrGuest } from '#domain/account/account.ts';
import type { Pool } from 'pg';
import { adminStateAt, expiryOf, type SessionKind, TOUCH_EVERY_MS } from './session-lifetime.ts';

export interface Session {
  readonly userId: string;
  readonly kind: SessionKind;
  readonly createdAt: Date;
  /** The time at which the admin password was given, while it still counts. */
  readonly adminVerifiedAt?: Date;
  /** The former guest of this browser, until the person has decided about the guest's data. */
  readonly pendingGuestId?: string;
  /** The former guest, once the person has decided to keep the data separate. */
  readonly separateGuestId?: string;
}

/** Times of a session, without anything that would open it. */
export interface SessionTimes {
  readonly kind: SessionKind;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
}

export interface Sessions {
  /** Starts a session. @returns the token for the cookie, which is not stored */
  start(session: AccountOrGuest & { readonly pendingGuestId?: string | undefined }): Promise<string>;
  /** Finds the living session of a cookie's token, and records that it was used (at most once a minute). */
  find(token: string | undefined): Promise<Session | undefined>;
  /** Replaces the token of a session; undefined when there is no living session. */
  rotate(token: string): Promise<string | undefined>;
  /** Replaces the token, and records the decision about the guest's data. */
  answerGuestQuestion(token: string, answer: 'brought' | 'kept_apart'): Promise<string | undefined>;
  /** Replaces the token, and records that the admin password was given just now. Accounts only. */
  verifyAdmin(token: string): Promise<string | undefined>;
  end(token: string | undefined): Promise<void>;
  /** Lists every stored session of an account or guest, ended or not, newest first. */
  timesOf(userId: string): Promise<readonly SessionTimes[]>;
  /** Ends all other sessions of the owner of this living session. @returns the number of ended living sessions */
  endOthers(token: string): Promise<number>;
  /** Ends all sessions of an account or guest. @returns the number of ended living sessions */
  endAllOf(userId: string): Promise<number>;
  /** Deletes all stored sessions, living ones too. */
  removeAllOf(userId: string): Promise<void>;
  /** Deletes sessions that ended 30 days ago; @returns their number */
  purge(): Promise<number>;
}

interface SessionRow {
  readonly user_id: string;
  readonly kind: SessionKind;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly admin_verified_at: Date | null;
  readonly joins_user_id: string | null;
  readonly kept_user_id: string | null;
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const PURGE_AFTER_MS = 30 * 24 * 60 * 60 * 1000;

/** The stored hash of a token; a stolen copy of the table signs nobody in. */
export const sessionHash = (token: string): Buffer => hash('sha256', token, 'buffer');

interface NextSession extends AccountOrGuest {
  readonly createdAt: Date;
  readonly adminVerifiedAt: Date | undefined;
  readonly pendingGuestId: string | null;
  readonly separateGuestId: string | null;
}

const newToken = (): string => randomBytes(32).toString('base64url');

async function findLiving(pool: Pool, token: string | undefined, now: Date): Promise<SessionRow | undefined> {
  if (token === undefined || !TOKEN.test(token)) return undefined;
  const { rows } = await pool.query<SessionRow>(
    `select user_id, kind, created_at, last_seen_at, admin_verified_at, joins_user_id, kept_user_id
       from identity.session where token_hash = $1 and revoked_at is null and expires_at > $2`,
    [sessionHash(token), now],
  );
  return rows[0];
}

interface SessionUse {
  readonly token: string;
  readonly row: SessionRow;
  readonly now: Date;
}

/** Records that a session was used, and clears an expired admin state, so that later use does not revive it. */
async function touch(pool: Pool, { token, row, now }: SessionUse): Promise<void> {
  await pool.query(
    `update identity.session set last_seen_at = $2, expires_at = $3, admin_verified_at = $4
      where token_hash = $1 and revoked_at is null and last_seen_at = $5`,
    [
      sessionHash(token),
      now,
      expiryOf(row.kind, row.created_at, now),
      adminStateAt(now, row.admin_verified_at, row.last_seen_at) ?? null,
      row.last_seen_at,
    ],
  );
}

/** Replaces the token in one statement: of two concurrent rotations of one token only one finds it alive. */
async function replaceToken(
  pool: Pool,
  { token, row, now }: SessionUse,
  changes: Partial<NextSession>,
): Promise<string | undefined> {
  const replacement = newToken();
  const next: NextSession = {
    userId: row.user_id,
    kind: row.kind,
    createdAt: row.created_at,
    adminVerifiedAt: adminStateAt(now, row.admin_verified_at, row.last_seen_at),
    pendingGuestId: row.joins_user_id,
    separateGuestId: row.kept_user_id,
    ...changes,
  };
  const { rowCount } = await pool.query(
    `with old as (
       update identity.session set revoked_at = $2
        where token_hash = $1 and revoked_at is null and expires_at > $2 returning 1)
     insert into identity.session
            (token_hash, user_id, kind, created_at, last_seen_at, expires_at, admin_verified_at, joins_user_id, kept_user_id)
     select $3, $4, $5, $6, $2, $7, $8, $9, $10 from old`,
    [
      sessionHash(token),
      now,
      sessionHash(replacement),
      next.userId,
      next.kind,
      next.createdAt,
      expiryOf(next.kind, next.createdAt, now),
      next.adminVerifiedAt ?? null,
      next.pendingGuestId,
      next.separateGuestId,
    ],
  );
  return rowCount === 1 ? replacement : undefined;
}

export const createSessions = (pool: Pool, clock: () => Date): Sessions => ({
  ...createSessionUse(pool, clock),
  ...createSessionEnding(pool, clock),
});

type SessionUses = Pick<Sessions, 'start' | 'find' | 'rotate' | 'answerGuestQuestion' | 'verifyAdmin' | 'timesOf'>;

function createSessionUse(pool: Pool, clock: () => Date): SessionUses {
  /** Replaces the token of a session, with the given changes. */
  async function renewToken(
    token: string,
    changes: (row: SessionRow, now: Date) => Partial<NextSession> = () => ({}),
  ): Promise<string | undefined> {
    const now = clock();
    const row = await findLiving(pool, token, now);
    return row && replaceToken(pool, { token, row, now }, changes(row, now));
  }

  return {
    async start({ userId, kind, pendingGuestId }) {
      const token = newToken();
      const now = clock();
      await pool.query(
        `insert into identity.session (token_hash, user_id, kind, created_at, last_seen_at, expires_at, joins_user_id)
         values ($1, $2, $3, $4, $4, $5, $6)`,
        [sessionHash(token), userId, kind, now, expiryOf(kind, now, now), pendingGuestId ?? null],
      );
      return token;
    },

    async find(token) {
      const now = clock();
      const row = await findLiving(pool, token, now);
      if (token === undefined || row === undefined) return undefined;
      if (now.getTime() - row.last_seen_at.getTime() >= TOUCH_EVERY_MS) await touch(pool, { token, row, now });
      const adminVerifiedAt = adminStateAt(now, row.admin_verified_at, row.last_seen_at);
      return {
        userId: row.user_id,
        kind: row.kind,
        createdAt: row.created_at,
        ...(adminVerifiedAt === undefined ? {} : { adminVerifiedAt }),
        ...(row.joins_user_id === null ? {} : { pendingGuestId: row.joins_user_id }),
        ...(row.kept_user_id === null ? {} : { separateGuestId: row.kept_user_id }),
      };
    },

    rotate: (token) => renewToken(token),
    answerGuestQuestion: (token, answer) =>
      renewToken(token, ({ joins_user_id: guestId }) => ({
        pendingGuestId: null,
        separateGuestId: answer === 'kept_apart' ? guestId : null,
      })),

    async verifyAdmin(token) {
      const session = await findLiving(pool, token, clock());
      if (session?.kind !== 'account') return undefined;
      return renewToken(token, (_, now) => ({ adminVerifiedAt: now }));
    },

    async timesOf(userId) {
      const { rows } = await pool.query<SessionTimes>(
        `select kind, created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt",
                revoked_at as "revokedAt"
           from identity.session where user_id = $1 order by created_at desc`,
        [userId],
      );
      return rows;
    },
  };
}

type SessionEnding = Pick<Sessions, 'end' | 'endOthers' | 'endAllOf' | 'removeAllOf' | 'purge'>;

const createSessionEnding = (pool: Pool, clock: () => Date): SessionEnding => ({
  async end(token) {
    if (token === undefined || !TOKEN.test(token)) return;
    await pool.query('update identity.session set revoked_at = $2 where token_hash = $1 and revoked_at is null', [
      sessionHash(token),
      clock(),
    ]);
  },

  async endOthers(token) {
    const { rowCount } = await pool.query(
      `update identity.session other set revoked_at = $2
           from identity.session own
          where own.token_hash = $1 and own.revoked_at is null and own.expires_at > $2
            and other.user_id = own.user_id and other.token_hash <> own.token_hash
            and other.revoked_at is null and other.expires_at > $2`,
      [sessionHash(token), clock()],
    );
    return rowCount ?? 0;
  },

  async endAllOf(userId) {
    const { rowCount } = await pool.query(
      'update identity.session set revoked_at = $2 where user_id = $1 and revoked_at is null and expires_at > $2',
      [userId, clock()],
    );
    return rowCount ?? 0;
  },

  async removeAllOf(userId) {
    await pool.query('delete from identity.session where user_id = $1', [userId]);
  },

  async purge() {
    const before = new Date(clock().getTime() - PURGE_AFTER_MS);
    const { rowCount } = await pool.query('delete from identity.session where expires_at < $1 or revoked_at < $1', [
      before,
    ]);
    return rowCount ?? 0;
  },
});
