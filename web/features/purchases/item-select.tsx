import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type Ref, useState } from 'react';
import type { Ingredient } from '#domain/business/state.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { listSide } from '#web/ui/mantine-fields.ts';
import { filterByName } from '../entry/equal-name.ts';
import { newIngredientName, NEW_INGREDIENT } from '../fields/new-ingredient.ts';
import { type LineTexts, NOT_INGREDIENT, packTextOf } from './purchase-line.ts';
import '#web/ui/mantine-fields.ts';

const MAX_CHOICES = 50;

interface Choice extends ComboboxItem {
  readonly name: string;
}

interface ItemSelectProps {
  readonly texts: LineTexts;
  readonly error: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** Tells whether an item that is not an ingredient can be chosen. */
  readonly allowsNonIngredient: boolean;
  readonly onPick: (texts: Pick<LineTexts, 'item' | 'name' | 'pack'>) => void;
}

/** A field for the bought item: an ingredient of the list, a new one, or an item that is not an ingredient. */
export const ItemSelect = observer(function ItemSelect(props: ItemSelectProps) {
  const { texts, error, inputRef, allowsNonIngredient, onPick } = props;
  const { ingredients, preparations } = useStores().business.state;
  const [search, setSearch] = useState('');
  const isNamed = texts.item === NEW_INGREDIENT || texts.item === NOT_INGREDIENT;
  const name = isNamed ? texts.name : newIngredientName([...ingredients.values(), ...preparations.values()], search);
  const ingredientChoices = [...ingredients.values()].map(choiceOf);
  const newChoices =
    name === undefined ? [] : [newChoice(name), ...(allowsNonIngredient ? [nonIngredientChoice(name)] : [])];
  const pick = (item: string | null): void => {
    const ingredient = ingredients.get(item ?? '');
    if (ingredient) onPick({ item: ingredient.id, name: '', pack: packTextOf(ingredient) });
    else onPick({ item: item ?? '', name: item === null ? '' : (name ?? ''), pack: '' });
  };
  return (
    <Select
      label="O que comprou"
      placeholder="Procure, ou escreva um novo"
      searchable
      selectFirstOptionOnChange
      openOnFocus={false}
      ref={inputRef}
      data={[...ingredientChoices, ...newChoices]}
      onSearchChange={setSearch}
      filter={matchingChoices}
      {...listSide(error !== undefined)}
      nothingFoundMessage="Nada com esse nome"
      error={error}
      value={texts.item === '' ? null : texts.item}
      onChange={pick}
    />
  );
});

const choiceOf = ({ id, name }: Ingredient): Choice => ({ value: id, label: name, name });
const newChoice = (name: string): Choice => ({ value: NEW_INGREDIENT, label: `${name} (insumo novo)`, name });
const nonIngredientChoice = (name: string): Choice => ({
  value: NOT_INGREDIENT,
  label: `${name} (não é insumo)`,
  name,
});

const matchingChoices: OptionsFilter = ({ options, search }) =>
  filterByName(options as unknown as readonly Choice[], search.replace(/ \([^()]*\)$/, '')).slice(0, MAX_CHOICES);
