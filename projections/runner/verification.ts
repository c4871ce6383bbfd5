import type { Position } from '#eventstore/port.ts';
import type { ParkedStream } from '../read/fold-batch.ts';
import type { FailedEvent } from './reactor-record.ts';

/** A row that is not what the log says; null: there is none. */
export interface Difference {
  readonly table: string;
  /** Business or account, and within a list the row's own id. */
  readonly key: string;
  readonly expected: string | null;
  readonly actual: string | null;
}

/** What comparing a read model with the log has found. */
export interface Verification {
  /** The read model as of here has been compared. */
  readonly position: Position | null;
  readonly businesses: number;
  readonly accounts: number;
  /** Streams that are parked. */
  readonly parked: readonly ParkedStream[];
  /** Events that a reactor has set aside. */
  readonly failed: readonly FailedEvent[];
  /** None when the read model is exactly what the log says. */
  readonly differences: readonly Difference[];
  /** Events in the log behind `position`. */
  readonly behind: number;
  /** There are some, a projector runs, and it has not moved: what was compared says nothing about now. */
  readonly standsStill: boolean;
}
