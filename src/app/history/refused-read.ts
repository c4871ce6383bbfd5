import { type RequestedMoment, futureProblem } from '#contract/instants.ts';
import { type RefusedCall, invalidInput } from '#contract/refused-calls.ts';

/** A read that cannot be answered as requested; its message is sent to the caller. */
export class RefusedRead extends Error {
  override readonly name = 'RefusedRead';
  readonly refusal: RefusedCall;
  constructor(refused: RefusedCall) {
    super(refused.detail);
    this.refusal = refused;
  }
}

/** Refuses moments in the future. @param moments by the names of their parameters @throws RefusedRead */
export function refuseFuture(moments: Readonly<Record<string, RequestedMoment | undefined>>, now: Date): void {
  for (const [field, moment] of Object.entries(moments)) {
    const problem = moment && futureProblem(moment, now);
    if (problem !== undefined) throw new RefusedRead(invalidInput({ [field]: problem }));
  }
}
