import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Reply } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import type { Failure, ServerOutcome } from '#web/stores/business/outcome.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { PurchaseInput } from './purchase-line.ts';
import { RecentSuppliers } from './recent-suppliers.ts';

/** A saved purchase with its effects on prices and dishes. */
export type SavedPurchase = Reply<OwnerContract['enterPurchase']>;

/** Sends purchases one after another, and can undo the last one. */
export class PurchaseSubmission {
  isSending = false;
  savedPurchase: SavedPurchase | undefined = undefined;
  isUndone = false;
  /** The sentence about a failure to take back the last purchase. */
  problem: string | undefined = undefined;
  /** The id of the next purchase. */
  id = newId();
  readonly suppliers: RecentSuppliers;
  readonly #business: Pick<BusinessStore, 'changeOnServer'>;
  #undo: Extract<ServerOutcome<SavedPurchase>, { kind: 'saved' }>['undo'];
  /** Equal content has the same key, so that sending it again after a lost answer does not make a second purchase. */
  #lastRequest = { body: '', key: '' };

  constructor(business: Pick<BusinessStore, 'changeOnServer' | 'readHistory'>) {
    this.#business = business;
    this.suppliers = new RecentSuppliers(business);
    makeAutoObservable(this, { savedPurchase: observableRef, id: false }, { autoBind: true });
  }

  /** @returns the failure; undefined if the purchase was saved */
  async send(content: Omit<PurchaseInput, 'id'>): Promise<Failure | undefined> {
    const purchase = { id: this.id, ...content };
    const body = JSON.stringify(purchase);
    if (body !== this.#lastRequest.body) this.#lastRequest = { body, key: newId() };
    const { key } = this.#lastRequest;
    this.isSending = true;
    this.clear();
    const outcome = await this.#business.changeOnServer((api, options) =>
      api.call('enterPurchase', { body: purchase, idempotencyKey: key, ...options }),
    );
    runInAction(() => {
      this.isSending = false;
      if (outcome.kind === 'failed') return;
      this.id = newId();
      void this.suppliers.refresh();
      this.savedPurchase = outcome.reply;
      this.#undo = outcome.undo;
    });
    return outcome.kind === 'failed' ? outcome.failure : undefined;
  }

  get canUndo(): boolean {
    return this.savedPurchase !== undefined && !this.isUndone && this.#undo !== undefined;
  }

  async undo(): Promise<void> {
    const outcome = await this.#undo?.();
    runInAction(() => {
      this.isUndone = outcome?.kind === 'saved';
      this.problem = outcome?.kind === 'failed' ? outcome.failure.sentence : undefined;
    });
  }

  clear(): void {
    this.savedPurchase = undefined;
    this.isUndone = false;
    this.problem = undefined;
  }
}
