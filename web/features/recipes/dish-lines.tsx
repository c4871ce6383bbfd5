import { observer } from 'mobx-react-lite';
import type { Dish } from '#domain/business/state.ts';
import type { DishFigures } from '#domain/figures/dish-figures.ts';
import { shownSteps } from '#domain/figures/shown-dish.ts';
import { money } from '#domain/format.ts';
import { RowList } from '../entry/row-list.tsx';
import { OnlyNow } from '../past/only-now.tsx';
import { Explained } from '../glossary/explained.tsx';
import { AddDishLine } from './add-dish-line.tsx';
import { DishLineRow } from './dish-line-row.tsx';
import styles from './dish-lines.module.css';

interface DishLinesProps {
  readonly dish: Dish;
  readonly figures: DishFigures;
}

/** What goes into the dish, and what that costs. */
export const DishLines = observer(function DishLines({ dish, figures }: DishLinesProps) {
  const { lines, cmv } = figures;
  const ingredients = lines.reduce((sum, line) => sum + line.cost, 0);
  const { loss } = shownSteps({ salePrice: dish.salePrice, ingredients }, figures);
  return (
    <section className={styles['lines']} aria-label={`Ingredientes de ${dish.name}`}>
      <h3 className={styles['title']}>Ingredientes</h3>
      {lines.length > 0 && (
        <RowList label={`Ingredientes de ${dish.name}`}>
          {lines.map((line) => (
            <DishLineRow key={line.ingredientId} dishId={dish.id} line={line} total={ingredients} />
          ))}
        </RowList>
      )}
      {lines.length > 0 && (
        <dl className={styles['sum']}>
          <div>
            <dt>Soma dos ingredientes</dt>
            <dd className="numeral">{money(ingredients)}</dd>
          </div>
          <div>
            <dt>Perda na produção, 10%</dt>
            <dd className="numeral">{money(loss)}</dd>
          </div>
          <div className={styles['total']} data-explained>
            <dt>
              <Explained term="cmv" name="CMV total" />
            </dt>
            <dd className="numeral">{money(cmv)}</dd>
          </div>
        </dl>
      )}
      <OnlyNow>
        <AddDishLine dish={dish} />
      </OnlyNow>
    </section>
  );
});
