import type { ChargeIds, PaymentNotification } from './provider.ts';

/** A notification that this process has taken from the queue and not ended yet. */
export interface TakenNotification {
  readonly eventId: string;
  readonly queuedAt: Date;
  /** The number of attempts, this one included. */
  readonly attempts: number;
}

/** A charge with the taken notifications about it. */
export interface NotifiedCharge {
  readonly ids: ChargeIds;
  readonly notifications: readonly TakenNotification[];
}

/** The queue of the provider's notifications, each stored once. */
export interface NotificationQueue {
  /** @returns false when it was stored before */
  add(notification: PaymentNotification): Promise<boolean>;
  /** Takes up to `limit` due notifications, grouped by charge; no other process gets them for a minute. */
  take(limit: number): Promise<readonly NotifiedCharge[]>;
  /** Ends notifications: they are handled. */
  end(notifications: readonly TakenNotification[]): Promise<void>;
  /** Schedules another attempt after a failure, not before that many milliseconds. */
  retry(notifications: readonly TakenNotification[], atLeastMs: number): Promise<void>;
  /** Deletes notifications that were ended before that instant; @returns their number */
  purge(endedBefore: Date): Promise<number>;
}
