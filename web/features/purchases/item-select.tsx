import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type Ref, useState } from 'react';
import type { Ingredient } from '#domain/business/state.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { listSide } from '#web/ui/mantine-fields.ts';
import { filterByName } from '../entry/equal-name.ts';
import { newIngredientName, NEW_INGREDIENT } from '../fields/new-ingredient.ts';
import { type LineTexts, NOT_FOOD, packTextOf } from './purchase-line.ts';
import '#web/ui/mantine-fields.ts';

const CHOICE_LIMIT = 50;

interface Choice extends ComboboxItem {
  readonly name: string;
}

interface ItemSelectProps {
  readonly texts: LineTexts;
  readonly error: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** Whether an item that is not an ingredient can be chosen. */
  readonly takesOther: boolean;
  readonly onPick: (texts: Pick<LineTexts, 'item' | 'name' | 'pack'>) => void;
}

/** A field for the bought item: an ingredient of the list, a new one, or an item that is not an ingredient. */
export const ItemSelect = observer(function ItemSelect(props: ItemSelectProps) {
  const { texts, error, inputRef, takesOther, onPick } = props;
  const { ingredients, preparations } = useStores().business.state;
  const [sought, setSought] = useState('');
  const isNamed = texts.item === NEW_INGREDIENT || texts.item === NOT_FOOD;
  const name = isNamed ? texts.name : newIngredientName([...ingredients.values(), ...preparations.values()], sought);
  const known = [...ingredients.values()].map(choiceOf);
  const named = name === undefined ? [] : [newChoice(name), ...(takesOther ? [otherChoice(name)] : [])];
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
      data={[...known, ...named]}
      onSearchChange={setSought}
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
const otherChoice = (name: string): Choice => ({ value: NOT_FOOD, label: `${name} (não é insumo)`, name });

const matchingChoices: OptionsFilter = ({ options, search }) =>
  filterByName(options as unknown as readonly Choice[], search.replace(/ \([^()]*\)$/, '')).slice(0, CHOICE_LIMIT);
