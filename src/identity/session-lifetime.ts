export type SessionKind = 'account' | 'guest';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Lifetimes in milliseconds. A guest has no way to sign in again, so only disuse ends that session. */
const LIFETIMES: Readonly<Record<SessionKind, { readonly idle: number; readonly absolute: number }>> = {
  account: { idle: 30 * DAY, absolute: 180 * DAY },
  guest: { idle: 180 * DAY, absolute: Number.POSITIVE_INFINITY },
};

const ADMIN_IDLE = 30 * MINUTE;
const ADMIN_ABSOLUTE = 8 * HOUR;

/** The minimum interval at which the last use is written, so that most reads write nothing. */
export const TOUCH_EVERY_MS = MINUTE;

/** The earlier of the idle and the absolute end. */
export function expiryOf(kind: SessionKind, createdAt: Date, seenAt: Date): Date {
  const { idle, absolute } = LIFETIMES[kind];
  return new Date(Math.min(seenAt.getTime() + idle, createdAt.getTime() + absolute));
}

/**
 * Returns `verifiedAt` while the admin password still counts, else undefined: 30 minutes without use or 8 hours end it.
 */
export function adminStateAt(now: Date, verifiedAt: Date | null, lastSeenAt: Date): Date | undefined {
  if (verifiedAt === null) return undefined;
  const isIdle = now.getTime() - lastSeenAt.getTime() >= ADMIN_IDLE;
  const isOld = now.getTime() - verifiedAt.getTime() >= ADMIN_ABSOLUTE;
  return isIdle || isOld ? undefined : verifiedAt;
}
