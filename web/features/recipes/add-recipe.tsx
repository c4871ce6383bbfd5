import { observer } from 'mobx-react-lite';
import { newId } from '#web/stores/business/entity-id.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { AddForm } from '../entry/add-form.tsx';
import { AdditionForm } from '../entry/addition-form.ts';
import { findEqualName } from '../entry/equal-name.ts';
import { nameField } from '../entry/field.ts';
import { fieldProps } from '../entry/entry-form.ts';
import { EqualNameHint } from '../entry/hints.tsx';
import { useCached } from '../entry/use-cached.ts';
import { RecipeYieldInput } from '../entry/quantity-field.tsx';
import { recipeYieldField, recipeYieldOf, recipeYieldText, yieldCommandFields } from '../fields/recipe-yield.ts';
import { optionalField } from '../fields/new-ingredient.ts';
import type { RecipeOwner } from '../fields/recipe-owner.ts';
import styles from './recipes-tab.module.css';
import type { RecipesView } from './recipes-view.ts';

const WORDS = {
  dish: {
    word: 'prato',
    label: 'Nome do prato',
    example: 'Pizza Calabresa',
    toastText: (name: string) => `Prato criado: ${name}. A ficha está aberta na lista.`,
  },
  preparation: {
    word: 'preparo',
    label: 'Nome',
    example: 'Massa de pizza',
    toastText: (name: string) => `Preparo criado: ${name}. A receita está aberta na lista.`,
  },
};

interface AddRecipeProps {
  readonly kind: RecipeOwner['kind'];
  readonly view: RecipesView;
}

/** A new recipe has no lines yet, and its card is open. A preparation says what it yields, a dish has no price yet. */
export const AddRecipe = observer(function AddRecipe({ kind, view }: AddRecipeProps) {
  const { business } = useStores();
  const isDish = kind === 'dish';
  const { word, label, example, toastText } = WORDS[kind];
  const adding = useCached(
    business,
    `new ${kind}`,
    () =>
      new AdditionForm({
        fields: { name: nameField, batch: isDish ? optionalField(recipeYieldField) : recipeYieldField },
        add({ name, batch }) {
          const recipe = { id: newId(), name };
          const issued = business.issue(
            batch
              ? { type: 'AddPreparation', ...recipe, ...yieldCommandFields(batch) }
              : { type: 'AddDish', ...recipe, salePrice: 0 },
          );
          if (!issued.refused) view.open(issued.id);
          return issued;
        },
        toastText: ({ name }) => toastText(name),
      }),
  );
  const { form } = adding;
  const rows = isDish ? business.state.dishes : business.state.preparations;
  const duplicate = findEqualName([...rows.values()], form.texts.name);
  const yieldNote = duplicate && 'yieldUnit' in duplicate ? `, rende ${recipeYieldText(recipeYieldOf(duplicate))}` : '';
  return (
    <Panel title={`Novo ${word}`}>
      <AddForm
        button={`Criar ${word}`}
        additionForm={adding}
        className={isDish ? `${styles['newDish']} stack gap-12` : undefined}
        isFoldable={rows.size > 0}
        below={<EqualNameHint>{duplicate && `“${duplicate.name}” já existe${yieldNote}.`}</EqualNameHint>}
      >
        <TextField label={label} placeholder={example} {...fieldProps(form, 'name')} />
        {!isDish && <RecipeYieldInput form={form} fieldKey="batch" />}
      </AddForm>
    </Panel>
  );
});
