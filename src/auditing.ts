import { type Anchor, createAnchorFile } from '#projections/audit/anchors.ts';
import { createTrailWriter } from '#projections/audit/trail-writer.ts';
import type { EventLog } from '#eventstore/port.ts';
import type { SealedLog } from '#eventstore/sealed.ts';
import { createLiveTrail, type LiveTrail } from '#http/live-trail.ts';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

interface Options {
  readonly log: EventLog & SealedLog;
  readonly pool: Pool;
  readonly connectionString: string;
  /** File of anchors. */
  readonly anchorsPath: string;
  readonly logger: Logger;
  readonly clock: () => Date;
}

/** The audit trail at work: written as things happen, anchored, and told of to whoever looks on. */
export interface Auditing {
  readonly liveTrail: LiveTrail;
  lastAnchor(): Promise<Anchor | undefined>;
  /** Of this process; 0 where another one writes. */
  entries(): bigint;
  stop(): Promise<void>;
}

const ANCHOR_EVERY_MS = 60 * 60 * 1_000;

export function startAuditing(options: Options): Auditing {
  const { log, pool, connectionString, anchorsPath, logger, clock } = options;
  const anchors = createAnchorFile(anchorsPath);
  const liveTrail = createLiveTrail(async () => {
    const { rows } = await pool.query<{ readonly number: string }>('select number from audit.head');
    return BigInt(rows[0]?.number ?? 0);
  });
  const writer = createTrailWriter({
    log,
    connectionString,
    logger,
    onWritten: ({ number }) => liveTrail.grown(number),
  });
  let anchored = 0n;

  async function anchor(): Promise<void> {
    const { role, head } = writer.status();
    if (role !== 'leading' || head === null || head.number === anchored) return;
    await anchors.add({ at: clock().toISOString(), number: head.number, hash: head.hash.toString('hex') });
    anchored = head.number;
  }
  const anchorOrWarn = (): Promise<void> =>
    anchor().catch((error: unknown) => logger.warn({ err: error }, 'the audit trail was not anchored'));

  writer.start();
  const anchoring = setInterval(() => void anchorOrWarn(), ANCHOR_EVERY_MS);
  return {
    liveTrail,
    lastAnchor: async () => (await anchors.all()).at(-1),
    entries: () => writer.status().head?.number ?? 0n,
    async stop() {
      clearInterval(anchoring);
      await anchorOrWarn();
      await writer.stop();
    },
  };
}
