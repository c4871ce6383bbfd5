import type { PaymentNotification } from './port.ts';

/** Ids by which a charge can be found; the first known one is used. */
export type ChargeIds = PaymentNotification['ids'];

/** A notification that this process is handling. */
export interface PendingNotification {
  readonly eventId: string;
  readonly queuedAt: Date;
  /** The number of attempts, this one included. */
  readonly tries: number;
}

/** The pending notifications about one charge. */
export interface NotifiedCharge {
  readonly charge: ChargeIds;
  readonly notifications: readonly PendingNotification[];
}

/** The queue of the provider's notifications, each stored once. */
export interface NotificationQueue {
  /** @returns false when it was stored before */
  add(notification: PaymentNotification): Promise<boolean>;
  /** Takes up to `limit` due notifications, grouped by charge; no other process gets them for a minute. */
  take(limit: number): Promise<readonly NotifiedCharge[]>;
  finish(notifications: readonly PendingNotification[]): Promise<void>;
  /** Schedules another attempt after a failure, not before that many milliseconds. */
  retry(notifications: readonly PendingNotification[], atLeastMs: number): Promise<void>;
  /** Deletes notifications that were handled before that instant; @returns their number */
  purge(finishedBefore: Date): Promise<number>;
}
