import type { Position } from './port.ts';

/** An event as the log keeps it, byte for byte, with what proves that its content was never changed. */
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
export interface HashedLog {
  /** Does an erased stream's place in the log go too, sooner or later? Else an event without content stays. */
  readonly clearsErased: boolean;
  /**
   * How many erased streams still have their content on a disk, until somebody has it cleared away there; a hundred stands
   * for a hundred or more. @throws when a node of the log does not answer
   */
  erasuresWaiting(): Promise<number>;
  /** At most `limit` events behind `after` (null: from the start), in the log's order. @throws LogUnavailable · UnknownPosition */
  hashedEvents(after: Position | null, limit: number): Promise<readonly HashedEvent[]>;
}
