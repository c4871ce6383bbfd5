import type { Accounts } from '#app/accounts.ts';
import { type PositionWaiter, READ_YOUR_WRITES_TIMEOUT_MS } from '#read-model/position-waiter.ts';
import type { ViewName } from '#contract/routes/views.ts';
import { isAtOrAfter } from '#eventstore/port.ts';
import type { Queries } from '#queries/queries.ts';
import { withTimeout } from '#runtime/waiting.ts';
import type { Context } from 'koa';
import { readAfter } from '../preconditions.ts';
import { problems } from '../problem.ts';
import type { VisitTracker } from '../visit-tracker.ts';

/** The maximum duration of a read in milliseconds, the wait for the reader's own write included. */
const MAX_READ_MS = 2_800;

/** Answers an owner's read: session, right and row come from one query, after the reader's own writes are visible. */
export function ownerViews(options: {
  readonly queries: Queries;
  readonly waiter: PositionWaiter;
  readonly sessionHash: (ctx: Context) => Buffer | null;
  readonly visitTracker: VisitTracker;
  readonly accounts: Pick<Accounts, 'hasAccess'>;
}): (name: ViewName, ctx: Context) => Promise<void> {
  const { queries, waiter, sessionHash, visitTracker, accounts } = options;
  return async (name, ctx) => {
    const hash = sessionHash(ctx);
    if (hash === null) throw problems.notSignedIn();
    const readAfterPosition = readAfter(ctx);
    const hasTimedOut =
      readAfterPosition !== undefined &&
      (await waiter.waitFor(readAfterPosition, READ_YOUR_WRITES_TIMEOUT_MS)) === 'timed_out';
    if (!hasTimedOut && waiter.isFarBehind()) throw problems.unavailable();
    const furthestPosition = waiter.furthest();
    const limitMs = hasTimedOut ? MAX_READ_MS - READ_YOUR_WRITES_TIMEOUT_MS : MAX_READ_MS;
    const result = await withTimeout(
      limitMs,
      () => queries.ownerView(hash, name),
      () => problems.unavailable(),
    );
    if (result.kind === 'no_session') throw problems.notSignedIn();
    visitTracker.recordVisit(ctx, result.userId);
    if (result.kind === 'no_access')
      // During a rebuild the read model may lack this person: a paying owner must not be told to pay.
      throw (await accounts.hasAccess(result.userId)) ? problems.unavailable() : problems.noAccess();
    if (furthestPosition !== null && (result.position === null || !isAtOrAfter(result.position, furthestPosition)))
      // A reader never sees an earlier state than before: rows lost in a crash are restored in a moment.
      throw problems.unavailable();
    // The rows of a parked business stay as they were before the event that cannot be projected.
    if (hasTimedOut || result.isParked) ctx.set('X-Stale', 'true');
    if (result.position !== null) ctx.set('X-Position', result.position);
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Content-Type', 'application/json; charset=utf-8');
    ctx.body = result.body;
  };
}
