import { observer } from 'mobx-react-lite';
import type { Ingredient } from '#domain/business/state.ts';
import { count, unitPrice } from '#domain/format.ts';
import { AffectedDishes } from '../consequences/affected-dishes.tsx';
import { EntryRow } from '../entry/entry-row.tsx';
import { RowContent } from '../entry/row-list.tsx';
import { HistoryLink } from '../history/history-link.tsx';
import { useExamples } from '../onboarding/use-examples.ts';
import { ingredientKind } from './ingredient-kind.tsx';

interface IngredientRowProps {
  readonly ingredient: Ingredient;
  /** In how many dishes it is, where that is known. */
  readonly uses: number | undefined;
}

export const IngredientRow = observer(function IngredientRow({ ingredient, uses }: IngredientRowProps) {
  const examples = useExamples();
  const { id, name, unit, unitPrice: price } = ingredient;
  return (
    <EntryRow
      kind={ingredientKind}
      row={ingredient}
      renderMore={(form) => (
        <>
          <AffectedDishes ingredient={ingredient} text={form.texts['unitPrice'] ?? ''} />
          <HistoryLink of={`ingredient:${id}`}>
            Histórico do preço<span className="visually-hidden"> de {name}</span>
          </HistoryLink>
        </>
      )}
    >
      <RowContent
        name={name}
        detail={detailOf(uses, examples.has(ingredient))}
        value={`${unitPrice(price)} / ${unit}`}
        share={price === 0 ? 'falta o preço' : undefined}
      />
    </EntryRow>
  );
});

const numberOfDishes = (number: number): string => `${count(number)} ${number === 1 ? 'prato' : 'pratos'}`;

/** 'em 3 pratos · preço de exemplo'. */
function detailOf(uses: number | undefined, isExample: boolean): string | undefined {
  const inDishes = uses === undefined || uses === 0 ? [] : [`em ${numberOfDishes(uses)}`];
  const parts = isExample ? [...inDishes, 'preço de exemplo'] : inDishes;
  return parts.length === 0 ? undefined : parts.join(' · ');
}
