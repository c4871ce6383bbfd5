import { observer } from 'mobx-react-lite';
import type { Dish } from '#domain/business/state.ts';
import type { DishFigures } from '#domain/figures/dish-result.ts';
import { mainChannelOf } from '#domain/business/channel/channels.ts';
import { countsIn } from '#domain/business/channel/scope.ts';
import { batchSteps, ingredientsIn } from '#domain/figures/batch-steps.ts';
import { count, money } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { RowList } from '../entry/row-list.tsx';
import { OnlyNow } from '../past/only-now.tsx';
import { Explained } from '../glossary/explained.tsx';
import { PasteRecipe } from '../pasted-recipe/paste-recipe.tsx';
import { AddLine } from './add-line.tsx';
import { LineRow } from './line-row.tsx';
import { lossTextOf } from './loss-text.ts';
import { sumText } from './sum-text.ts';
import styles from './dish-lines.module.css';

interface DishLinesProps {
  readonly dish: Dish;
  readonly figures: DishFigures;
}

/** What goes into the dish, and what that costs. */
export const DishLines = observer(function DishLines({ dish, figures }: DishLinesProps) {
  const { lines, cmv } = figures;
  const { state } = useStores().business;
  const { settings } = state;
  const main = mainChannelOf(state);
  const ingredients = ingredientsIn(main?.id, lines, dish.lines);
  const { loss, batch } = batchSteps(dish, { ingredients, cmv, settings });
  return (
    <section className={styles['lines']} aria-label={`Ingredientes de ${dish.name}`}>
      <h3 className={styles['title']}>Ingredientes</h3>
      {lines.length > 0 && (
        <RowList label={`Ingredientes de ${dish.name}`}>
          {lines.map((line, i) => (
            <LineRow
              key={line.ingredientId}
              owner={{ ...dish, kind: 'dish' }}
              line={line}
              total={countsIn(dish.lines[i]?.channels ?? null, main?.id) ? ingredients : 0}
            />
          ))}
        </RowList>
      )}
      {lines.length > 0 && (
        <dl className={styles['sum']}>
          <div>
            <dt>{sumText(dish, main)}</dt>
            <dd className="numeral">{money(ingredients)}</dd>
          </div>
          <div>
            <dt>Perda na produção, {lossTextOf(dish, settings)}</dt>
            <dd className="numeral">{money(loss)}</dd>
          </div>
          {dish.portions !== null && (
            <div>
              <dt>Receita inteira, para {count(dish.portions)} porções</dt>
              <dd className="numeral">{money(batch)}</dd>
            </div>
          )}
          <div className={styles['total']} data-explained>
            <dt>
              <Explained term="cmv" name={dish.portions === null ? 'CMV total' : 'CMV de uma porção'} />
            </dt>
            <dd className="numeral">{money(cmv)}</dd>
          </div>
        </dl>
      )}
      <OnlyNow>
        <AddLine owner={{ ...dish, kind: 'dish' }} />
        <PasteRecipe owner={{ ...dish, kind: 'dish' }} />
      </OnlyNow>
    </section>
  );
});
