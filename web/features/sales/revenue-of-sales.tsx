import { monthsBefore } from '#domain/figures/mix.ts';
import { saleRevenue } from '#domain/business/sales/fields.ts';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { monthName, yearMonthName } from '#contract/month-names.ts';
import { dayOf } from '#contract/instants.ts';
import { priceIn } from '#domain/business/channel/channels.ts';
import type { Business } from '#domain/business/state.ts';
import { toSafeNumber, type TenThousandths, requireTenThousandths } from '#domain/decimal.ts';
import { money } from '#domain/format.ts';
import type { DashboardView } from '#web/stores/business/dashboard-view.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { ActionButton, ActionLink } from '#web/ui/action.tsx';
import { announceChange } from '../entry/announce-change.ts';
import { OnlyNow } from '../past/only-now.tsx';
import { tabAddress } from '../navigation/tabs.ts';
import type { Mix } from '../mix/sales-loader.ts';

/** The sales of a month, and its entered revenue. */
export interface MonthOfSales {
  /** `YYYY-MM` */
  readonly month: string;
  readonly sold: TenThousandths;
  /** The entered revenue; 0 if there is none. */
  readonly entered: TenThousandths;
  /**
   * Whether every channel with earlier sales has some; otherwise the sales may be incomplete and are no basis for the
   * revenue.
   */
  readonly isWhole: boolean;
}

/** Whether the difference is more than 1 % of the entered revenue: sales of R$ 80.177 and a month of R$ 51.350. */
export const isFarFrom = (sold: TenThousandths, entered: TenThousandths): boolean =>
  Math.abs(sold - entered) * 100 > Math.max(entered, 1);

/**
 * The months of the last year whose sales in all channels differ from their revenue, newest first. Older months have no
 * revenue of their own any more, because a month is a slot.
 */
export function monthsThatDiffer(
  { sales, dishes, channels, months }: Pick<Business, 'sales' | 'dishes' | 'channels' | 'months'>,
  today: string,
): readonly MonthOfSales[] {
  const first = monthsBefore(today.slice(0, 7), 11);
  const sums = new Map<string, bigint>();
  const sets = [...sales.values()].filter(({ rows }) => rows.some(({ quantity }) => quantity > 0));
  const hasSold = (channelId: string, when: (month: string) => boolean): boolean =>
    sets.some((set) => set.channelId === channelId && when(set.month));
  for (const { month, channelId, rows } of sets) {
    const channel = channels.get(channelId);
    if (month < first || !channel) continue;
    for (const row of rows) {
      const dish = dishes.get(row.dishId);
      const brought =
        row.revenue === null ? (dish ? saleRevenue(row, priceIn(dish, channel)) : 0n) : BigInt(row.revenue);
      sums.set(month, (sums.get(month) ?? 0n) + brought);
    }
  }
  return [...sums]
    .map(([month, sum]) => ({
      month,
      sold: toSafeNumber(sum),
      entered: months.get(Number(month.slice(5)))?.value ?? 0,
      isWhole: [...channels.keys()].every(
        (id) => !hasSold(id, (each) => each < month) || hasSold(id, (each) => each === month),
      ),
    }))
    .filter(({ sold, entered }) => sold > 0 && isFarFrom(sold, entered))
    .toSorted((a, b) => (a.month > b.month ? -1 : 1));
}

/** 'As vendas de outubro de 2026 somam R$ 80.177,00, mas o Faturamento de outubro é R$ 51.350,40.' */
export function differenceSentence({ month, sold, entered }: MonthOfSales): string {
  const brought = `As vendas de ${yearMonthName(month)} somam ${money(sold)}, mas o Faturamento de ${monthName(Number(month.slice(5)))}`;
  return entered === 0 ? `${brought} está vazio.` : `${brought} é ${money(entered)}.`;
}

/** The months whose sales and revenue differ, each with a button that sets its revenue. Its orders stay. */
export const RevenueOfMonths = observer(function RevenueOfMonths() {
  const { business } = useStores();
  const [today] = useState(() => dayOf(new Date()));
  if (business.revenue.kind !== 'known') return null;
  const differing = monthsThatDiffer(business.state, today);
  if (differing.length === 0) return null;
  const set = ({ month, sold }: MonthOfSales): void => {
    const number = Number(month.slice(5));
    const orders = business.state.months.get(number)?.orders ?? 0;
    const issued = business.issue({ type: 'RecordMonthRevenue', month: number, value: sold, orders });
    void announceChange({
      issued,
      text: `Salvo no Faturamento de ${monthName(number)}`,
      failureNote: 'Não foi salvo.',
    });
  };
  return (
    <ul className="stack gap-12 list" aria-label="Vendas e Faturamento">
      {differing.map((each) => (
        <li key={each.month} className="row wrap gap-8 across-16">
          <span>{differenceSentence(each)}</span>
          {each.isWhole && (
            <OnlyNow>
              <ActionButton tone="quiet" onClick={() => set(each)}>
                Usar {money(each.sold)} no Faturamento
              </ActionButton>
            </OnlyNow>
          )}
        </li>
      ))}
    </ul>
  );
});

/** The same comparison for the mean month, where the months themselves are not loaded, with a link to them. */
export function RevenueOfSales({ view, mix }: { readonly view: DashboardView; readonly mix: Mix }) {
  const sold = Math.round(requireTenThousandths(mix.revenue) / mix.months);
  const { faturamentoMedio: entered } = view.figures;
  if (!isFarFrom(sold, entered)) return null;
  return (
    <p>
      Suas vendas somam {money(sold)} por mês, mas o Faturamento médio é {entered === 0 ? 'vazio' : money(entered)}.{' '}
      <OnlyNow>
        <ActionLink tone="plain" to={tabAddress('breakeven')}>
          Comparar mês a mês
        </ActionLink>
      </OnlyNow>
    </p>
  );
}
