import { useState } from 'react';
import { formatMoney } from '#domain/format.ts';
import styles from './sample-pizza.module.css';
import { divideRounded, SCALE, type TenThousandths } from '#domain/decimal.ts';
import { DEFAULT_LOSS, type LineFigures, portionShare, resultOf } from '#domain/figures/dish-result.ts';
import { productSum } from '#domain/figures/product-sum.ts';

const reais = (value: number): TenThousandths => Math.round(value * SCALE);
const SALE_PRICE = reais(44.9);

const RECIPE = [
  ['Farinha', 'kg', reais(5.2), reais(0.3)],
  ['Molho de tomate', 'kg', reais(11.9), reais(0.12)],
  ['Manjericão', 'maço', reais(4.5), reais(0.25)],
  ['Caixa', 'un', reais(2.3), reais(1)],
] as const;

/** A pizzeria with R$ 12.400 of fixed costs on R$ 46.000 of sales, and 14,5 % of fees. */
const pizzeria = {
  fixedCosts: BigInt(reais(12_400)),
  variablePercentage: BigInt(reais(14.5)),
  averageRevenue: BigInt(reais(46_000)),
  productionLoss: BigInt(DEFAULT_LOSS),
};

/** The figures of the pizza. @param cheesePrice whole reais per kilo */
function pizzaFigures(cheesePrice: number) {
  const products = productSum();
  const lines = [...RECIPE, ['Muçarela', 'kg', reais(cheesePrice), reais(0.32)] as const].map(
    ([name, unit, unitPrice, quantity]): LineFigures => ({
      ingredientId: name,
      ingredientName: name,
      unit,
      componentUnit: unit,
      unitPrice,
      quantity,
      cost: products.add(quantity, unitPrice),
    }),
  );
  const { n, d } = portionShare({ loss: null, portions: null }, pizzeria);
  const cmv = divideRounded(products.total() * n, BigInt(SCALE) * d);
  return { ...resultOf(SALE_PRICE, cmv, pizzeria).figures, lines };
}

const CHEESE = { min: 28, initial: 38, max: 68 };

interface PricePart {
  readonly name: string;
  readonly kind: 'cmv' | 'variable' | 'fixed' | 'profit';
  readonly amount: number;
}

/** An interactive sample: a slider sets the price of cheese, and the product's formulas compute a pizza's margin. */
export function SamplePizza() {
  const [cheesePrice, setCheesePrice] = useState(CHEESE.initial);
  const figures = pizzaFigures(cheesePrice);
  const { cmv, variableCostValue, fixedCostValue, netProfit } = figures;
  const costs: readonly PricePart[] = [
    { name: 'Ingredientes (CMV)', kind: 'cmv', amount: cmv },
    { name: 'Taxas da venda', kind: 'variable', amount: variableCostValue },
    { name: 'Custos fixos', kind: 'fixed', amount: fixedCostValue },
  ];
  const isLoss = netProfit <= 0;
  const parts = isLoss ? costs : [...costs, { name: 'Sobra para você', kind: 'profit', amount: netProfit } as const];
  return (
    <section
      className={`${styles['sheet']} stack from-top shrinks gap-20 pad-block-24 pad-inline-24 edge on-surface`}
      aria-label="Exemplo: uma pizza no Prumo"
    >
      <header className="flex wrap at-baseline gap-4 across-12">
        <span className="text-17 weight-620">Pizza Marguerita</span>
        <span className="faint">{`vendida a ${formatMoney(SALE_PRICE)}`}</span>
      </header>
      <output className="stack" htmlFor="muçarela">
        <span className="soft">{isLoss ? 'Você perde por pizza' : 'Sobra por pizza'}</span>
        <strong className={`numeral ${styles['resultValue']} weight-660 ${isLoss ? 'tomato' : 'basil'}`}>
          {formatMoney(Math.abs(netProfit))}
        </strong>
      </output>
      <PriceBar parts={parts} />
      <dl className={`${styles['parts']} stack from-top no-margin`}>
        {parts.map(({ name, kind, amount }) => (
          <div key={name} className={`${styles['part']} row between gap-16 line-below`}>
            <dt className={`${styles['name']} ${styles[kind]} row gap-10 soft`}>{name}</dt>
            <dd className="numeral no-margin weight-560">{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
      <label className="flex wrap between at-baseline gap-4 across-16 mt-4" htmlFor="muçarela">
        <span>E se o quilo da muçarela custar</span>
        <strong className="numeral">R$ {cheesePrice},00?</strong>
      </label>
      <input
        id="muçarela"
        className={`${styles['slider']} wide`}
        type="range"
        min={CHEESE.min}
        max={CHEESE.max}
        value={cheesePrice}
        aria-valuetext={`${cheesePrice} reais o quilo`}
        onChange={(event) => setCheesePrice(event.currentTarget.valueAsNumber)}
      />
    </section>
  );
}

/**
 * The price divided into its parts. It is an SVG because the page is also prerendered, where the content security
 * policy blocks style attributes.
 */
function PriceBar({ parts }: { readonly parts: readonly PricePart[] }) {
  const price = total(parts);
  const percent = (amount: number): string => `${((amount / price) * 100).toFixed(2)}%`;
  return (
    <svg className={`${styles['strip']} block`} width="100%" height="20" aria-hidden="true" focusable="false">
      {parts.map(({ kind, amount }, index) => (
        <rect
          key={kind}
          className={styles[kind]}
          x={percent(total(parts.slice(0, index)))}
          width={percent(amount)}
          height="20"
          rx="4"
        />
      ))}
    </svg>
  );
}

const total = (parts: readonly PricePart[]): number => parts.reduce((sum, { amount }) => sum + amount, 0);
