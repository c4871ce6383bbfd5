import { requireTenThousandths } from '#domain/decimal.ts';
import { normalizeName } from '#domain/names.ts';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { Link } from 'wouter';
import { categoryNames } from '#domain/figures/menu.ts';
import { formatCount, formatMoney } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Chart } from '#web/ui/chart.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ExplainedTerm } from '../glossary/explained-term.tsx';
import { PresentOnly } from '../past/past-stores.tsx';
import { lossWarning } from '../recipes/dish-status.ts';
import { whatIfAddress } from '../navigation/addresses.ts';
import { menuChart, type MenuDish, adviceFor, KIND_TEXTS } from './menu-chart.ts';
import styles from './sales.module.css';
import type { Mix } from '../mix/sales-loader.ts';

/** The least number of dots for a chart: two are compared as easily in the list. */
const MIN_CHART_DISHES = 3;

/** Menu engineering by category. A dish alone in its category has no kind, because there is nothing to compare. */
export const MenuList = observer(function MenuList({ mix }: { readonly mix: Mix }) {
  const { business } = useStores();
  const { dishes } = business.state;
  // Losses are known once all lists behind a dish's result are loaded.
  const figures = business.allData.kind === 'known' ? business.figures.dishes : undefined;
  const names = categoryNames(dishes.values());
  const categories = new Map<string, MenuDish[]>();
  for (const item of mix.menu) {
    const dish = dishes.get(item.dish_id);
    const dishFigures = figures?.get(item.dish_id);
    const key = normalizeName(dish?.category ?? '');
    const members = categories.get(key) ?? [];
    members.push({
      item,
      name: dish?.name ?? 'Prato removido',
      number: members.length + 1,
      losesMoney: dish !== undefined && dishFigures !== undefined && lossWarning(dish, dishFigures) !== undefined,
    });
    categories.set(key, members);
  }
  return (
    <Panel
      title="Engenharia de cardápio"
      hint="Cada prato comparado com os outros da mesma categoria: quanto sai e quanto deixa."
    >
      <ExplainedTerm term="menuEngineering" name="O que é engenharia de cardápio" />
      {[...categories].map(([key, members]) => (
        <Category key={key} name={names.get(key) ?? ''} dishes={members} isOnlyCategory={categories.size === 1} />
      ))}
    </Panel>
  );
});

interface CategoryProps {
  readonly name: string;
  readonly dishes: readonly MenuDish[];
  readonly isOnlyCategory: boolean;
}

function Category({ name, dishes, isOnlyCategory }: CategoryProps) {
  const id = useId();
  const hasChart = dishes.length >= MIN_CHART_DISHES;
  return (
    <section aria-labelledby={isOnlyCategory ? undefined : id}>
      {!isOnlyCategory && (
        <h3 id={id} className={`${styles['category']} text-16`}>
          {name === '' ? 'Sem categoria' : name}
        </h3>
      )}
      {hasChart && <Chart {...menuChart(name, dishes)} />}
      <ul className="stack list">
        {dishes.map(({ item, name: dish, number, losesMoney }) => (
          <li key={item.dish_id} className={`${styles['dish']} stack one-column gap-4 across-24 pad-block-12`}>
            <span className="weight-600">
              {hasChart && <span className={`${styles['dot']} centred pad-inline-4 text-13 tabular`}>{number}</span>}
              {dish}
            </span>
            <span className="soft">
              {formatCount(item.quantity)} {item.quantity === 1 ? 'vendido' : 'vendidos'} · cada um deixa{' '}
              <span className="numeral">{formatMoney(requireTenThousandths(item.margin))}</span>
            </span>
            {dishes.length > 1 && (
              <span className={styles['kind']}>
                <strong>{KIND_TEXTS[item.kind].name}.</strong> {adviceFor(item.kind, losesMoney)}
              </span>
            )}
            <PresentOnly>
              <Link href={whatIfAddress(item.dish_id)} className={`${styles['try']} to-left pad-block-10`}>
                E se?<span className="visually-hidden"> Testar {dish}</span>
              </Link>
            </PresentOnly>
          </li>
        ))}
      </ul>
    </section>
  );
}
