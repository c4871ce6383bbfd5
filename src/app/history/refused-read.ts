import { type RequestedMoment, futureProblem } from '#contract/instants.ts';
import { type RefusedCall, wrongInput } from '#contract/refused-calls.ts';

/** A read that cannot be answered as it was asked; what it says goes to the asker. */
export class RefusedRead extends Error {
  override readonly name = 'RefusedRead';
  readonly refused: RefusedCall;
  constructor(refused: RefusedCall) {
    super(refused.detail);
    this.refused = refused;
  }
}

/** Nobody knows the future. @param moments by the names under which they were asked for @throws RefusedRead */
export function refuseFuture(moments: Readonly<Record<string, RequestedMoment | undefined>>, now: Date): void {
  for (const [field, moment] of Object.entries(moments)) {
    const problem = moment && futureProblem(moment, now);
    if (problem !== undefined) throw new RefusedRead(wrongInput({ [field]: problem }));
  }
}
