import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useState } from 'react';
import type { Dish } from '#domain/business/state.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { sharedCostsOf } from '#domain/figures/business-figures.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { type ComputedDish, marginText } from '#domain/figures/dish-result.ts';
import { dishFigures } from '#domain/figures/dish-figures.ts';
import { type PriceGoal, suggestedPrice, type SuggestedPrice as Suggestion } from '#domain/figures/suggested-price.ts';
import { formatMoney, formatPercentage } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { GRAIN_CHOICES } from '../consequences/wording.ts';
import { useCached } from '../entry/use-cached.ts';
import { missingPricesText } from './dish-status.ts';
import styles from './recipe-sheet.module.css';
import { TargetPrice } from './target-price.ts';

const GOALS = [
  { value: 'margin', label: 'Margem' },
  { value: 'profit', label: 'Lucro por prato' },
] as const;

interface SuggestedPriceProps {
  readonly dish: Dish;
  /** Puts the price into the input. */
  readonly onUse: (price: TenThousandths) => void;
}

/** The lowest price that reaches the owner’s goal, rounded up for the menu. */
export const SuggestedPrice = observer(function SuggestedPrice({ dish, onUse }: SuggestedPriceProps) {
  const { business } = useStores();
  const target = useCached(business, 'price target', () => new TargetPrice());
  const [isOpen, setIsOpen] = useState(dish.salePrice === 0);
  const sharedCosts = sharedCostsOf(business.state);
  const costing = createCosting(business.state);
  const figuresAt = (salePrice: TenThousandths) => dishFigures({ ...dish, salePrice }, costing, sharedCosts).figures;
  const figures = figuresAt(dish.salePrice);
  const lack = missingPricesText(figures, costing);
  const { goal } = target;
  const answer = goal && suggestedPrice({ cmv: figures.cmv, sharedCosts, goal, grain: target.grain });
  const price = answer?.kind === 'price' ? answer.salePrice : undefined;
  /** Enter in this field uses the suggestion; it does not save the other field. */
  const applyOnEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (price !== undefined) onUse(price);
  };
  if (dish.lines.length === 0)
    return <p className="faint text-15">Com os ingredientes na ficha, o Prumo sugere um preço.</p>;
  return (
    <details
      className="shrinks pad-inline-16 edge rounded-small on-surface"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="touch pad-block-10 text-15 weight-560 pointer">Preço sugerido</summary>
      <div className="stack gap-12">
        <Choice
          label="O que você quer do preço"
          labelPosition="never"
          options={GOALS}
          value={target.kind}
          onChange={(kind) => target.chooseGoal(kind)}
        />
        <AmountField
          key={target.kind}
          label={target.kind === 'margin' ? 'Margem desejada' : 'Lucro por prato'}
          rule={target.rule}
          value={target.text}
          onChange={(text) => target.type(text)}
          error={target.reading.ok ? undefined : target.reading.sentence}
          onKeyDown={applyOnEnter}
        />
        <Choice
          label="Arredondar para cima"
          options={GRAIN_CHOICES}
          value={target.grainName}
          onChange={(grain) => target.roundTo(grain)}
        />
      </div>
      <div className={`${styles['suggestion']} row wrap between gap-8 across-16`}>
        <p role="status" className={`${styles['suggested']} soft text-15 tabular`}>
          {answer && <Answer answer={answer} goal={goal} figuresAt={figuresAt} />}
          {lack !== undefined && price !== undefined && <span className="tomato"> {lack}: o preço certo é maior.</span>}
        </p>
        {price !== undefined && (
          <Button variant="default" onClick={() => onUse(price)}>
            Usar {formatMoney(price)}
          </Button>
        )}
      </div>
    </details>
  );
});

interface AnswerProps {
  readonly answer: Suggestion;
  readonly goal: PriceGoal;
  readonly figuresAt: (price: TenThousandths) => ComputedDish['figures'];
}

function Answer({ answer, goal, figuresAt }: AnswerProps) {
  switch (answer.kind) {
    case 'price':
      return (
        <>
          <strong className="numeral ink">{formatMoney(answer.salePrice)}</strong>
          {`: ${marginAndProfitText(figuresAt(answer.salePrice))}`}
        </>
      );
    case 'impossible':
      return (
        <>
          {goal.kind === 'margin'
            ? `Não há preço que dê esta margem: com os custos variáveis ela já soma ${formatPercentage(answer.taken)} de cada venda e não sobra para os ingredientes.`
            : `Não há preço que dê este lucro: os custos fixos e variáveis já levam ${formatPercentage(answer.taken)} de cada venda.`}
        </>
      );
    case 'too_dear':
      return <>Só com um preço acima do que um prato pode ter aqui. Tente uma margem menor.</>;
    case 'no_cost':
      return <>O prato ainda não tem custo: informe o preço dos insumos primeiro.</>;
    default:
      return answer satisfies never;
  }
}

/** The margin and the result of one sale: 'margem de 55,0%, sobram R$ 12,00 por venda.' */
export function marginAndProfitText({ contributionMarginPercentage, netProfit }: ComputedDish['figures']): string {
  const profitText = netProfit < 0 ? `prejuízo de ${formatMoney(-netProfit)}` : `sobram ${formatMoney(netProfit)}`;
  return `margem de ${marginText(contributionMarginPercentage)}, ${profitText} por venda.`;
}
