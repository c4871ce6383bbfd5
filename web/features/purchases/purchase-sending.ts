import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Reply } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import type { Failure, ServerOutcome } from '#web/stores/business/outcome.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { SentPurchase } from './purchase-line.ts';

export type EnteredPurchase = Reply<OwnerContract['enterPurchase']>;

/** Sends purchases, and has the effects of the last one. */
export class PurchaseSending {
  isSending = false;
  entered: EnteredPurchase | undefined = undefined;
  isTakenBack = false;
  /** The sentence about a failure to take back the last purchase. */
  problem: string | undefined = undefined;
  readonly #business: Pick<BusinessStore, 'atServer'>;
  #undo: Extract<ServerOutcome<EnteredPurchase>, { kind: 'saved' }>['undo'];
  /** Equal content has the same key, so that sending it again after a lost answer does not make a second purchase. */
  #sent = { body: '', key: '' };

  constructor(business: Pick<BusinessStore, 'atServer'>) {
    this.#business = business;
    makeAutoObservable(this, { entered: observableRef }, { autoBind: true });
  }

  /** @returns the failure; undefined if the purchase was saved */
  async send(purchase: SentPurchase): Promise<Failure | undefined> {
    const body = JSON.stringify(purchase);
    if (body !== this.#sent.body) this.#sent = { body, key: newId() };
    const { key } = this.#sent;
    this.isSending = true;
    this.forget();
    const outcome = await this.#business.atServer((api, along) =>
      api.call('enterPurchase', { body: purchase, idempotencyKey: key, ...along }),
    );
    runInAction(() => {
      this.isSending = false;
      if (outcome.kind === 'failed') return;
      this.entered = outcome.reply;
      this.#undo = outcome.undo;
    });
    return outcome.kind === 'failed' ? outcome.failure : undefined;
  }

  get canUndo(): boolean {
    return this.entered !== undefined && !this.isTakenBack && this.#undo !== undefined;
  }

  async undo(): Promise<void> {
    const outcome = await this.#undo?.();
    runInAction(() => {
      this.isTakenBack = outcome?.kind === 'saved';
      this.problem = outcome?.kind === 'failed' ? outcome.failure.sentence : undefined;
    });
  }

  forget(): void {
    this.entered = undefined;
    this.isTakenBack = false;
    this.problem = undefined;
  }
}
