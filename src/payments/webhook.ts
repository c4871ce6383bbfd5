import type { WebhookNote } from './port.ts';

/** Handles by which a charge can be found; the first known one is used. */
export type ChargeHandles = WebhookNote['charge'];

/** A notification that was taken for handling. */
export interface PendingNotice {
  readonly eventId: string;
  readonly queuedAt: Date;
  /** The number of attempts, this one included. */
  readonly tries: number;
}

/** Notifications about one charge that wait for handling. */
export interface PendingCharge {
  readonly charge: ChargeHandles;
  readonly notices: readonly PendingNotice[];
}

/** The notifications of the provider, stored once each. */
export interface Webhooks {
  /** @returns false when it was stored before */
  add(note: WebhookNote): Promise<boolean>;
  /** Takes up to `limit` due notifications, grouped by charge, leased to the caller for a minute. */
  take(limit: number): Promise<readonly PendingCharge[]>;
  done(notices: readonly PendingNotice[]): Promise<void>;
  /** Schedules another attempt after a failure, not before that many milliseconds. */
  retry(notices: readonly PendingNotice[], atLeastMs: number): Promise<void>;
  /** Deletes notifications that were handled before that instant; @returns their number */
  purge(doneBefore: Date): Promise<number>;
}
