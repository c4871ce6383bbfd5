import { requireTenThousandths } from '#domain/decimal.ts';
import { ChevronRight } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { Link } from 'wouter';
import { formatMoney, formatPercentage } from '#domain/format.ts';
import type { Gap } from '#domain/figures/gaps.ts';
import { NO_BREAK_EVEN, statusOf } from '../mix/break-even-status.ts';
import { PROFIT_CHANGE, type GoToTab, tabLabel, type TabKey } from '../navigation/addresses.ts';
import { useStores } from '#web/stores/root-store.tsx';
import type { DashboardView } from '#web/stores/business/dashboard-view.ts';
import type { RemoteData } from '#web/stores/data-loader.ts';
import { TONES, AnimatedNumber } from '#web/ui/figure.tsx';
import {
  weightedBreakEvenSentence,
  hasNoMargin,
  cmvSentence,
  fixedCostsSentence,
  profitSentence,
  revenueSentence,
  type SentenceContext,
  variableCostsSentence,
  weightedMixOf,
  sentenceContextOf,
} from '../mix/sentences.ts';
import type { Mix } from '../mix/sales-loader.ts';
import { WeightedValue, SimpleMean } from '../mix/weighted-value.tsx';
import { incompleteSentence } from '../onboarding/gap-texts.ts';
import styles from './summary-cards.module.css';

interface Card {
  readonly tab: TabKey;
  readonly label: string;
  readonly value: string;
  /** The figure weighted by sales, if there is one. */
  readonly weightedValue?: (mix: Mix) => string;
  readonly sentence: string;
  readonly tone?: 'good' | 'bad' | 'faint';
  readonly mark?: 'incompleto';
  /** A further link of the card. */
  readonly link?: { readonly to: string; readonly text: string };
}

interface SummaryCardsProps {
  readonly view: DashboardView;
  readonly onNavigate: GoToTab;
}

/** The six figures of the business; each opens the tab that it comes from. */
export const SummaryCards = observer(function SummaryCards({ view, onNavigate }: SummaryCardsProps) {
  const { business } = useStores();
  const { gaps } = business;
  const weightedMix = weightedMixOf(business);
  return (
    <ul className={`${styles['ledger']} stack ledger list edge rounded clips`}>
      {cardsOf(view, gaps, sentenceContextOf(business)).map((card) => (
        <li key={card.label} className="stack shrinks on-surface">
          <button
            type="button"
            className={`${styles['card']} stack at-baseline from-top gap-4 across-16 pad-block-16 pad-inline-20 bare-button same-colour text-start hover-sunken`}
            onClick={() => onNavigate(card.tab)}
          >
            <span className={`${styles['label']} soft text-15`}>
              {card.label}
              <ChevronRight className={`${styles['arrow']} hidden`} size={18} aria-hidden />
            </span>
            <span
              className={`${styles['line']} row gap-4 across-12`}
              data-named={weightedMix !== undefined && card.weightedValue !== undefined}
            >
              <AnimatedNumber
                value={card.value}
                className={`${styles['value']} wraps breaks ${TONES[card.tone ?? 'plain']}`}
              />
              {card.mark && (
                <span className={`${styles['mark']} rounded-full on-tomato-tint tomato text-13 weight-560`}>
                  {card.mark}
                </span>
              )}
              {weightedMix && card.weightedValue && <SimpleMean />}
            </span>
            {weightedMix && card.weightedValue && (
              <WeightedValue value={card.weightedValue(weightedMix.mix)} isOld={weightedMix.isOld} />
            )}
            <span className="whole-row faint text-15">{card.sentence}</span>
            <span className="visually-hidden">Abrir {tabLabel(card.tab)}</span>
          </button>
          {card.link && (
            <Link
              to={card.link.to}
              className={`${styles['link']} inline-row to-left touch soft text-15 underlined lightly hover-ink`}
            >
              {card.link.text}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
});

const WHY_LINK = { to: PROFIT_CHANGE, text: 'Por que mudou?' };

/** The profit, marked as complete, incomplete or of unknown completeness. */
function profitCard(
  view: DashboardView,
  gaps: RemoteData<readonly Gap[]>,
  context: SentenceContext,
): Pick<Card, 'sentence' | 'tone' | 'mark' | 'link'> {
  if (gaps.kind !== 'known') return { sentence: 'Não deu para conferir se falta alguma coisa.', tone: 'faint' };
  const incomplete = incompleteSentence(gaps.value);
  if (incomplete !== undefined) return { sentence: incomplete, tone: 'faint', mark: 'incompleto' };
  return {
    sentence: profitSentence(view, context),
    tone: view.figures.lucroMedio < 0 ? 'bad' : 'good',
    link: WHY_LINK,
  };
}

const percent = (value: number): string => formatPercentage(requireTenThousandths(value));

function cardsOf(view: DashboardView, gaps: RemoteData<readonly Gap[]>, context: SentenceContext): readonly Card[] {
  const { figures } = view;
  return [
    {
      tab: 'revenue',
      label: 'Faturamento médio',
      value: formatMoney(figures.faturamentoMedio),
      sentence: revenueSentence(view),
    },
    {
      tab: 'fixed-costs',
      label: 'Custos fixos por mês',
      value: formatMoney(figures.custosFixos),
      sentence: fixedCostsSentence(view),
    },
    {
      tab: 'variable-costs',
      label: 'Custos variáveis',
      value: formatPercentage(figures.custosVariaveisPercentual),
      weightedValue: (mix) => percent(mix.variable_costs),
      sentence: variableCostsSentence(view, context),
    },
    {
      tab: 'recipes',
      label: 'CMV médio dos pratos',
      value: formatPercentage(figures.cmvMedio),
      weightedValue: (mix) => percent(mix.cmv),
      sentence: cmvSentence(view, context),
    },
    {
      tab: 'breakeven',
      label: 'Lucro médio estimado',
      value: formatPercentage(figures.lucroMedio),
      weightedValue: (mix) => percent(mix.profit),
      ...profitCard(view, gaps, context),
    },
    {
      tab: 'breakeven',
      label: 'Ponto de equilíbrio',
      value: breakEvenValue(view),
      weightedValue: (mix) => (hasNoMargin(mix) ? 'não há' : formatMoney(requireTenThousandths(mix.break_even))),
      sentence: breakEvenSentence(view, context),
    },
  ];
}

/** A break-even point that does not exist is not R$ 0,00. */
const breakEvenValue = (view: DashboardView): string =>
  statusOf(view).kind === 'margin_does_not_cover' ? '–' : formatMoney(view.breakEven.revenue);

function breakEvenSentence(view: DashboardView, { mix, mainChannelText }: SentenceContext): string {
  const status = statusOf(view);
  if (mix && status.kind !== 'nothing_to_cover') return weightedBreakEvenSentence(mix);
  switch (status.kind) {
    case 'nothing_to_cover':
      return 'Cadastre os custos fixos para saber.';
    case 'margin_does_not_cover':
      return `${NO_BREAK_EVEN}.`;
    case 'no_revenue':
    case 'above':
    case 'below':
      return `Vendendo isto no mês${mainChannelText === undefined ? '' : `, tudo ${mainChannelText}`}, você empata.`;
    default:
      return status satisfies never;
  }
}
