import { TriangleAlert } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { Link } from 'wouter';
import type { Dish } from '#domain/business/state.ts';
import { type DishFigures, marginText } from '#domain/figures/dish-result.ts';
import { formatMoney, formatPercentage } from '#domain/format.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { PresentOnly } from '../past/past-stores.tsx';
import { ExplainedTerm } from '../glossary/explained-term.tsx';
import { dishChangeAddress, tabAddress } from '../navigation/addresses.ts';
import styles from './recipe-sheet.module.css';
import { lossWarning, dishStatusOf } from './dish-status.ts';
import { StatusMessage } from './recipe-card.tsx';
import { type WaterfallStep, waterfallOf } from './waterfall.ts';

interface AnalysisProps {
  readonly dish: Dish;
  readonly figures: DishFigures;
}

/** The waterfall from the price of one sale to its result, and whether that is enough. */
export const Analysis = observer(function Analysis({ dish, figures }: AnalysisProps) {
  const { business } = useStores();
  const { faturamentoMedio } = business.figures.dashboard;
  const status = dishStatusOf(dish, figures, createCosting(business.state));
  const loss = lossWarning(dish, figures);
  return (
    <section className="stack one-column from-top shrinks gap-12" aria-label={`Análise financeira de ${dish.name}`}>
      <h3 className="text-16 weight-600">Análise financeira</h3>
      {dish.salePrice > 0 && <Waterfall dish={dish} figures={figures} />}
      {dish.salePrice > 0 && faturamentoMedio === 0 && (
        <p className="soft text-15">
          Falta o faturamento para dividir os custos fixos entre as vendas: este resultado ainda não os desconta.{' '}
          <PresentOnly>
            <Link href={tabAddress('revenue')}>Preencher faturamento</Link>
          </PresentOnly>
        </p>
      )}
      {dish.salePrice > 0 && (
        <p className="soft text-15">
          <Link href={dishChangeAddress(dish.id)}>Por que este resultado mudou?</Link>
        </p>
      )}
      <div role="status" className="stack gap-8">
        <StatusMessage tone={status.tone}>{status.sentence}</StatusMessage>
        {loss !== undefined && (
          <StatusMessage tone="bad">
            <TriangleAlert size={18} className={`${styles['warning']} rigid`} aria-hidden /> {loss}
          </StatusMessage>
        )}
      </div>
    </section>
  );
});

function Waterfall({ dish, figures }: AnalysisProps) {
  const { steps, zero } = waterfallOf(dish, figures);
  const isWide = steps.some((step) => formatPercentage(step.percentage).length > MAX_SHARE_LENGTH);
  return (
    <table className={`${styles['steps']} wide text-15 ${isWide ? styles['isWide'] : ''}`}>
      <caption className="visually-hidden">Do preço de venda ao resultado final de {dish.name}, por venda</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Etapa</th>
          <th scope="col">Valor</th>
          <th scope="col">Do preço</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <StepRow key={step.key} step={step} zero={zero} />
        ))}
      </tbody>
    </table>
  );
}

/** The number of characters of '−100,0%': longer shares have no space on a phone. */
const MAX_SHARE_LENGTH = 7;

const SIGNS = { start: undefined, minus: '−', equals: '=' } as const;

const COLOURS: Readonly<Record<WaterfallStep['key'], string>> = {
  price: 'var(--ink-faint)',
  cmv: 'var(--chart-cmv)',
  variable: 'var(--chart-variable)',
  margin: 'var(--chart-profit)',
  fixed: 'var(--chart-fixed)',
  result: 'var(--chart-profit)',
};

function StepRow({ step, zero }: { readonly step: WaterfallStep; readonly zero: number }) {
  const { key, kind, name, amount, from, length } = step;
  const isLoss = kind === 'equals' && amount < 0;
  const sign = SIGNS[kind];
  const weight = kind === 'minus' ? '' : 'weight-600';
  return (
    <tr className={`${styles['step']} relative ${kind === 'equals' ? styles['equals'] : ''}`} data-explained>
      <th scope="row" className={`wide text-start ${weight || 'weight-450'}`}>
        <span className="flex">
          {sign && (
            <span className={`${styles['sign']} rigid faint`} aria-hidden="true">
              {sign}
            </span>
          )}
          {key === 'price' ? name : <ExplainedTerm term={key} name={name} />}
        </span>
        <span className={`${styles['track']} absolute on-sunken`} aria-hidden="true">
          {zero > 0 && <span className={`${styles['zero']} absolute`} style={{ left: `${zero}%` }} />}
          <span
            className={`${styles['bar']} absolute ${isLoss ? styles['loss'] : ''}`}
            style={{ left: `${from}%`, width: `${length}%`, ...(isLoss ? {} : { backgroundColor: COLOURS[key] }) }}
          />
        </span>
      </th>
      <td className={`numeral ${styles['amount']} text-end ${weight} ${isLoss ? 'tomato' : ''}`}>
        {formatMoney(amount)}
      </td>
      <td className={`numeral ${styles['amount']} ${styles['share']} text-end faint`}>
        {key === 'margin' ? marginText(step.percentage) : formatPercentage(step.percentage)}
      </td>
    </tr>
  );
}
