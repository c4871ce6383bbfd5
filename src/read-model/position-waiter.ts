import type { Position } from '#eventstore/port.ts';

/** The notification of a read model right after a commit: its position, and the streams whose rows have changed. */
export interface Announcement {
  readonly position: Position;
  /** The changes; null where they are too many to name, or unknown. */
  readonly changes: readonly StreamChange[] | null;
}

/** The change of one command to one business or account. */
export interface StreamChange {
  readonly stream: string;
  /** The position of the last event of the change. */
  readonly position: Position;
}

/** The maximum time, in milliseconds, that a caller waits for the read model to show its own change. */
export const READ_YOUR_WRITES_TIMEOUT_MS = 2_000;

/** `other_log`: the position is not one of this log, so waiting is pointless. */
export type WaitResult = 'reached' | 'timed_out' | 'other_log';

/** Waits until the read model has a reader's own writes, whichever process writes the read model. */
export interface PositionWaiter {
  /** Resolves once it listens. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Waits until the read model has reached the position, which is usually known from memory. */
  waitFor(position: Position, timeoutMs: number): Promise<WaitResult>;
  /** Takes an announcement from a projector in the same process, which calls this after its commit. */
  advance(announcement: Announcement): void;
  /**
   * The furthest known position of the read model. A reader that finds an earlier one has met a server that crashed
   * before the last changes were on the disk: they are being folded again.
   */
  furthest(): Position | null;
  /** Seconds by which the read model is behind the log. */
  lagSeconds(): number;
  /** Tells whether the read model is so far behind that reads should not be answered. */
  isFarBehind(): boolean;
}
