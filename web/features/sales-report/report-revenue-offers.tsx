import { observer } from 'mobx-react-lite';
import { monthName, yearMonthName } from '#contract/instants.ts';
import { toSafeNumber } from '#domain/decimal.ts';
import { formatCount, formatMoney } from '#domain/format.ts';
import { capitalize } from '#domain/text.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Panel } from '#web/ui/panel.tsx';
import type { ReportDraft } from './report-draft.ts';
import type { OrdersRule, RevenueOffer } from './report-revenue.ts';
import styles from './sales-report.module.css';
import type { ReportMonth } from './read-report.ts';

interface RevenueOffersProps {
  readonly draft: ReportDraft;
}

/** Offers to set the months' revenue to the sum of the sales of all channels. */
export const RevenueOffers = observer(function RevenueOffers({ draft }: RevenueOffersProps) {
  const { revenueOffers } = draft;
  if (revenueOffers.length === 0) return null;
  return (
    <Panel
      title="Usar também no Faturamento?"
      hint="É a soma das vendas de todos os canais no mês, com as deste relatório. O que está lá é trocado."
    >
      <div className="stack gap-12">
        {revenueOffers.map((offer) =>
          offer.missing.length > 0 ? (
            <p key={offer.month} className={styles['sentence']}>
              {capitalize(yearMonthName(offer.month))}: falta trazer as vendas de {offer.missing.join(', ')}. O
              Faturamento fica como está.
            </p>
          ) : (
            <MonthOffer key={offer.month} draft={draft} offer={offer} />
          ),
        )}
      </div>
    </Panel>
  );
});

const ordersText = (orders: number): string => `${formatCount(orders)} ${orders === 1 ? 'pedido' : 'pedidos'}`;

const MonthOffer = observer(function MonthOffer({
  draft,
  offer: { month, value, orders, differsClearly },
}: RevenueOffersProps & { readonly offer: RevenueOffer }) {
  const number = Number(month.slice(5));
  const saved = useStores().business.state.months.get(number);
  const isEmpty = !saved || saved.value === 0;
  const currentText = isEmpty ? 'hoje vazio' : `hoje ${formatMoney(saved.value)}`;
  const withOrders = orders === null ? '' : ` e ${ordersText(orders)}`;
  return (
    <div>
      <label className="row touch gap-12 pointer">
        <input
          type="checkbox"
          className="tick"
          checked={draft.includesRevenue(month)}
          onChange={(event) => draft.setRevenue(month, event.currentTarget.checked)}
        />
        <span>
          Faturamento de {monthName(number)}: {formatMoney(toSafeNumber(value))}
          {withOrders} ({currentText})
        </span>
      </label>
      {differsClearly && !isEmpty && (
        <p className={`${styles['note']} soft text-15`}>
          O Faturamento de {monthName(number)} e as vendas diferem em mais de 1 %.
        </p>
      )}
    </div>
  );
});

/** The months of a report by orders, which has revenue and orders but no dishes. */
export const OrderMonths = observer(function OrderMonths({ draft }: RevenueOffersProps) {
  const { contents, orderMonths } = draft;
  if (contents?.isPerOrder !== true) return null;
  const oldMonthCount = contents.months.length - orderMonths.length;
  return (
    <Panel title="Este relatório é por pedido: ele dá Faturamento e pedidos, não os pratos">
      <div className="stack gap-12">
        {orderMonths.map((reportMonth) => (
          <OrderMonth key={reportMonth.month} draft={draft} month={reportMonth} />
        ))}
        {oldMonthCount > 0 && (
          <p className={`${styles['note']} soft text-15`}>
            {oldMonthCount === 1 ? '1 mês fica' : `${formatCount(oldMonthCount)} meses ficam`} de fora: o Faturamento
            guarda os últimos doze.
          </p>
        )}
      </div>
    </Panel>
  );
});

const RULE_LABELS: Readonly<Record<OrdersRule, string>> = {
  add: 'Somar ao que está lá',
  replace: 'Trocar o que está lá',
};
const RULES = ['add', 'replace'] as const satisfies readonly OrdersRule[];

const OrderMonth = observer(function OrderMonth({
  draft,
  month: reportMonth,
}: RevenueOffersProps & { readonly month: ReportMonth }) {
  const { month, revenue, orders } = reportMonth;
  const saved = useStores().business.state.months.get(Number(month.slice(5)));
  return (
    <fieldset className="stack gap-12">
      <legend className={`${styles['label']} block weight-540`}>
        {capitalize(yearMonthName(month))}: {formatMoney(toSafeNumber(revenue ?? 0n))} e {ordersText(orders ?? 0)} no
        relatório,{' '}
        {saved && saved.value > 0
          ? `${formatMoney(saved.value)} e ${ordersText(saved.orders)} no Faturamento`
          : 'nada no Faturamento'}
      </legend>
      {RULES.map((rule) => {
        const result = draft.monthAfterImport(reportMonth, rule);
        return (
          <label key={rule} className="row touch gap-12 pointer">
            <input
              type="radio"
              name={`faturamento de ${month}`}
              disabled={result === undefined}
              checked={draft.ordersRule(month) === rule}
              onChange={() => draft.setOrdersRule(month, rule)}
            />
            <span>
              {RULE_LABELS[rule]}
              {result ? `: fica ${formatMoney(result.value)} e ${ordersText(result.orders)}` : ': não cabe no campo'}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
});
