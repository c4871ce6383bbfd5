import '#web/ui/mantine-fields.ts';
import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { Link } from 'wouter';
import { type Component, componentOf, unitOf } from '#domain/business/component.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { listSide } from '#web/ui/list-side.ts';
import { tabAddress } from '../dashboard/tabs.ts';
import { AddForm } from '../entry/add-form.tsx';
import { Adding } from '../entry/adding.ts';
import type { EntryForm } from '../entry/entry-form.ts';
import { choiceField } from '../entry/field.ts';
import { namedLike } from '../entry/equal-name.ts';
import { useKept } from '../entry/use-kept.ts';
import styles from './add-line.module.css';
import {
  answerField,
  conversionFrom,
  type Doubt,
  doubtIn,
  lineQuantityField,
  lineScope,
  questionFor,
} from './line-fields.ts';
import { type LineForm, QuantityInput } from './quantity-input.tsx';
import { addLine, choicesFor, issueLine, type RecipeOwner } from './recipe-owner.ts';

/** So many are offered at a time; typing narrows them down. */
const OFFERED = 50;

const fieldsIn = (business: BusinessStore, doubt: Doubt) => ({
  ingredientId: choiceField('ingredient_id'),
  quantity: lineQuantityField(() => undefined, doubt),
  answer: answerField,
  channels: lineScope(business),
});

/** The row that puts something into a recipe: what is not in it yet, and how much of it. */
export const AddLine = observer(function AddLine({ owner }: { readonly owner: RecipeOwner }) {
  const { business } = useStores();
  const nameOf = (id: string) => componentOf(business.state, id)?.name ?? 'O insumo';
  const adding = useKept(business, `new line of ${business.keyOf(owner.id)}`, () => {
    const chosen = { id: () => '' };
    const doubt: Doubt = (quantity) => doubtIn(business, { owner, ingredientId: chosen.id() })(quantity);
    const made = new Adding({
      fields: fieldsIn(business, doubt),
      add: ({ ingredientId, quantity, answer, channels }) => {
        const question = questionFor(componentOf(business.state, ingredientId), quantity.unit);
        const learnt = question && conversionFrom(question, answer);
        return issueLine(business, addLine(owner, { ingredientId, ...quantity, channels }), learnt);
      },
      said: ({ ingredientId }) => `${nameOf(ingredientId)} está na ficha.`,
      nameOf: ({ ingredientId }) => nameOf(ingredientId),
    });
    chosen.id = () => made.form.texts.ingredientId;
    return made;
  });
  const { form } = adding;
  const { ingredients, preparations } = business.state;
  if (ingredients.size + preparations.size === 0)
    return (
      <p className={styles['note']}>
        Ainda não há insumos para escolher. <Link href={tabAddress('ingredients')}>Cadastrar insumos</Link>
      </p>
    );
  const unused = choicesFor(owner, business.state).map(choiceOf);
  if (unused.length === 0)
    return (
      <p className={styles['note']}>
        Todos os insumos já estão {owner.kind === 'dish' ? 'neste prato' : 'nesta receita'}.
      </p>
    );
  const component = componentOf(business.state, form.texts.ingredientId);
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
      <QuantityInput
        label={component === undefined ? 'Quantidade' : `Quantidade (${unitOf(component)})`}
        form={form as unknown as EntryForm<LineForm>}
        component={component}
        doubt={doubtIn(business, { owner, ingredientId: form.texts.ingredientId })}
      />
      {/* A preparation is made for all channels at once. */}
      {owner.kind === 'dish' && (
        <div className={styles['where']}>{lineScope(business).draw({ form, key: 'channels', isNew: true })}</div>
      )}
    </AddForm>
  );
});

/** By the name alone, without the unit that stands behind it. */
const offered: OptionsFilter = ({ options, search }) =>
  namedLike(options as unknown as readonly Choice[], search.replace(/ \([^()]*\)$/, '')).slice(0, OFFERED);

interface Choice extends ComboboxItem {
  readonly name: string;
}

const choiceOf = (component: Component): Choice => ({
  value: component.id,
  label: `${component.name} (${unitOf(component)})`,
  name: component.name,
});
