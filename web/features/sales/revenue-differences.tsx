import { monthsBefore } from '#domain/figures/mix.ts';
import { saleRevenue } from '#domain/business/sales/fields.ts';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { dayOf, monthName, yearMonthName } from '#contract/instants.ts';
import { priceIn } from '#domain/business/channel/channels.ts';
import type { Business } from '#domain/business/state.ts';
import { toSafeNumber, type TenThousandths, requireTenThousandths } from '#domain/decimal.ts';
import { formatMoney } from '#domain/format.ts';
import type { DashboardView } from '#web/stores/business/dashboard-view.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { ActionButton, ActionLink } from '#web/ui/action.tsx';
import { announceChange } from '../entry/announce-change.ts';
import { PresentOnly } from '../past/past-stores.tsx';
import { tabAddress } from '../navigation/addresses.ts';
import type { Mix } from '../mix/sales-loader.ts';

/** The sales of a month, and its entered revenue. */
export interface MonthComparison {
  /** `YYYY-MM` */
  readonly month: string;
  readonly salesRevenue: TenThousandths;
  /** The entered revenue; 0 if there is none. */
  readonly enteredRevenue: TenThousandths;
  /**
   * Tells whether every channel with earlier sales has some; otherwise the sales may be incomplete and are no basis for
   * the revenue.
   */
  readonly isComplete: boolean;
}

/** Tells whether sales differ by more than 1 % from the entered revenue, as R$ 80.177 do from R$ 51.350. */
export const differsClearly = (salesRevenue: TenThousandths, enteredRevenue: TenThousandths): boolean =>
  Math.abs(salesRevenue - enteredRevenue) * 100 > Math.max(enteredRevenue, 1);

/**
 * The months of the last year whose sales in all channels differ from their revenue, newest first. Older months have no
 * revenue of their own any more, because a month is a slot.
 */
export function differingMonths(
  { sales, dishes, channels, months }: Pick<Business, 'sales' | 'dishes' | 'channels' | 'months'>,
  today: string,
): readonly MonthComparison[] {
  const first = monthsBefore(today.slice(0, 7), 11);
  const sums = new Map<string, bigint>();
  const sets = [...sales.values()].filter(({ rows }) => rows.some(({ quantity }) => quantity > 0));
  const hasSold = (channelId: string, matchesMonth: (month: string) => boolean): boolean =>
    sets.some((channelSales) => channelSales.channelId === channelId && matchesMonth(channelSales.month));
  for (const { month, channelId, rows } of sets) {
    const channel = channels.get(channelId);
    if (month < first || !channel) continue;
    for (const row of rows) {
      const dish = dishes.get(row.dishId);
      const revenue =
        row.revenue === null ? (dish ? saleRevenue(row, priceIn(dish, channel)) : 0n) : BigInt(row.revenue);
      sums.set(month, (sums.get(month) ?? 0n) + revenue);
    }
  }
  return [...sums]
    .map(([month, sum]) => ({
      month,
      salesRevenue: toSafeNumber(sum),
      enteredRevenue: months.get(Number(month.slice(5)))?.value ?? 0,
      isComplete: [...channels.keys()].every(
        (id) =>
          !hasSold(id, (earlierMonth) => earlierMonth < month) || hasSold(id, (otherMonth) => otherMonth === month),
      ),
    }))
    .filter(({ salesRevenue, enteredRevenue }) => salesRevenue > 0 && differsClearly(salesRevenue, enteredRevenue))
    .toSorted((a, b) => (a.month > b.month ? -1 : 1));
}

/**
 * Tells the difference: 'As vendas de outubro de 2026 somam R$ 80.177,00, mas o Faturamento de outubro é R$ 51.350,40.'
 */
export function differenceSentence({ month, salesRevenue, enteredRevenue }: MonthComparison): string {
  const salesText = `As vendas de ${yearMonthName(month)} somam ${formatMoney(salesRevenue)}, mas o Faturamento de ${monthName(Number(month.slice(5)))}`;
  return enteredRevenue === 0 ? `${salesText} está vazio.` : `${salesText} é ${formatMoney(enteredRevenue)}.`;
}

/** The months whose sales and revenue differ, each with a button that sets its revenue. Its orders stay. */
export const RevenueDifferences = observer(function RevenueDifferences() {
  const { business } = useStores();
  const [today] = useState(() => dayOf(new Date()));
  if (business.revenue.kind !== 'known') return null;
  const months = differingMonths(business.state, today);
  if (months.length === 0) return null;
  const setRevenue = ({ month, salesRevenue }: MonthComparison): void => {
    const number = Number(month.slice(5));
    const orders = business.state.months.get(number)?.orders ?? 0;
    const issued = business.issue({ type: 'RecordMonthRevenue', month: number, value: salesRevenue, orders });
    void announceChange({
      issued,
      text: `Salvo no Faturamento de ${monthName(number)}`,
      failureNote: 'Não foi salvo.',
    });
  };
  return (
    <ul className="stack gap-12 list" aria-label="Vendas e Faturamento">
      {months.map((comparison) => (
        <li key={comparison.month} className="row wrap gap-8 across-16">
          <span>{differenceSentence(comparison)}</span>
          {comparison.isComplete && (
            <PresentOnly>
              <ActionButton tone="quiet" onClick={() => setRevenue(comparison)}>
                Usar {formatMoney(comparison.salesRevenue)} no Faturamento
              </ActionButton>
            </PresentOnly>
          )}
        </li>
      ))}
    </ul>
  );
});

/** The same comparison for the mean month, where the months themselves are not loaded, with a link to them. */
export function MeanRevenueDifference({ view, mix }: { readonly view: DashboardView; readonly mix: Mix }) {
  const salesRevenue = Math.round(requireTenThousandths(mix.revenue) / mix.months);
  const { faturamentoMedio: enteredRevenue } = view.figures;
  if (!differsClearly(salesRevenue, enteredRevenue)) return null;
  return (
    <p>
      Suas vendas somam {formatMoney(salesRevenue)} por mês, mas o Faturamento médio é{' '}
      {enteredRevenue === 0 ? 'vazio' : formatMoney(enteredRevenue)}.{' '}
      <PresentOnly>
        <ActionLink tone="plain" to={tabAddress('breakeven')}>
          Comparar mês a mês
        </ActionLink>
      </PresentOnly>
    </p>
  );
}
