import { observer } from 'mobx-react-lite';
import { monthName, yearMonthName } from '#contract/month-names.ts';
import { toSafeNumber } from '#domain/decimal.ts';
import { count, money } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Panel } from '#web/ui/panel.tsx';
import type { ReportDraft } from './report-draft.ts';
import type { OrdersRule, RevenueOffer } from './report-revenue.ts';
import styles from './sales-report.module.css';
import type { ReportMonth } from './understand.ts';

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
              {capital(yearMonthName(offer.month))}: falta trazer as vendas de {offer.missing.join(', ')}. O Faturamento
              fica como está.
            </p>
          ) : (
            <MonthOffer key={offer.month} draft={draft} offer={offer} />
          ),
        )}
      </div>
    </Panel>
  );
});

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const ordersText = (orders: number): string => `${count(orders)} ${orders === 1 ? 'pedido' : 'pedidos'}`;

const MonthOffer = observer(function MonthOffer({
  draft,
  offer: { month, value, orders, isFar },
}: RevenueOffersProps & { readonly offer: RevenueOffer }) {
  const number = Number(month.slice(5));
  const known = useStores().business.state.months.get(number);
  const isEmpty = !known || known.value === 0;
  const now = isEmpty ? 'hoje vazio' : `hoje ${money(known.value)}`;
  const withOrders = orders === null ? '' : ` e ${ordersText(orders)}`;
  return (
    <div>
      <label className="row touch gap-12 pointer">
        <input
          type="checkbox"
          className="tick"
          checked={draft.takesRevenue(month)}
          onChange={(event) => draft.setRevenue(month, event.currentTarget.checked)}
        />
        <span>
          Faturamento de {monthName(number)}: {money(toSafeNumber(value))}
          {withOrders} ({now})
        </span>
      </label>
      {isFar && !isEmpty && (
        <p className={`${styles['note']} soft text-15`}>
          O Faturamento de {monthName(number)} e as vendas diferem em mais de 1 %.
        </p>
      )}
    </div>
  );
});

/** The months of a report by orders, which has revenue and orders but no dishes. */
export const OrderMonths = observer(function OrderMonths({ draft }: RevenueOffersProps) {
  const { understood, orderMonths } = draft;
  if (understood?.isPerOrder !== true) return null;
  const old = understood.months.length - orderMonths.length;
  return (
    <Panel title="Este relatório é por pedido: ele dá Faturamento e pedidos, não os pratos">
      <div className="stack gap-12">
        {orderMonths.map((each) => (
          <OrderMonth key={each.month} draft={draft} month={each} />
        ))}
        {old > 0 && (
          <p className={`${styles['note']} soft text-15`}>
            {old === 1 ? '1 mês fica' : `${count(old)} meses ficam`} de fora: o Faturamento guarda os últimos doze.
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
  month: each,
}: RevenueOffersProps & { readonly month: ReportMonth }) {
  const { month, revenue, orders } = each;
  const known = useStores().business.state.months.get(Number(month.slice(5)));
  return (
    <fieldset className="stack gap-12">
      <legend className={`${styles['label']} block weight-540`}>
        {capital(yearMonthName(month))}: {money(toSafeNumber(revenue ?? 0n))} e {ordersText(orders ?? 0)} no relatório,{' '}
        {known && known.value > 0
          ? `${money(known.value)} e ${ordersText(known.orders)} no Faturamento`
          : 'nada no Faturamento'}
      </legend>
      {RULES.map((rule) => {
        const will = draft.monthBy(each, rule);
        return (
          <label key={rule} className="row touch gap-12 pointer">
            <input
              type="radio"
              name={`faturamento de ${month}`}
              disabled={will === undefined}
              checked={draft.ordersRule(month) === rule}
              onChange={() => draft.setOrdersRule(month, rule)}
            />
            <span>
              {RULE_LABELS[rule]}
              {will ? `: fica ${money(will.value)} e ${ordersText(will.orders)}` : ': não cabe no campo'}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
});
