import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useState } from 'react';
import type { Dish } from '#domain/business/state.ts';
import type { Units } from '#domain/decimal.ts';
import { costBase } from '#domain/figures/business-figures.ts';
import { createCosting } from '#domain/figures/costing.ts';
import type { ComputedDish } from '#domain/figures/dish-result.ts';
import { dishFigures, isUnpriced } from '#domain/figures/dish-figures.ts';
import { marginText } from '#domain/figures/shown-dish.ts';
import { type PriceGoal, suggestedPrice, type SuggestedPrice as Suggestion } from '#domain/figures/suggested-price.ts';
import { money, percentage } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { GRAIN_CHOICES } from '../consequences/wording.ts';
import { useKept } from '../entry/use-kept.ts';
import styles from './suggested-price.module.css';
import { TargetPrice } from './target-price.ts';

const GOALS = [
  { value: 'margin', label: 'Margem' },
  { value: 'profit', label: 'Lucro por prato' },
] as const;

interface SuggestedPriceProps {
  readonly dish: Dish;
  /** Puts the price into the field. */
  readonly onUse: (price: Units) => void;
}

/** The lowest price that leaves what the owner wants of a sale, on the grain of the menu. */
export const SuggestedPrice = observer(function SuggestedPrice({ dish, onUse }: SuggestedPriceProps) {
  const { business } = useStores();
  const wanted = useKept(business, 'wanted price', () => new TargetPrice());
  const [isOpen, setIsOpen] = useState(dish.salePrice === 0);
  const base = costBase(business.state);
  const costing = createCosting(business.state);
  const at = (salePrice: Units) => dishFigures({ ...dish, salePrice }, costing, base).figures;
  const figures = at(dish.salePrice);
  const unpriced = figures.lines.filter((line) => isUnpriced(line, costing)).length;
  const { goal } = wanted;
  const answer = goal && suggestedPrice({ cmv: figures.cmv, base, goal, grain: wanted.grain });
  const price = answer?.kind === 'price' ? answer.salePrice : undefined;
  /** Enter in here takes the suggestion; it does not save what stands in the other field. */
  const useByEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (price !== undefined) onUse(price);
  };
  if (dish.lines.length === 0)
    return <p className={styles['note']}>Com os ingredientes na ficha, o Prumo sugere um preço.</p>;
  return (
    <details className={styles['part']} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={styles['summary']}>Preço sugerido</summary>
      <div className={styles['wish']}>
        <Choice
          label="O que você quer do preço"
          labelShown="never"
          options={GOALS}
          value={wanted.kind}
          onChange={(kind) => wanted.want(kind)}
        />
        <AmountField
          key={wanted.kind}
          label={wanted.kind === 'margin' ? 'Margem desejada' : 'Lucro por prato'}
          rule={wanted.rule}
          value={wanted.text}
          onChange={(text) => wanted.type(text)}
          error={wanted.reading.ok ? undefined : wanted.reading.sentence}
          onKeyDown={useByEnter}
        />
        <Choice
          label="Arredondar para cima"
          options={GRAIN_CHOICES}
          value={wanted.grainName}
          onChange={(grain) => wanted.roundTo(grain)}
        />
      </div>
      <div className={styles['answer']}>
        <p role="status" className={styles['words']}>
          {answer && <Answer answer={answer} goal={goal} at={at} />}
          {unpriced > 0 && price !== undefined && (
            <span className={styles['doubt']}>
              {` Falta o preço de ${unpriced === 1 ? '1 insumo' : `${unpriced} insumos`}: o preço certo é maior.`}
            </span>
          )}
        </p>
        {price !== undefined && (
          <Button variant="default" onClick={() => onUse(price)}>
            Usar {money(price)}
          </Button>
        )}
      </div>
    </details>
  );
});

interface AnswerProps {
  readonly answer: Suggestion;
  readonly goal: PriceGoal;
  readonly at: (price: Units) => ComputedDish['figures'];
}

function Answer({ answer, goal, at }: AnswerProps) {
  switch (answer.kind) {
    case 'price':
      return (
        <>
          <strong className="numeral">{money(answer.salePrice)}</strong>
          {`: ${leftText(at(answer.salePrice))}`}
        </>
      );
    case 'impossible':
      return (
        <>
          {goal.kind === 'margin'
            ? `Não há preço que dê esta margem: com os custos variáveis ela já soma ${percentage(answer.taken)} de cada venda e não sobra para os ingredientes.`
            : `Não há preço que dê este lucro: os custos fixos e variáveis já levam ${percentage(answer.taken)} de cada venda.`}
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

/** 'margem de 55,0%, sobram R$ 12,00 por venda.' */
export function leftText({ contributionMarginPercentage, netProfit }: ComputedDish['figures']): string {
  const left = netProfit < 0 ? `prejuízo de ${money(-netProfit)}` : `sobram ${money(netProfit)}`;
  return `margem de ${marginText(contributionMarginPercentage)}, ${left} por venda.`;
}
