import type { WebhookNote } from './port.ts';

/** Handles by which a charge can be found; the first that is known wins. */
export type ChargeHandles = WebhookNote['charge'];

/** Notices about one charge that wait to be looked into. */
export interface PendingCharge {
  readonly charge: ChargeHandles;
  readonly eventIds: readonly string[];
  /** How often looking has failed. */
  readonly tries: number;
}

/** The notices of the provider, each kept once. */
export interface Webhooks {
  /** @returns false when it was here before */
  add(note: WebhookNote, receivedAt: Date): Promise<boolean>;
  /**
   * Takes up to `limit` notices that are due, grouped by charge. Nobody else gets them until `until`; after that they
   * are due again, unless they were done.
   */
  take(now: Date, until: Date, limit: number): Promise<readonly PendingCharge[]>;
  done(eventIds: readonly string[], at: Date): Promise<void>;
  /** Looking has failed: again then. */
  postpone(eventIds: readonly string[], until: Date): Promise<void>;
  /** Deletes what was done before that instant; @returns how many */
  purge(doneBefore: Date): Promise<number>;
}
