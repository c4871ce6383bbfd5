import type { SingleCommand } from '#domain/business/commands.ts';
import type { Recipe } from '#domain/business/recipe/components.ts';
import type { Business, Dish } from '#domain/business/state.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { RowEditor } from '../entry/row-editor.ts';
import type { Fields, Values } from '../entry/entry-form.ts';
import { useRowEditor } from '../entry/use-row-editor.ts';

interface RecipeEditing<R extends Recipe, F extends Fields> {
  readonly fields: F;
  /** The field that gets the focus first. */
  readonly focus: keyof F;
  readonly rowsIn: (state: Business) => ReadonlyMap<string, R>;
  /** The values of the recipe that are edited. */
  readonly savedValues: (recipe: R) => Values<F>;
  readonly change: (id: string, changes: Partial<Values<F>>) => SingleCommand;
  readonly onChanged?: (key: string, changes: Partial<Values<F>>) => void;
}

/** The fields of a dish have the names of its properties. */
export const dishEditing = {
  rowsIn: ({ dishes }: Business) => dishes,
  savedValues: (dish: Dish) => dish,
  change: (id: string, changes: Omit<ChangeDish, 'type' | 'id'>): ChangeDish => ({
    type: 'ChangeDish',
    id,
    ...changes,
  }),
};

type ChangeDish = Extract<SingleCommand, { readonly type: 'ChangeDish' }>;

/** The editor of a part of a recipe. @param part its name among the editors of the recipe */
export function useRecipeEditing<R extends Recipe, F extends Fields>(
  part: string,
  recipe: R,
  { fields, focus, rowsIn, savedValues, change, onChanged }: RecipeEditing<R, F>,
): RowEditor<F> {
  const { business } = useStores();
  return useRowEditor(
    `${part} of ${recipe.id}`,
    recipe,
    (latest) =>
      new RowEditor({
        fields,
        focus,
        savedValues: () => savedValues(rowsIn(business.state).get(latest.current.id) ?? latest.current),
        change(changes) {
          const { id } = latest.current;
          const issued = business.issue(change(id, changes));
          if (!issued.refused) onChanged?.(id, changes);
          return issued;
        },
      }),
  );
}
