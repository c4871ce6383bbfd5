import { createLiveBusiness, type LiveBusiness } from '#http/live-business.ts';
import { createLiveAudit, type LiveAudit } from '#http/live-audit.ts';
import type { Announcement, PositionWaiter } from '#read-model/position-waiter.ts';
import { createPositionWaiter } from '#projections/runner/listening-position-waiter.ts';
import { liveSessionQuery } from '#queries/live-session.ts';
import { activeSessionQuery } from '#queries/active-sessions.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Listens for changes of the read model and the audit log, whichever process writes them. */
export interface ReadModelListener {
  readonly waiter: PositionWaiter;
  readonly liveAudit: LiveAudit;
  readonly liveBusiness: LiveBusiness;
  /** Notifies this process directly where it writes itself, without the way through the database. */
  readonly notify: {
    readonly onCommit: (announcement: Announcement) => void;
    readonly onWritten: (number: bigint) => void;
  };
  stop(): Promise<void>;
}

/** Starts listening; resolves once it does. */
export async function startReadModelListener({
  connectionString,
  pool,
  log,
  logger,
  clock,
}: Infrastructure): Promise<ReadModelListener> {
  const liveBusiness = createLiveBusiness({
    findLiveSession: liveSessionQuery(pool, clock),
    isSessionAlive: activeSessionQuery(pool, clock),
  });
  const waiter = createPositionWaiter({
    connectionString,
    log,
    logger,
    onReached: (to) => liveBusiness.notifyFollowers(to),
  });
  const liveAudit = createLiveAudit(async () => {
    const { rows } = await pool.query<{ readonly number: string }>('select number from audit.head');
    return BigInt(rows[0]?.number ?? 0);
  });
  await waiter.start();
  return {
    waiter,
    liveAudit,
    liveBusiness,
    notify: {
      onCommit: (announcement) => waiter.advance(announcement),
      onWritten: (number) => liveAudit.recordHead(number),
    },
    async stop() {
      liveAudit.stop();
      liveBusiness.stop();
      await waiter.stop();
    },
  };
}
