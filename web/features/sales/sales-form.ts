import type { Sale, SoldDish } from '#domain/business/sales/fields.ts';
import { makeAutoObservable, observable, observableRef } from 'mobx';
import { AMOUNTS, readAmount, readSoldQuantity } from '#domain/amounts.ts';
import { formatCount, formatMoney } from '#domain/format.ts';
import { isSameValue } from '#domain/same-value.ts';
import type { NewerValue } from '../entry/conflict-sentences.ts';
import { moneyInputText } from '../entry/field.ts';
import type { Channel } from '#domain/business/state.ts';

export type SoldField = 'quantity' | 'revenue';
export type SoldErrors = { readonly [Field in SoldField]?: string };
/** The saved sales of a month and channel, by dish. */
export type SavedSales = ReadonlyMap<string, SoldDish>;

/** The typed texts of a dish; an untouched field shows the saved value. */
interface RowDraft {
  readonly texts: { readonly [Field in SoldField]?: string };
  /** The saved sale when typing began. */
  readonly base: Sale | null;
}

type SaleReading =
  { readonly ok: true; readonly sale: Sale | null } | { readonly ok: false; readonly errors: SoldErrors };

/** The typed sales of one month and channel, which stay until they are saved. */
export class SalesForm {
  readonly #rows = observable.map<string, RowDraft>(undefined, { deep: false });
  readonly #errors = observable.map<string, SoldErrors>(undefined, { deep: false });
  readonly #unfolded = observable.set<string>();
  /** Tells whether saving waits for a decision about newer sales. */
  private isAwaitingDecision = false;

  constructor() {
    makeAutoObservable<this, 'isAwaitingDecision'>(this, { isAwaitingDecision: observableRef }, { autoBind: true });
  }

  text(dishId: string, field: SoldField, saved: SavedSales): string {
    return this.#rows.get(dishId)?.texts[field] ?? textOf(savedSale(saved, dishId), field);
  }

  errorsOf(dishId: string): SoldErrors {
    return this.#errors.get(dishId) ?? {};
  }

  type(dishId: string, { field, text }: { readonly field: SoldField; readonly text: string }, saved: SavedSales): void {
    const row = this.#rows.get(dishId) ?? { texts: {}, base: savedSale(saved, dishId) };
    this.#rows.set(dishId, { ...row, texts: { ...row.texts, [field]: text } });
    this.#errors.delete(dishId);
    this.isAwaitingDecision = false;
    // An emptied field stays visible while it is being edited.
    if (field === 'revenue') this.unfold(dishId);
  }

  /** Tells whether a dish has a revenue field, which stays once it is shown. */
  hasRevenue(dishId: string, saved: SavedSales): boolean {
    return this.#unfolded.has(dishId) || this.text(dishId, 'revenue', saved) !== '';
  }

  unfold(dishId: string): void {
    this.#unfolded.add(dishId);
  }

  /** Fills in the quantities of another month without saving them. */
  fillFrom(rows: readonly SoldDish[]): void {
    for (const { dishId, quantity } of rows)
      this.#rows.set(dishId, { texts: { quantity: String(quantity) }, base: null });
  }

  /** Discards the typed texts. */
  clear(): void {
    this.#rows.clear();
    this.#errors.clear();
    this.#unfolded.clear();
    this.isAwaitingDecision = false;
  }

  /** The sale in a row; undefined if its texts cannot be read. */
  saleOf(dishId: string, saved: SavedSales): Sale | null | undefined {
    const reading = this.reading(dishId, saved);
    return reading.ok ? reading.sale : undefined;
  }

  /** Tells whether a typed value differs from the saved one. */
  isChanged(saved: SavedSales): boolean {
    return [...this.#rows.keys()].some((dishId) => this.differs(dishId, saved));
  }

  /**
   * The rows that differ from the saved ones, with quantity 0 for a cleared one; undefined if one cannot be read, whose
   * problem is then shown.
   */
  read(saved: SavedSales): readonly SoldDish[] | undefined {
    this.#errors.clear();
    const rows = [...this.#rows.keys()].flatMap((dishId): readonly SoldDish[] => {
      const reading = this.reading(dishId, saved);
      if (!reading.ok) this.#errors.set(dishId, reading.errors);
      if (!reading.ok || !this.differs(dishId, saved)) return [];
      return [{ dishId, ...(reading.sale ?? { quantity: 0, revenue: null }) }];
    });
    return this.#errors.size === 0 ? rows : undefined;
  }

