import { type Component, componentOf, unitOf } from '#domain/business/recipe/components.ts';
import type { Ingredient } from '#domain/business/ingredient/fields.ts';
import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { listSide } from '#web/ui/mantine-fields.ts';
import { lineScope } from '../channels/scope-field.tsx';
import { AddForm } from '../entry/add-form.tsx';
import { AdditionForm } from '../entry/addition-form.ts';
import { type EntryForm, type Values, fieldProps } from '../entry/entry-form.ts';
import { choiceField } from '../entry/field.ts';
import { filterByName } from '../entry/equal-name.ts';
import { useCached } from '../entry/use-cached.ts';
import { UnitField } from '../ingredients/unit-field.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { AMOUNTS } from '#domain/amounts.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import type { IssuedCommand } from '#web/stores/business/pending-commands.ts';
import styles from './recipe-sheet.module.css';
import {
  answerField,
  conversionFrom,
  type UnitDoubt,
  unitDoubtIn,
  lineQuantityField,
  missingConversionFor,
} from '../fields/line-fields.ts';
import {
  toComponent,
  addWithIngredient,
  newIngredientName,
  NEW_INGREDIENT,
  NEW_INGREDIENT_FIELDS,
} from '../fields/new-ingredient.ts';
import { QuantityInput } from './quantity-input.tsx';
import { addLine, componentChoices, issueLine, type RecipeOwner } from '../fields/recipe-owner.ts';

/** This many choices are offered at a time; typing narrows them down. */
const MAX_CHOICES = 50;

const fieldsIn = (business: BusinessStore, doubt: UnitDoubt) => ({
  ingredientId: choiceField('ingredient_id'),
  ...NEW_INGREDIENT_FIELDS,
  quantity: lineQuantityField(() => undefined, doubt),
  answer: answerField,
  channels: lineScope(business),
});

type NewLineFields = ReturnType<typeof fieldsIn>;

/** The form that adds a line to a recipe: an ingredient or preparation that it does not use yet, and the quantity. */
export const AddLine = observer(function AddLine({ owner }: { readonly owner: RecipeOwner }) {
  const { business } = useStores();
  const adding = useNewLine(owner);
  const { form } = adding;
  const { ingredients, preparations } = business.state;
  const [search, setSearch] = useState('');
  const choices = componentChoices(owner, business.state).map(choiceOf);
  const isNewIngredient = form.texts.ingredientId === NEW_INGREDIENT;
  const typedName = isNewIngredient
    ? form.texts.newName
    : newIngredientName([...ingredients.values(), ...preparations.values()], search);
  const component = isNewIngredient ? newIngredientIn(form) : componentOf(business.state, form.texts.ingredientId);
  const pick = (id: string | null) => {
    form.type('ingredientId', id ?? '');
    if (id === NEW_INGREDIENT && typedName !== undefined) form.type('newName', typedName);
    // The focus moves on after the list has closed and given it back to its field.
    if (id !== null) setTimeout(() => form.focus(id === NEW_INGREDIENT ? 'newUnit' : 'quantity'));
  };
  return (
    <AddForm
      button="Adicionar"
      additionForm={adding}
      className={`${styles['newLine']} stack at-bottom wide-and-narrow gap-12`}
    >
      <Select
        className="whole-row"
        ref={form.ref('ingredientId')}
        label="Insumo"
        placeholder={choices.length > 0 ? 'Escolha, ou escreva um novo' : 'Escreva um novo'}
        searchable
        selectFirstOptionOnChange
        openOnFocus={false}
        data={typedName === undefined ? choices : [...choices, newIngredientChoice(typedName)]}
        onSearchChange={setSearch}
        filter={matchingChoices}
        {...listSide(form.hasProblemFrom('ingredientId'))}
        nothingFoundMessage="Nenhum insumo com esse nome"
        error={form.errors.ingredientId}
        value={form.texts.ingredientId === '' ? null : form.texts.ingredientId}
        onChange={pick}
      />
      {isNewIngredient && <NewIngredientInputs form={form} />}
      <QuantityInput
        label={component === undefined ? 'Quantidade' : `Quantidade (${unitOf(component)})`}
        form={form}
        component={component}
        doubt={unitDoubtIn(business, { owner, ingredientId: form.texts.ingredientId })}
      />
      {/* A preparation is made for all channels at once, so its lines have no scope. */}
      {owner.kind === 'dish' && (
        <div className={`${styles['where']} hidden-empty`}>
          {lineScope(business).render({ form, key: 'channels', isNew: true })}
        </div>
      )}
    </AddForm>
  );
});

