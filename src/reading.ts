import type { Position } from '#eventstore/port.ts';
import { createLiveTrail, type LiveTrail } from '#http/live-trail.ts';
import { createPositionWaiter, type PositionWaiter } from '#projections/runner/position-waiter.ts';
import type { Shard } from '#projections/runner/shard.ts';
import type { Foundation } from './foundation.ts';

/** Hears what is written for reading, whichever process writes it. */
export interface Reading {
  readonly waiter: PositionWaiter;
  readonly liveTrail: LiveTrail;
  /** Spares this process the way through the database, where it writes itself. */
  readonly told: {
    readonly onCommit: (position: Position, shard: Shard) => void;
    readonly onWritten: (number: bigint) => void;
  };
  stop(): Promise<void>;
}

/** Resolves once it listens. */
export async function startReading({ connectionString, pool, log, logger }: Foundation): Promise<Reading> {
  const waiter = createPositionWaiter({ connectionString, log, logger });
  const liveTrail = createLiveTrail(async () => {
    const { rows } = await pool.query<{ readonly number: string }>('select number from audit.head');
    return BigInt(rows[0]?.number ?? 0);
  });
  await waiter.start();
  return {
    waiter,
    liveTrail,
    told: {
      onCommit: (position, shard) => waiter.reached(position, shard),
      onWritten: (number) => liveTrail.grown(number),
    },
    async stop() {
      liveTrail.stop();
      await waiter.stop();
    },
  };
}
