import type { Sale, SoldDish } from '#domain/business/sales/fields.ts';
import { makeAutoObservable, observable, observableRef } from 'mobx';
import { AMOUNTS, readAmount, readSold } from '#domain/amounts.ts';
import { count, money } from '#domain/format.ts';
import { isSameValue } from '#domain/same-value.ts';
import type { Newer } from '../entry/clash-sentences.ts';
import { typedMoney } from '../entry/field.ts';
import type { Channel } from '#domain/business/state.ts';

export type SoldField = 'quantity' | 'revenue';
export type SoldErrors = { readonly [Field in SoldField]?: string };
/** What is saved of a month and channel, by dish. */
export type KnownSales = ReadonlyMap<string, SoldDish>;

/** What is typed about a dish; a field that nobody has typed into shows what is saved. */
interface TypedRow {
  readonly texts: { readonly [Field in SoldField]?: string };
  /** What was saved when the typing began. */
  readonly base: Sale | null;
}

type RowReading =
  { readonly ok: true; readonly sold: Sale | null } | { readonly ok: false; readonly errors: SoldErrors };

/** What is typed of one month and channel; it stays until it is saved. */
export class SalesForm {
  readonly #rows = observable.map<string, TypedRow>(undefined, { deep: false });
  readonly #errors = observable.map<string, SoldErrors>(undefined, { deep: false });
  readonly #unfolded = observable.set<string>();
  /** It was to be saved while newer sales stood against it. */
  private isHeldUp = false;

  constructor() {
    makeAutoObservable<this, 'isHeldUp'>(this, { isHeldUp: observableRef }, { autoBind: true });
  }

  text(dishId: string, field: SoldField, known: KnownSales): string {
    return this.#rows.get(dishId)?.texts[field] ?? textOf(soldIn(known, dishId), field);
  }

  errorsOf(dishId: string): SoldErrors {
    return this.#errors.get(dishId) ?? {};
  }

  type(dishId: string, { field, text }: { readonly field: SoldField; readonly text: string }, known: KnownSales): void {
    const row = this.#rows.get(dishId) ?? { texts: {}, base: soldIn(known, dishId) };
    this.#rows.set(dishId, { ...row, texts: { ...row.texts, [field]: text } });
    this.#errors.delete(dishId);
    this.isHeldUp = false;
    // An emptied field does not go away from under the fingers.
    if (field === 'revenue') this.unfold(dishId);
  }

  /** Is there a place for what a dish brought? Once there is, it stays. */
  hasRevenue(dishId: string, known: KnownSales): boolean {
    return this.#unfolded.has(dishId) || this.text(dishId, 'revenue', known) !== '';
  }

  unfold(dishId: string): void {
    this.#unfolded.add(dishId);
  }

  /** The quantities of another month, to go on from: typed, not saved. */
  beginWith(rows: readonly SoldDish[]): void {
    for (const { dishId, quantity } of rows)
      this.#rows.set(dishId, { texts: { quantity: String(quantity) }, base: null });
  }

  /** What is typed goes, and what is saved is shown. */
  clear(): void {
    this.#rows.clear();
    this.#errors.clear();
    this.#unfolded.clear();
    this.isHeldUp = false;
  }

  /** What a row says as it stands; undefined where that cannot be read. */
  soldAs(dishId: string, known: KnownSales): Sale | null | undefined {
    const reading = this.reading(dishId, known);
    return reading.ok ? reading.sold : undefined;
  }

  /** Is anything typed that is not what is saved? */
  isChanged(known: KnownSales): boolean {
    return [...this.#rows.keys()].some((dishId) => this.differs(dishId, known));
  }

  /** The rows that differ from what is saved, quantity 0 for one that is cleared; undefined where one cannot be read, which is then said at it. */
  read(known: KnownSales): readonly SoldDish[] | undefined {
    this.#errors.clear();
    const rows = [...this.#rows.keys()].flatMap((dishId): readonly SoldDish[] => {
      const reading = this.reading(dishId, known);
      if (!reading.ok) this.#errors.set(dishId, reading.errors);
      if (!reading.ok || !this.differs(dishId, known)) return [];
      return [{ dishId, ...(reading.sold ?? { quantity: 0, revenue: null }) }];
    });
    return this.#errors.size === 0 ? rows : undefined;
  }

