import '#web/ui/mantine-fields.ts';
import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { Link } from 'wouter';
import { AMOUNTS } from '#contract/amounts.ts';
import type { Business, Dish } from '#domain/business/state.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { listSide } from '#web/ui/list-side.ts';
import { tabAddress } from '../dashboard/tabs.ts';
import { AddForm } from '../entry/add-form.tsx';
import { Adding } from '../entry/adding.ts';
import { amountField, choiceField } from '../entry/field.ts';
import { amountProps } from '../entry/field-props.ts';
import { namedLike } from '../entry/equal-name.ts';
import { useKept } from '../entry/use-kept.ts';
import styles from './add-dish-line.module.css';

/** So many are offered at a time; typing narrows them down. */
const OFFERED = 50;

const fields = { ingredientId: choiceField('ingredient_id'), quantity: amountField('quantity', AMOUNTS.quantity) };

/** The row that puts an ingredient into the dish: one that is not in it yet, and how much of it. */
export const AddDishLine = observer(function AddDishLine({ dish }: { readonly dish: Dish }) {
  const { business } = useStores();
  const nameOf = (id: string) => business.state.ingredients.get(id)?.name ?? 'O insumo';
  const adding = useKept(
    business,
    `new line of ${business.keyOf(dish.id)}`,
    () =>
      new Adding({
        fields,
        add: (line) => business.issue({ type: 'AddDishIngredient', dishId: dish.id, ...line }),
        said: ({ ingredientId }) => `${nameOf(ingredientId)} está na ficha.`,
        nameOf: ({ ingredientId }) => nameOf(ingredientId),
      }),
  );
  const { form } = adding;
  const { ingredients } = business.state;
  const unused = unusedIn(dish, ingredients);
  if (ingredients.size === 0)
    return (
      <p className={styles['note']}>
        Ainda não há insumos para escolher. <Link href={tabAddress('ingredients')}>Cadastrar insumos</Link>
      </p>
    );
  if (unused.length === 0) return <p className={styles['note']}>Todos os insumos já estão neste prato.</p>;
  const unit = ingredients.get(form.texts.ingredientId)?.unit;
  const pick = (id: string | null) => {
    form.type('ingredientId', id ?? '');
    // After the list has closed and given the focus back to its field.
    if (id !== null) setTimeout(() => form.focus('quantity'));
  };
  return (
    <AddForm button="Adicionar" adding={adding} className={styles['form']}>
      <Select
        ref={form.ref('ingredientId')}
        label="Insumo"
        placeholder="Escolha"
        searchable
        selectFirstOptionOnChange
        openOnFocus={false}
        data={unused}
        filter={offered}
        {...listSide(form.isWrongFrom('ingredientId'))}
        nothingFoundMessage="Nenhum insumo com esse nome"
        error={form.errors.ingredientId}
        value={form.texts.ingredientId === '' ? null : form.texts.ingredientId}
        onChange={pick}
      />
      <AmountField
        label={unit === undefined ? 'Quantidade' : `Quantidade (${unit})`}
        rule={AMOUNTS.quantity}
        {...amountProps(form, 'quantity')}
      />
    </AddForm>
  );
});

/** By the name alone, without the unit that stands behind it. */
const offered: OptionsFilter = ({ options, search }) =>
  namedLike(options as unknown as readonly Choice[], search.replace(/ \([^()]*\)$/, '')).slice(0, OFFERED);

interface Choice extends ComboboxItem {
  readonly name: string;
}

function unusedIn(dish: Dish, ingredients: Business['ingredients']): Choice[] {
  const used = new Set(dish.lines.map((line) => line.ingredientId));
  return [...ingredients.values()]
    .filter(({ id }) => !used.has(id))
    .toSorted((a, b) => alphabet.compare(a.name, b.name))
    .map(({ id, name, unit }) => ({ value: id, label: `${name} (${unit})`, name }));
}

const alphabet = new Intl.Collator('pt-BR');
