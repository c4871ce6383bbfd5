import type { Position } from '#eventstore/port.ts';

/** What a read model tells whoever listens, right after a commit: how far it is now, and whose rows that touched. */
export interface Announcement {
  readonly position: Position;
  /** Null where they are too many to name, or not known. */
  readonly changes: readonly StreamChange[] | null;
}

/** What one command did to one business or account. */
export interface StreamChange {
  readonly stream: string;
  /** Position of its last event. */
  readonly position: Position;
}

/** `late`: not there in time. `foreign`: not a position of this log, so there is nothing to wait for. */
export type WaitResult = 'reached' | 'late' | 'foreign';

/** Lets a reader wait until the read model has what it has just written, whichever process writes the read model. */
export interface PositionWaiter {
  /** Resolves once it listens. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** In the normal case an answer from memory. */
  waitFor(position: Position, timeoutMs: number): Promise<WaitResult>;
  /** Called by a projector in the same process with what it has just committed. */
  reached(announcement: Announcement): void;
  /**
   * As far as the read model has ever been seen here. A reader that finds less has come upon a server that crashed before
   * the last of it was on the disk: it is being folded again.
   */
  furthest(): Position | null;
  /** Seconds that the read model is behind the log. */
  lagSeconds(): number;
  /** So far behind that reads should rather not be answered. */
  isFarBehind(): boolean;
}