/** Unit and price of an ingredient that is added together with its first line. */
const NewIngredientInputs = observer(function NewIngredientInputs(props: { readonly form: EntryForm<NewLineFields> }) {
  const { form } = props;
  const unit = form.texts.newUnit.trim();
  return (
    <>
      <UnitField
        {...fieldProps(form, 'newUnit')}
        opensUpward={form.hasProblemFrom('newUnit')}
        readingText=""
        onRefocus={() => form.focus('newPrice')}
      />
      <AmountField
        label={unit === '' ? 'Preço' : `Preço por ${unit}`}
        placeholder="0,00"
        rule={AMOUNTS.unitPrice}
        {...fieldProps(form, 'newPrice')}
      />
    </>
  );
});

/** The state of the form of a new line. Its doubt concerns the ingredient that is chosen in the form. */
function useNewLine(owner: RecipeOwner) {
  const { business } = useStores();
  const nameOf = (id: string) => componentOf(business.state, id)?.name ?? 'O insumo';
  return useCached(business, `new line of ${owner.id}`, () => {
    const selection = { id: () => '', component: (): Ingredient | undefined => undefined };
    const doubt: UnitDoubt = (quantity) =>
      unitDoubtIn(business, { owner, ingredientId: selection.id(), component: selection.component() })(quantity);
    const addition = new AdditionForm({
      fields: fieldsIn(business, doubt),
      add: (values) => issueNewLine(business, owner, values),
      toastText: ({ ingredientId, newName = '' }) =>
        ingredientId === NEW_INGREDIENT
          ? `${newName} está nos insumos e na ficha.`
          : `${nameOf(ingredientId)} está na ficha.`,
      nameOf: ({ ingredientId, newName }) => (ingredientId === NEW_INGREDIENT ? newName : nameOf(ingredientId)),
    });
    selection.id = () => addition.form.texts.ingredientId;
    selection.component = () =>
      addition.form.texts.ingredientId === NEW_INGREDIENT ? newIngredientIn(addition.form) : undefined;
    return addition;
  });
}

/** Adds the line, together with its ingredient where that is new. */
function issueNewLine(business: BusinessStore, owner: RecipeOwner, values: Values<NewLineFields>): IssuedCommand {
  const { ingredientId, quantity, answer, channels, newName: name = '', newUnit, newPrice: unitPrice = 0 } = values;
  const ingredient = { id: newId(), name, unit: newUnit ?? quantity.unit ?? 'un', unitPrice };
  const isNewIngredient = ingredientId === NEW_INGREDIENT;
  const component = isNewIngredient ? toComponent(ingredient) : componentOf(business.state, ingredientId);
  const question = missingConversionFor(component, quantity.unit);
  const conversion = question && conversionFrom(question, answer);
  if (!isNewIngredient) return issueLine(business, addLine(owner, { ingredientId, ...quantity, channels }), conversion);
  const commands = addWithIngredient(owner, { ...ingredient, conversion }, { ...quantity, channels });
  return business.issue({ type: 'ApplyChangeSet', commands });
}

/** The new ingredient as far as it is typed; undefined before it has a unit. */
function newIngredientIn({ texts }: { readonly texts: Readonly<Record<string, string>> }): Ingredient | undefined {
  const unit = (texts['newUnit'] ?? '').trim();
  if (unit === '') return undefined;
  const price = NEW_INGREDIENT_FIELDS.newPrice.read(texts['newPrice'] ?? '');
  return toComponent({ name: texts['newName'] ?? '', unit, unitPrice: (price.ok && price.value) || 0 });
}

/** The choice that creates an ingredient with the typed name. */
const newIngredientChoice = (name: string): LineChoice => ({
  value: NEW_INGREDIENT,
  label: `Criar insumo “${name}”`,
  name,
});

/** Matches by the name alone, without the unit behind it. */
const matchingChoices: OptionsFilter = ({ options, search }) =>
  filterByName(options as unknown as readonly LineChoice[], search.replace(/ \([^()]*\)$/, '')).slice(0, MAX_CHOICES);

interface LineChoice extends ComboboxItem {
  readonly name: string;
}

const choiceOf = (component: Component): LineChoice => ({
  value: component.id,
  label: `${component.name} (${unitOf(component)})`,
  name: component.name,
});
