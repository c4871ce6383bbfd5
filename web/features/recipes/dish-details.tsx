import { observer } from 'mobx-react-lite';
import { AMOUNTS } from '#domain/amounts.ts';
import type { Dish } from '#domain/business/state.ts';
import { DEFAULT_LOSS } from '#domain/figures/dish-result.ts';
import { formatCount } from '#domain/format.ts';
import { formatForInput } from '#domain/numerals.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { MethodField } from '../fields/method-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { amountProps, fieldProps } from '../entry/entry-form.ts';
import { followRow } from '../entry/row-focus.ts';
import { DetailEditor } from './detail-editor.tsx';
import { dishFieldsWithoutOwnInput, listTexts } from '../fields/fields-without-own-input.ts';
import { TableInputs, tableInputFields } from '../entry/field-with-input.tsx';
import { lossText } from './recipe-totals.ts';
import { dishEditing, useRecipeEditing } from './use-recipe-editing.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { fieldOfTable } from '../entry/field.ts';

/** The fields of a dish besides its name, prices and recipe. */
const dishInputs = {
  portions: fieldOfTable('portions', dishFields.portions),
  loss: { ...fieldOfTable('loss', dishFields.loss), label: 'Perda' },
  category: fieldOfTable('category', dishFields.category),
  method: fieldOfTable('method', dishFields.method),
  ...tableInputFields(dishFieldsWithoutOwnInput),
};

/** The rest of a dish: its portions, its loss, its category and its method. */
export const DishDetails = observer(function DishDetails({ dish }: { readonly dish: Dish }) {
  const { business } = useStores();
  const editing = useRecipeEditing('details', dish, {
    ...dishEditing,
    fields: dishInputs,
    focus: 'portions',
    // The card moves under the heading of its new category.
    onChanged(key, changes) {
      if (changes.category !== undefined) followRow(key);
    },
  });
  const defaultLoss = business.state.settings.productionLoss ?? DEFAULT_LOSS;
  return (
    <section className="stack one-column from-top shrinks gap-12" aria-label={`Rendimento e preparo de ${dish.name}`}>
      <DetailEditor
        label={`Rendimento e preparo de ${dish.name}`}
        editor={editing}
        button="Porções e preparo"
        below={dish.method !== null && <p className="soft text-15 breaks pre-line">{dish.method}</p>}
        renderFields={(form) => (
          <>
            <TextField label="A ficha rende quantas porções?" placeholder="1" {...fieldProps(form, 'portions')} />
            <AmountField
              label="Perda na produção deste prato"
              rule={AMOUNTS.loss}
              placeholder={formatForInput(defaultLoss)}
              description="Vazio: a do negócio."
              {...amountProps(form, 'loss')}
            />
            <TextField label="Categoria" placeholder="Pizzas" {...fieldProps(form, 'category')} />
            <TableInputs table={dishFieldsWithoutOwnInput} form={form} />
            <MethodField {...fieldProps(form, 'method')} inputRef={form.ref('method')} />
          </>
        )}
      >
        <p className="soft text-15">{detailsText(dish)}</p>
      </DetailEditor>
    </section>
  );
});

/** Summarizes the details of a dish: 'Rende 40 porções · perda de 5% · Doces'. Details without a value are left out. */
function detailsText(dish: Dish): string {
  const { portions, loss, category } = dish;
  const parts = [
    portions === null ? 'A ficha é de uma porção' : `A ficha rende ${formatCount(portions)} porções`,
    loss !== null && `perda de ${lossText(loss)}`,
    category,
    ...listTexts(dishFieldsWithoutOwnInput, dish),
  ].filter((part) => typeof part === 'string');
  return parts.join(' · ');
}
