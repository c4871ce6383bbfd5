import type { AskedMoment } from '#contract/instants.ts';
import type { Business } from '#domain/business/state.ts';
import type { Past } from '../past.ts';
import { refuseFuture } from './refused-read.ts';

/** The business as it stood at a moment, at the end of it where it is a day. @throws RefusedRead for one yet to come */
export function businessAsOf(past: Past, moment: AskedMoment, now: Date): Business {
  refuseFuture({ as_of: moment }, now);
  return past.business(past.countAt(moment.to));
}
