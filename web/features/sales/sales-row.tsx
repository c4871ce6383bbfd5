import { saleRevenue } from '#domain/business/sales/fields.ts';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { AMOUNTS } from '#domain/amounts.ts';
import { toSafeNumber, type TenThousandths } from '#domain/decimal.ts';
import { formatMoney } from '#domain/format.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { CountField } from '#web/ui/count-field.tsx';
import { moneyInputText } from '../entry/field.ts';
import styles from './sales.module.css';
import type { SavedSales, SalesForm, SoldField } from './sales-form.ts';
import type { SellableDish } from './sellable-dish.ts';

interface SalesRowProps extends SellableDish {
  readonly form: SalesForm;
  readonly saved: SavedSales;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** The quantity of a dish; its revenue unfolds below where the owner knows it. */
export const SalesRow = observer(function SalesRow(props: SalesRowProps) {
  const { id, name, price, form, saved, onKeyDown } = props;
  const revenue = useRef<HTMLInputElement>(null);
  const [isUnfolded, setIsUnfolded] = useState(false);
  useEffect(() => {
    if (isUnfolded) revenue.current?.focus();
  }, [isUnfolded]);
  const errors = form.errorsOf(id);
  const quantity = form.saleOf(id, saved)?.quantity ?? 0;
  const type = (field: SoldField) => (text: string) => form.type(id, { field, text }, saved);
  return (
    <li className={`${styles['row']} stack at-middle across-12 pad-block-8`}>
      <span className="flex wrap at-baseline across-8">
        <span className={price === null ? 'soft' : undefined}>{name}</span>
        {price === null && <span className="soft text-15">removido</span>}
      </span>
      <CountField
        className={styles['number']}
        aria-label={`Vendidos: ${name}`}
        value={form.text(id, 'quantity', saved)}
        error={errors.quantity}
        onChange={type('quantity')}
        onKeyDown={onKeyDown}
      />
      {form.hasRevenue(id, saved) ? (
        <AmountField
          className={`${styles['brought']} whole-row`}
          label={`Quanto entrou: ${name}`}
          rule={AMOUNTS.soldRevenue}
          inputRef={revenue}
          placeholder={quantity > 0 && price ? moneyInputText(atPrice(quantity, price)) : undefined}
          description={price ? 'Vazio: a quantidade vezes o preço de hoje.' : undefined}
          value={form.text(id, 'revenue', saved)}
          error={errors.revenue}
          onChange={type('revenue')}
          onKeyDown={onKeyDown}
        />
      ) : (
        quantity > 0 && (
          <span className={`${styles['worth']} row wrap between whole-row across-16 soft text-15 tabular`}>
            <span>{revenueText(quantity, price)}</span>
            {price !== null && (
              <button
                type="button"
                className={`${styles['more']} touch no-padding bare-button ink underlined`}
                aria-label={`Sei quanto entrou: ${name}`}
                onClick={() => {
                  form.unfold(id);
                  setIsUnfolded(true);
                }}
              >
                Sei quanto entrou
              </button>
            )}
          </span>
        )
      )}
    </li>
  );
});

/** The revenue that counts where none is entered. */
function revenueText(quantity: number, price: SellableDish['price']): string {
  if (price === null) return 'fora da conta';
  if (price === 0) return 'sem preço: fora da conta';
  return `${formatMoney(atPrice(quantity, price))} pelo preço`;
}

const atPrice = (quantity: number, price: TenThousandths): TenThousandths =>
  toSafeNumber(saleRevenue({ quantity, revenue: null }, price));
