import { observer } from 'mobx-react-lite';
import { bounded } from '#domain/decimal.ts';
import { count, money } from '#domain/format.ts';
import styles from './sales.module.css';
import type { KnownSales, SalesForm } from './sales-form.ts';
import { countedOf, type Sellable } from './sellable.ts';

interface SalesTotalProps {
  readonly dishes: readonly Sellable[];
  readonly form: SalesForm;
  readonly known: KnownSales;
}

/** All rows as they stand, to compare with a report: those that count, with what they brought. */
export const SalesTotal = observer(function SalesTotal({ dishes, form, known }: SalesTotalProps) {
  const rows = dishes.flatMap((dish) => {
    const sold = form.soldAs(dish.id, known);
    const brought = sold ? countedOf(sold, dish) : 0n;
    return sold && brought > 0n ? [{ quantity: sold.quantity, brought }] : [];
  });
  const sold = rows.reduce((all, { quantity }) => all + quantity, 0);
  if (sold === 0) return null;
  return (
    <p className={`${styles['total']} flex between gap-16 weight-600`}>
      <span>
        Total: {count(sold)} {sold === 1 ? 'venda' : 'vendas'}
      </span>
      <span className="numeral">{money(bounded(rows.reduce((all, { brought }) => all + brought, 0n)))}</span>
    </p>
  );
});
