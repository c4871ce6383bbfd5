import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { mainChannelOf } from '#domain/business/channel/channels.ts';
import { isInScope } from '#domain/business/channel/fields.ts';
import type { Dish } from '#domain/business/state.ts';
import { ingredientsCostIn } from '#domain/figures/batch-costs.ts';
import type { DishFigures } from '#domain/figures/dish-result.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { DishChannels } from '../channels/dish-channels.tsx';
import { nameField } from '../entry/field.ts';
import { fieldProps } from '../entry/entry-form.ts';
import { InlineEditor } from '../entry/inline-editor.tsx';
import { focusRow } from '../entry/row-focus.ts';
import type { RecipeOwner } from '../fields/recipe-owner.ts';
import { HistoryLink } from '../navigation/links.tsx';
import { Analysis } from './analysis.tsx';
import { DishDetails } from './dish-details.tsx';
import styles from './recipe-sheet.module.css';
import { RecipeLines } from './recipe-lines.tsx';
import { RecipeSheet } from './recipe-sheet.tsx';
import { dishTotals } from './recipe-totals.ts';
import type { RecipesView } from './recipes-view.ts';
import { SalePrice } from './sale-price.tsx';
import { dishEditing, useRecipeEditing } from './use-recipe-editing.ts';

interface DishSheetProps {
  readonly dish: Dish;
  readonly figures: DishFigures;
  readonly cardKey: string;
  readonly view: RecipesView;
}

/** The opened card: the lines, the price and the margins. */
export const DishSheet = observer(function DishSheet({ dish, figures, cardKey, view }: DishSheetProps) {
  const { state } = useStores().business;
  const owner: RecipeOwner = { ...dish, kind: 'dish' };
  const main = mainChannelOf(state)?.id;
  const ingredients = ingredientsCostIn(main, figures.lines, dish.lines);
  function save() {
    view.save(cardKey);
    focusRow(cardKey);
  }
  return (
    <RecipeSheet
      owner={owner}
      cardKey={cardKey}
      view={view}
      buttons={
        <>
          <Button onClick={save}>Salvar Prato</Button>
          <DishName dish={dish} />
        </>
      }
    >
      <div className={`${styles['parts']} stack from-top shrinks gap-24`}>
        <RecipeLines
          owner={owner}
          lines={figures.lines}
          totalOf={(i) => (isInScope(dish.lines[i]?.channels ?? null, main) ? ingredients : 0)}
          totals={dishTotals(dish, figures, state)}
        />
        <div className="stack from-top shrinks gap-24">
          <SalePrice dish={dish} />
          <DishChannels dish={dish} figures={figures} />
          <Analysis dish={dish} figures={figures} />
          <DishDetails dish={dish} />
          <HistoryLink subject={`dish:${dish.id}`}>
            Histórico deste prato<span className="visually-hidden">: {dish.name}</span>
          </HistoryLink>
        </div>
      </div>
    </RecipeSheet>
  );
});

/** The button 'Renomear', or the name's form. */
const DishName = observer(function DishName({ dish }: { readonly dish: Dish }) {
  const editing = useRecipeEditing('name', dish, {
    ...dishEditing,
    fields: { name: nameField },
    focus: 'name',
  });
  return (
    <InlineEditor
      label={`Renomear ${dish.name}`}
      editor={editing}
      renderFields={(form) => <TextField label="Nome do prato" {...fieldProps(form, 'name')} />}
    >
      {(openButton) => (
        <Button ref={openButton} variant="default" onClick={() => editing.open()}>
          Renomear
        </Button>
      )}
    </InlineEditor>
  );
});
