import type { Position } from '#eventstore/port.ts';
import type { ParkedStream } from '../read/fold-batch.ts';
import type { ParkedEvent } from './reactor-record.ts';

/** A row that differs from the log; a null value stands for a missing row. */
export interface Difference {
  readonly table: string;
  /** The id of the business or account, and within a list the row's own id. */
  readonly key: string;
  readonly expected: string | null;
  readonly actual: string | null;
}

/** The result of comparing a read model with the log. */
export interface Verification {
  /** The position of the read model that was compared. */
  readonly position: Position | null;
  readonly businesses: number;
  readonly accounts: number;
  /** Streams that are parked, and therefore as of before their failing event. */
  readonly parked: readonly ParkedStream[];
  /** Events that a reactor has parked. */
  readonly failed: readonly ParkedEvent[];
  /** The differences; empty when the read model is exactly what the log yields. */
  readonly differences: readonly Difference[];
  /** The number of events in the log after `position`. */
  readonly eventsBehind: number;
  /**
   * Tells whether a projector runs but has not moved although there are events: then the comparison says nothing about
   * the present.
   */
  readonly isStalled: boolean;
}