  /** Typed rows whose saved value somebody else has changed meanwhile. */
  conflicts(saved: SavedSales, nameOf: (dishId: string) => string): readonly NewerValue[] {
    return this.conflictingDishIds(saved).map((dishId) => {
      const reading = this.reading(dishId, saved);
      return {
        name: nameOf(dishId),
        before: saleText(this.#rows.get(dishId)?.base ?? null),
        current: saleText(savedSale(saved, dishId)),
        planned: reading.ok ? saleText(reading.sale) : `“${this.text(dishId, 'quantity', saved)}”`,
      };
    });
  }

  /** Tells whether a decision about newer sales is needed before saving. */
  needsDecision(saved: SavedSales): boolean {
    return this.isAwaitingDecision && this.conflictingDishIds(saved).length > 0;
  }

  /** Makes a save wait for a decision if newer sales conflict with it. @returns whether it waits */
  waitForDecision(saved: SavedSales): boolean {
    this.isAwaitingDecision = this.conflictingDishIds(saved).length > 0;
    return this.isAwaitingDecision;
  }

  /** Keeps the saved sales where they conflict. */
  keepSaved(saved: SavedSales): void {
    for (const dishId of this.conflictingDishIds(saved)) this.#rows.delete(dishId);
  }

  /** Accepts the saved sales as seen, so that the typed ones overwrite them. */
  keepInput(saved: SavedSales): void {
    for (const [dishId, row] of this.#rows) this.#rows.set(dishId, { ...row, base: savedSale(saved, dishId) });
  }

  /** Shows the server's sentence about a sent row. */
  showError(dishId: string, sentence: string): void {
    this.#errors.set(dishId, { quantity: sentence });
  }

  drafts(): ReadonlyMap<string, RowDraft['texts']> {
    return new Map(Array.from(this.#rows, ([dishId, { texts }]) => [dishId, texts]));
  }

  /** Discards texts that have been saved; later ones stay. */
  forget(saved: ReadonlyMap<string, RowDraft['texts']>): void {
    for (const [dishId, texts] of saved) if (this.#rows.get(dishId)?.texts === texts) this.#rows.delete(dishId);
  }

  private conflictingDishIds(saved: SavedSales): readonly string[] {
    return [...this.#rows].flatMap(([dishId, { base }]) =>
      !isSameValue(savedSale(saved, dishId), base) && this.differs(dishId, saved) ? [dishId] : [],
    );
  }

  private differs(dishId: string, saved: SavedSales): boolean {
    const reading = this.reading(dishId, saved);
    return !reading.ok || !isSameValue(reading.sale, savedSale(saved, dishId));
  }

  private reading(dishId: string, saved: SavedSales): SaleReading {
    const quantity = readSoldQuantity(this.text(dishId, 'quantity', saved));
    if (!quantity.ok) return { ok: false, errors: { quantity: quantity.sentence } };
    const revenueText = this.text(dishId, 'revenue', saved).trim();
    const isTyped = this.#rows.get(dishId)?.texts.revenue !== undefined;
    // A saved revenue is cleared with its quantity; a typed one has to be corrected.
    if (quantity.count === 0 && revenueText !== '' && isTyped)
      return { ok: false, errors: { quantity: 'Diga também quantos saíram.' } };
    if (quantity.count === 0) return { ok: true, sale: null };
    if (revenueText === '') return { ok: true, sale: { quantity: quantity.count, revenue: null } };
    const revenue = readAmount(revenueText, AMOUNTS.soldRevenue);
    return revenue.ok
      ? { ok: true, sale: { quantity: quantity.count, revenue: revenue.tenThousandths } }
      : { ok: false, errors: { revenue: revenue.sentence } };
  }
}

function savedSale(saved: SavedSales, dishId: string): Sale | null {
  const row = saved.get(dishId);
  return row ? { quantity: row.quantity, revenue: row.revenue } : null;
}

function textOf(sale: Sale | null, field: SoldField): string {
  if (sale === null) return '';
  if (field === 'quantity') return String(sale.quantity);
  return sale.revenue === null ? '' : moneyInputText(sale.revenue);
}

/** A sale as text: '120 por R$ 6.348,00'. */
function saleText(sale: Sale | null): string {
  if (sale === null) return '0';
  return sale.revenue === null
    ? formatCount(sale.quantity)
    : `${formatCount(sale.quantity)} por ${formatMoney(sale.revenue)}`;
}

/** The typed sales of all months and channels, by channel; the first sale may be made before there is one. */
export class SalesForms {
  readonly #forms = new Map<string, SalesForm>();
  /** The channel that the first sale made, whose forms are those begun without a channel. */
  #firstChannelId: string | undefined;

  formFor(month: string, channel: Channel | undefined, channels: readonly Channel[]): SalesForm {
    // While the first sale is being saved, its channel has a provisional id.
    const isKnown = channels.some(({ id }) => id === this.#firstChannelId);
    if (channel?.isMain && !isKnown) this.#firstChannelId = channel.id;
    const key = channel === undefined || channel.id === this.#firstChannelId ? month : `${month} ${channel.id}`;
    const form = this.#forms.get(key) ?? new SalesForm();
    this.#forms.set(key, form);
    return form;
  }
}
