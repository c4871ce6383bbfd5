import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type Ref, useState } from 'react';
import type { Ingredient } from '#domain/business/state.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { listSide } from '#web/ui/mantine-fields.ts';
import { filterByName, findEqualName } from '../entry/equal-name.ts';
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
  /** Receives a chosen item, or a typed name that is neither in the list nor chosen as a new item yet. */
  readonly onChange: (texts: ItemTexts) => void;
  /** Is called after an option of the list is chosen, so that the focus can move on. */
  readonly onPick: (item: string) => void;
}

type ItemTexts = Pick<LineTexts, 'item' | 'name' | 'pack'>;

/** A field for the bought item: an ingredient of the list, a new one, or an item that is not an ingredient. */
export const ItemSelect = observer(function ItemSelect(props: ItemSelectProps) {
  const { texts, error, inputRef, allowsNonIngredient, onChange, onPick } = props;
  const { ingredients, preparations } = useStores().business.state;
  /** The text since the last key press, until the field is left; undefined while it is not edited. */
  const [typed, setTyped] = useState<string>();
  const isNamed = texts.item === NEW_INGREDIENT || texts.item === NOT_INGREDIENT;
  const name =
    isNamed && typed === undefined
      ? texts.name
      : newIngredientName([...ingredients.values(), ...preparations.values()], withoutKind(typed ?? texts.name));
  const ingredientChoices = [...ingredients.values()].map(choiceOf);
  const newChoices =
    name === undefined ? [] : [newChoice(name), ...(allowsNonIngredient ? [nonIngredientChoice(name)] : [])];
  const choices = [...ingredientChoices, ...newChoices];
  const chosen = choices.find(({ value }) => value === texts.item);
  const pick = (item: string): void => {
    const ingredient = ingredients.get(item);
    setTyped(undefined);
    onChange(ingredient ? textsOf(ingredient) : { item, name: name ?? '', pack: '' });
    onPick(item);
  };
  const settle = (): void => {
    if (typed === undefined) return;
    setTyped(undefined);
    const text = withoutKind(typed).trim();
    const ingredient = findEqualName(ingredients.values(), text);
    if (ingredient ? ingredient.id === texts.item : isNamed && text === texts.name) return;
    if (ingredient) onChange(textsOf(ingredient));
    else if (text !== '' || texts.item === '') onChange({ item: '', name: text, pack: texts.pack });
  };
  return (
    <Select
      label="O que comprou"
      placeholder="Procure, ou escreva um novo"
      searchable
      selectFirstOptionOnChange
      openOnFocus={false}
      ref={inputRef}
      data={choices}
      searchValue={typed ?? chosen?.label ?? texts.name}
      // The select itself would replace the typed text when the field is left.
      onChangeCapture={(event) => setTyped(event.currentTarget.value)}
      filter={matchingChoices}
      {...listSide(error !== undefined)}
      nothingFoundMessage="Nada com esse nome"
      error={error}
      value={texts.item === '' ? null : texts.item}
      onOptionSubmit={pick}
      onBlur={settle}
    />
  );
});

const textsOf = (ingredient: Ingredient): ItemTexts => ({
  item: ingredient.id,
  name: '',
  pack: packTextOf(ingredient),
});

/** The name in the label of a choice: 'Coentro' of 'Coentro (insumo novo)'. */
const withoutKind = (text: string): string => text.replace(/ \((?:insumo novo|não é insumo)\)$/, '');

const choiceOf = ({ id, name }: Ingredient): Choice => ({ value: id, label: name, name });
const newChoice = (name: string): Choice => ({ value: NEW_INGREDIENT, label: `${name} (insumo novo)`, name });
const nonIngredientChoice = (name: string): Choice => ({
  value: NOT_INGREDIENT,
  label: `${name} (não é insumo)`,
  name,
});

const matchingChoices: OptionsFilter = ({ options, search }) =>
  filterByName(options as unknown as readonly Choice[], withoutKind(search)).slice(0, MAX_CHOICES);
