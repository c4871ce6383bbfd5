import { Pill, Pills } from '#web/ui/pill.tsx';
import type { DishGroup } from './categories.ts';

interface CategoryFilterProps {
  readonly groups: readonly DishGroup[];
  /** The key of the group that alone is shown; undefined: all. */
  readonly wanted: string | undefined;
  readonly onWant: (key: string | undefined) => void;
}

/** One category of the menu, or all of it. Nothing where no dish has a category. */
export function CategoryFilter({ groups, wanted, onWant }: CategoryFilterProps) {
  const named = groups.filter(({ category }) => category !== undefined);
  if (named.length === 0) return null;
  return (
    <Pills label="Categorias">
      <Pill isOn={wanted === undefined} onClick={() => onWant(undefined)}>
        Todos
      </Pill>
      {named.map(({ key, category }) => (
        <Pill key={key} isOn={wanted === key} onClick={() => onWant(key)}>
          {category}
        </Pill>
      ))}
    </Pills>
  );
}