  /** What was typed over something that somebody else has changed meanwhile. */
  newer(known: KnownSales, nameOf: (dishId: string) => string): readonly Newer[] {
    return this.contested(known).map((dishId) => {
      const reading = this.reading(dishId, known);
      return {
        name: nameOf(dishId),
        was: said(this.#rows.get(dishId)?.base ?? null),
        now: said(soldIn(known, dishId)),
        mine: reading.ok ? said(reading.sold) : `“${this.text(dishId, 'quantity', known)}”`,
      };
    });
  }

  /** Is it to be said which of the two counts, before anything is saved? */
  isAsking(known: KnownSales): boolean {
    return this.isHeldUp && this.contested(known).length > 0;
  }

  /** Before a save: with newer sales against it, it asks. */
  holdUp(known: KnownSales): boolean {
    this.isHeldUp = this.contested(known).length > 0;
    return this.isHeldUp;
  }

  /** What is contested stays as it is saved. */
  keepSaved(known: KnownSales): void {
    for (const dishId of this.contested(known)) this.#rows.delete(dishId);
  }

  /** What is saved is seen, and what is typed is meant to change it. */
  takeOver(known: KnownSales): void {
    for (const [dishId, row] of this.#rows) this.#rows.set(dishId, { ...row, base: soldIn(known, dishId) });
  }

  /** What the server said about a row that was sent. */
  refuse(dishId: string, sentence: string): void {
    this.#errors.set(dishId, { quantity: sentence });
  }

  typed(): ReadonlyMap<string, TypedRow['texts']> {
    return new Map(Array.from(this.#rows, ([dishId, { texts }]) => [dishId, texts]));
  }

  /** What was saved is known; what has been typed since stays. */
  forget(saved: ReadonlyMap<string, TypedRow['texts']>): void {
    for (const [dishId, texts] of saved) if (this.#rows.get(dishId)?.texts === texts) this.#rows.delete(dishId);
  }

  private contested(known: KnownSales): readonly string[] {
    return [...this.#rows].flatMap(([dishId, { base }]) =>
      !isSameValue(soldIn(known, dishId), base) && this.differs(dishId, known) ? [dishId] : [],
    );
  }

  private differs(dishId: string, known: KnownSales): boolean {
    const reading = this.reading(dishId, known);
    return !reading.ok || !isSameValue(reading.sold, soldIn(known, dishId));
  }

  private reading(dishId: string, known: KnownSales): RowReading {
    const quantity = readSold(this.text(dishId, 'quantity', known));
    if (!quantity.ok) return { ok: false, errors: { quantity: quantity.sentence } };
    const brought = this.text(dishId, 'revenue', known).trim();
    const isTyped = this.#rows.get(dishId)?.texts.revenue !== undefined;
    // A known revenue goes with its cleared quantity; a typed one wants to be understood.
    if (quantity.count === 0 && brought !== '' && isTyped)
      return { ok: false, errors: { quantity: 'Diga também quantos saíram.' } };
    if (quantity.count === 0) return { ok: true, sold: null };
    if (brought === '') return { ok: true, sold: { quantity: quantity.count, revenue: null } };
    const revenue = readAmount(brought, AMOUNTS.soldRevenue);
    return revenue.ok
      ? { ok: true, sold: { quantity: quantity.count, revenue: revenue.units } }
      : { ok: false, errors: { revenue: revenue.sentence } };
  }
}

function soldIn(known: KnownSales, dishId: string): Sale | null {
  const row = known.get(dishId);
  return row ? { quantity: row.quantity, revenue: row.revenue } : null;
}

function textOf(sold: Sale | null, field: SoldField): string {
  if (sold === null) return '';
  if (field === 'quantity') return String(sold.quantity);
  return sold.revenue === null ? '' : typedMoney(sold.revenue);
}

/** '120 por R$ 6.348,00' */
function said(sold: Sale | null): string {
  if (sold === null) return '0';
  return sold.revenue === null ? count(sold.quantity) : `${count(sold.quantity)} por ${money(sold.revenue)}`;
}

/** What is typed of every month and channel. They are told apart by the channel, which the first sale may only make. */
export class SalesForms {
  readonly #forms = new Map<string, SalesForm>();
  /** Whose the forms are that were begun without a channel: from the first sale on, those of the one that it made. */
  #first: string | undefined;

  of(month: string, channel: Channel | undefined, channels: readonly Channel[]): SalesForm {
    // While the first sale is on its way its channel has another id.
    const isHere = channels.some(({ id }) => id === this.#first);
    if (channel?.isMain && !isHere) this.#first = channel.id;
    const name = channel === undefined || channel.id === this.#first ? month : `${month} ${channel.id}`;
    const form = this.#forms.get(name) ?? new SalesForm();
    this.#forms.set(name, form);
    return form;
  }
}
