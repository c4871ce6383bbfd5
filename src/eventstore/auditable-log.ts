import type { Position } from './port.ts';

/** An event exactly as the log stores it, with the proof that its content was never changed. */
export interface HashedEvent {
  readonly position: Position;
  readonly stream: string;
  readonly revision: bigint;
  readonly id: string;
  readonly type: string;
  /** JSON text as it was appended. */
  readonly meta: string;
  /** JSON text as it was appended; null once the stream has been erased, like `salt`. */
  readonly data: string | null;
  readonly salt: Buffer | null;
  /** SHA-256(salt, data); stays when both are gone. */
  readonly digest: Buffer;
}

/** A log that can be audited. */
export interface AuditableLog {
  /**
   * Tells whether events of an erased stream are removed from the log sooner or later; otherwise they stay without
   * content.
   */
  readonly removesErasedEvents: boolean;
  /**
   * Counts the erased streams whose content is still on a disk: in EventStoreDB until an operator runs a scavenge. A
   * hundred stands for a hundred or more.
   * @throws when a node of the log does not answer
   */
  countPendingErasures(): Promise<number>;
  /**
   * Reads at most `limit` events after `after` (null for the start), in the log's order.
   * @throws LogUnavailable · UnknownPosition
   */
  readHashedEvents(after: Position | null, limit: number): Promise<readonly HashedEvent[]>;
}
