import { makeAutoObservable } from 'mobx';
import type { Units } from '#domain/decimal.ts';
import { quantity } from '#domain/format.ts';

/** What is typed as the goal; what is known until somebody types. */
export class GoalEntry {
  error: string | undefined = undefined;
  typed: string | undefined = undefined;

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  text(known: Units): string {
    return this.typed ?? (known === 0 ? '' : quantity(known));
  }

  /** It is saved: what is known is shown again, unless something else has been typed since. */
  forget(saved: string | undefined): void {
    if (this.typed === saved) this.typed = undefined;
  }

  fail(sentence: string | undefined): void {
    this.error = sentence;
  }

  type(text: string): void {
    this.typed = text;
    this.error = undefined;
  }
}
