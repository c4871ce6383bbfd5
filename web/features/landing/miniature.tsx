import { useState } from 'react';
import { money } from '#domain/format.ts';
import styles from './miniature.module.css';
import { pizzaFigures, SALE_PRICE } from './sample-pizza.ts';

const CHEESE = { least: 28, usual: 38, most: 68 };

/** A piece of the product to try: the price of cheese moves, and what is left of a pizza moves with it. */
export function Miniature() {
  const [cheesePrice, setCheesePrice] = useState(CHEESE.usual);
  const { cmv, variableCostValue, fixedCostValue, netProfit } = pizzaFigures(cheesePrice);
  const parts = [
    { name: 'Ingredientes (CMV)', colour: '--chart-cmv', amount: cmv },
    { name: 'Taxas da venda', colour: '--chart-variable', amount: variableCostValue },
    { name: 'Custos fixos', colour: '--chart-fixed', amount: fixedCostValue },
    ...(netProfit > 0 ? [{ name: 'Sobra para você', colour: '--chart-profit', amount: netProfit }] : []),
  ];
  const isLoss = netProfit <= 0;
  return (
    <section className={styles['sheet']} aria-label="Exemplo: uma pizza no Prumo">
      <header className={styles['head']}>
        <span className={styles['dish']}>Pizza margherita</span>
        <span className={styles['sold']}>vendida a {money(SALE_PRICE)}</span>
      </header>
      <output className={styles['result']} htmlFor="muçarela">
        <span className={styles['resultLabel']}>{isLoss ? 'Você perde por pizza' : 'Sobra por pizza'}</span>
        <strong className={`numeral ${styles['resultValue']} ${isLoss ? styles['loss'] : styles['gain']}`}>
          {money(Math.abs(netProfit))}
        </strong>
      </output>
      <div className={styles['strip']} aria-hidden="true">
        {parts.map(({ name, colour, amount }) => (
          <span key={name} style={{ flexGrow: amount, background: `var(${colour})` }} />
        ))}
      </div>
      <dl className={styles['parts']}>
        {parts.map(({ name, colour, amount }) => (
          <div key={name} className={styles['part']}>
            <dt>
              <span className={styles['swatch']} style={{ background: `var(${colour})` }} aria-hidden="true" />
              {name}
            </dt>
            <dd className="numeral">{money(amount)}</dd>
          </div>
        ))}
      </dl>
      <label className={styles['question']} htmlFor="muçarela">
        <span>E se o quilo da muçarela custar</span>
        <strong className="numeral">R$ {cheesePrice},00?</strong>
      </label>
      <input
        id="muçarela"
        className={styles['slider']}
        type="range"
        min={CHEESE.least}
        max={CHEESE.most}
        value={cheesePrice}
        aria-valuetext={`${cheesePrice} reais o quilo`}
        style={{ '--filled': `${((cheesePrice - CHEESE.least) / (CHEESE.most - CHEESE.least)) * 100}%` }}
        onChange={(event) => setCheesePrice(event.currentTarget.valueAsNumber)}
      />
    </section>
  );
}
