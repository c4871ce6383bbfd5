import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { Dish } from '#domain/business/state.ts';
import { formatCount } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { DishCard } from './dish-card.tsx';
import styles from './recipes-tab.module.css';
import cards from './recipe-card.module.css';
import type { RecipesView } from './recipes-view.ts';
import { normalizeName } from '#domain/names.ts';

interface DishGroupsProps {
  readonly groups: readonly DishGroup[];
  readonly view: RecipesView;
}

/** The dishes under headings for their categories; without any category, one list without headings. */
export const DishGroups = observer(function DishGroups({ groups, view }: DishGroupsProps) {
  const [first, ...more] = groups;
  if (!first || (more.length === 0 && first.category === undefined))
    return <Dishes dishes={first?.dishes ?? []} view={view} label="Pratos" />;
  return groups.map((group) => <Group key={group.key} group={group} view={view} />);
});

const Group = observer(function Group({ group, view }: { readonly group: DishGroup; readonly view: RecipesView }) {
  const headingId = useId();
  const { category = 'Sem categoria', dishes } = group;
  return (
    <section className={`${styles['group']} stack shrinks gap-12`} aria-labelledby={headingId}>
      <h2 id={headingId} className={`${styles['heading']} text-20 weight-640 breaks`}>
        {category}
        <span className="faint weight-450 tabular"> · {formatCount(dishes.length)}</span>
      </h2>
      <Dishes dishes={dishes} view={view} label={`Pratos, ${category}`} />
    </section>
  );
});

interface DishesProps {
  readonly dishes: readonly Dish[];
  readonly view: RecipesView;
  readonly label: string;
}

const Dishes = observer(function Dishes({ dishes, view, label }: DishesProps) {
  const { business } = useStores();
  return (
    <ul className={`${cards['menu']} list stack one-column at-top gap-16 hidden-empty`} aria-label={label}>
      {dishes.map((dish) => {
        const figures = business.figures.dishes.get(dish.id);
        return figures && <DishCard key={dish.id} cardKey={dish.id} dish={dish} figures={figures} view={view} />;
      })}
    </ul>
  );
});

/** Dishes under one heading of the menu. */
export interface DishGroup {
  /** The name, spelled as in the first dish of the category; undefined for dishes without a category. */
  readonly category: string | undefined;
  /** The name in the form that is compared: 'pizzas' and 'Pizzas' are one category. */
  readonly key: string;
  readonly dishes: readonly Dish[];
}

const alphabet = new Intl.Collator('pt-BR');

/**
 * Groups dishes by category in alphabetical order, those without one last; within a category their order stays.
 * @param names the spelling of each category (`categoryNames` of all dishes)
 */
export function groupsOf(dishes: readonly Dish[], names: ReadonlyMap<string, string>): readonly DishGroup[] {
  const groups = new Map<string, Dish[]>();
  for (const dish of dishes) {
    const key = normalizeName(dish.category ?? '');
    const group = groups.get(key);
    if (group) group.push(dish);
    else groups.set(key, [dish]);
  }
  return [...groups]
    .map(([key, members]) => ({ key, category: key === '' ? undefined : names.get(key), dishes: members }))
    .toSorted((a, b) => Number(a.key === '') - Number(b.key === '') || alphabet.compare(a.key, b.key));
}
