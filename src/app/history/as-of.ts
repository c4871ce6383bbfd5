import type { RequestedMoment } from '#contract/instants.ts';
import type { Business } from '#domain/business/state.ts';
import type { BusinessHistory } from './business-history.ts';
import { refuseFuture } from './refused-read.ts';

/** The business as it was at a moment; of a day, at its end. @throws RefusedRead for a moment yet to come */
export function businessAsOf(history: BusinessHistory, moment: RequestedMoment, now: Date): Business {
  refuseFuture({ as_of: moment }, now);
  return history.business(history.countAt(moment.to));
}
