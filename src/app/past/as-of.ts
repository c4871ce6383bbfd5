import { type AskedMoment, futureProblem } from '#contract/instants.ts';
import { wrongInput } from '#contract/refused-calls.ts';
import type { Business } from '#domain/business/state.ts';
import type { Past } from '../past.ts';
import { RefusedRead } from './refused-read.ts';

/** The business as it stood at a moment, at the end of it where it is a day. @throws RefusedRead for one yet to come */
export function businessAsOf(past: Past, moment: AskedMoment, now: Date): Business {
  const problem = futureProblem(moment, now);
  if (problem !== undefined) throw new RefusedRead(wrongInput({ as_of: problem }));
  return past.business(past.countAt(moment.to));
}
