import type { RefusedCall } from '#contract/refused-calls.ts';

/** A read that cannot be answered as it was asked; what it says goes to the asker. */
export class RefusedRead extends Error {
  override readonly name = 'RefusedRead';
  readonly refused: RefusedCall;
  constructor(refused: RefusedCall) {
    super(refused.detail);
    this.refused = refused;
  }
}
