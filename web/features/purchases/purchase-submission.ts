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
  /** The id of a purchase that the server refused to save again. */
  earlierId: string | undefined = undefined;
  /** The id of the next purchase. */
  id = newId();
  readonly suppliers: RecentSuppliers;
  readonly #business: Pick<BusinessStore, 'changeOnServer'>;
  #undo: Extract<ServerOutcome<SavedPurchase>, { kind: 'saved' }>['undo'];
  readonly #noun: 'compra' | 'nota';
  /**
   * The keys of the contents that were sent under this id. Equal content has the same key, so that sending it again
   * after a lost answer does not make a second purchase.
   */
  readonly #keysByBody = new Map<string, string>();

  constructor(business: Pick<BusinessStore, 'changeOnServer' | 'readHistory'>, noun: 'compra' | 'nota') {
    this.#business = business;
    this.#noun = noun;
    this.suppliers = new RecentSuppliers(business);
    makeAutoObservable(this, { savedPurchase: observableRef, id: false }, { autoBind: true });
  }

  /** @returns the failure; undefined if the purchase was saved */
  async send(content: Omit<PurchaseInput, 'id'>): Promise<Failure | undefined> {
    const purchase = { id: this.id, ...content };
    const body = JSON.stringify(purchase);
    const key = this.#keysByBody.get(body) ?? newId();
    this.#keysByBody.set(body, key);
    this.isSending = true;
    this.clearResult();
    const outcome = await this.#business.changeOnServer((api, options) =>
      api.call('enterPurchase', { body: purchase, idempotencyKey: key, ...options }),
    );
    return runInAction(() => {
      this.isSending = false;
      if (outcome.kind === 'failed')
        return outcome.failure.isIdTaken ? this.explainIdTaken(purchase.id, outcome.failure) : outcome.failure;
      this.renewId();
      void this.suppliers.refresh();
      this.savedPurchase = outcome.reply;
      this.#undo = outcome.undo;
      return undefined;
    });
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

  /** Forgets the last result, because the texts have changed. */
  clear(): void {
    // A changed text makes another purchase than the one that is saved already.
    if (this.earlierId === this.id) this.renewId();
    this.clearResult();
  }

  /** Starts another purchase, which the texts of this one are not about. */
  renewId(id = newId()): void {
    this.id = id;
    this.#keysByBody.clear();
  }

  private explainIdTaken(id: string, failure: Failure): Failure {
    this.earlierId = id;
    if (this.#keysByBody.size < 2) return { ...failure, sentence: `Esta ${this.#noun} já foi lançada.` };
    // The answer to an earlier content was lost; the present one is not saved.
    this.renewId();
    return {
      ...failure,
      sentence:
        'A compra anterior foi lançada. Esta, com o que mudou, ainda não: salve de novo se quiser lançar as duas.',
    };
  }

  private clearResult(): void {
    this.earlierId = undefined;
    this.savedPurchase = undefined;
    this.isUndone = false;
    this.problem = undefined;
  }
}
