import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { dayOf } from '#contract/instants.ts';
import { toSafeNumber, divideRounded, SCALE } from '#domain/decimal.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { EMPTY_LINE, errorsByLine, type LineErrors, type LineTexts, readLine, lineInput } from './purchase-line.ts';
import { PurchaseSubmission } from './purchase-submission.ts';

/** The form for the purchase of one ingredient; its price is that of one pack. */
export class QuickPurchase {
  texts: LineTexts = EMPTY_LINE;
  supplier = '';
  errors: LineErrors = {};
  problem: string | undefined = undefined;
  readonly submission: PurchaseSubmission;

  constructor(business: Pick<BusinessStore, 'changeOnServer' | 'readHistory'>) {
    this.submission = new PurchaseSubmission(business, 'compra');
    makeAutoObservable(this, { texts: observableRef, errors: observableRef }, { autoBind: true });
  }

  type(texts: Partial<LineTexts>): void {
    this.texts = { ...this.texts, ...texts };
    this.errors = Object.fromEntries(Object.entries(this.errors).filter(([field]) => !(field in texts)));
    this.problem = undefined;
    this.submission.clear();
  }

  /** Chooses the bought item. The amounts of another item are no guess for it. */
  choose({ item, name, pack }: Pick<LineTexts, 'item' | 'name' | 'pack'>): void {
    if (item !== this.texts.item || name !== this.texts.name) this.type({ ...EMPTY_LINE, item, name, pack });
  }

  typeSupplier(name: string): void {
    this.supplier = name;
  }

  /** @returns whether the purchase is saved */
  async save(): Promise<boolean> {
    const reading = readLine(this.texts);
    this.errors = reading.ok ? {} : reading.errors;
    this.problem = undefined;
    if (!reading.ok) return false;
    const { texts } = this;
    const { line } = reading;
    const total = toSafeNumber(divideRounded(BigInt(line.packs) * BigInt(line.price), BigInt(SCALE)));
    const failure = await this.submission.send({
      source: 'quick',
      date: dayOf(new Date()),
      supplier: this.submission.suppliers.supplierInput(this.supplier),
      lines: [lineInput(line, total)],
    });
    runInAction(() => {
      this.errors = (failure && errorsByLine(failure.fields).get(0)) ?? {};
      this.problem = failure && Object.keys(this.errors).length === 0 ? failure.sentence : undefined;
      // Texts that were typed during the save stay, for another purchase.
      if (!failure && this.texts === texts) this.texts = EMPTY_LINE;
    });
    return failure === undefined;
  }
}
