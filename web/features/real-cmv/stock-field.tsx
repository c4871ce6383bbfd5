import { makeAutoObservable } from 'mobx';
import { observer } from 'mobx-react-lite';
import { yearMonthName } from '#contract/instants.ts';
import { AMOUNTS, readAmount } from '#domain/amounts.ts';
import { formatMoney } from '#domain/format.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { announceChange } from '../entry/announce-change.ts';
import { moneyInputText } from '../entry/field.ts';
import { useCached } from '../entry/use-cached.ts';

/**
 * The state of the field for the stock value of one month. It is saved when the focus leaves it; an emptied field
 * clears the value.
 */
class StockEntry {
  error: string | undefined = undefined;
  private draft: string | undefined = undefined;
  readonly #business: BusinessStore;
  readonly #month: string;

  constructor(business: BusinessStore, month: string) {
    this.#business = business;
    this.#month = month;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get text(): string {
    const { saved } = this;
    return this.draft ?? (saved === undefined ? '' : moneyInputText(saved));
  }

  type(text: string): void {
    this.draft = text;
    this.error = undefined;
  }

  save(): void {
    const { draft, saved } = this;
    if (draft === undefined) return;
    const reading = draft.trim() === '' ? undefined : readAmount(draft, AMOUNTS.stockValue);
    if (reading?.ok === false) this.error = reading.sentence;
    else {
      this.draft = undefined;
      const value = reading?.tenThousandths;
      if (value === saved) return;
      const month = this.#month;
      const issued = this.#business.issue(
        value === undefined ? { type: 'ClearStockValue', month } : { type: 'RecordStockValue', month, value },
      );
      const text =
        value === undefined
          ? `Sem valor de estoque no fim de ${yearMonthName(month)}`
          : `Estoque no fim de ${yearMonthName(month)}: ${formatMoney(value)}`;
      void announceChange({ issued, text, failureNote: 'O estoque não foi salvo.' });
    }
  }

  private get saved() {
    return this.#business.state.stockValues.get(this.#month);
  }
}

/** The field for what the stock was worth at the end of a month. */
export const StockField = observer(function StockField({ month }: { readonly month: string }) {
  const { business } = useStores();
  const entry = useCached(business, `stock of ${month}`, () => new StockEntry(business, month));
  return (
    <AmountField
      label={`Estoque no fim de ${yearMonthName(month)}`}
      rule={AMOUNTS.stockValue}
      value={entry.text}
      error={entry.error}
      onChange={(text) => entry.type(text)}
      onBlur={() => entry.save()}
      onPickCandidate={() => entry.save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') entry.save();
      }}
    />
  );
});
