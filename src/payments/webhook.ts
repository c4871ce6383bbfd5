import type { WebhookNote } from './port.ts';

/** Handles by which a charge can be found; the first that is known wins. */
export type ChargeHandles = WebhookNote['charge'];

/** A notice that was taken, to be looked into. */
export interface PendingNotice {
  readonly eventId: string;
  readonly queuedAt: Date;
  /** How often it has been taken up, this time included. */
  readonly tries: number;
}

/** Notices about one charge that wait to be looked into. */
export interface PendingCharge {
  readonly charge: ChargeHandles;
  readonly notices: readonly PendingNotice[];
}

/** The notices of the provider, each kept once. */
export interface Webhooks {
  /** @returns false when it was here before */
  add(note: WebhookNote): Promise<boolean>;
  /** Takes up to `limit` notices that are due, grouped by charge. Nobody else gets them for a minute. */
  take(limit: number): Promise<readonly PendingCharge[]>;
  done(notices: readonly PendingNotice[]): Promise<void>;
  /** Looking has failed: again later, and not before so many milliseconds. */
  retry(notices: readonly PendingNotice[], atLeastMs: number): Promise<void>;
  /** Deletes what was done before that instant; @returns how many */
  purge(doneBefore: Date): Promise<number>;
}
