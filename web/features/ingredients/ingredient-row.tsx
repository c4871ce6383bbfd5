import { observer } from 'mobx-react-lite';
import { useLocation } from 'wouter';
import { AMOUNTS } from '#contract/amounts.ts';
import type { Ingredient } from '#domain/business/state.ts';
import { count, unitPrice } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { AffectedDishes } from '../consequences/affected-dishes.tsx';
import { announceWarnings } from '../consequences/announce-warnings.ts';
import { EditableRow } from '../entry/editable-row.tsx';
import { Editing } from '../entry/editing.ts';
import { amountProps, fieldProps } from '../entry/field-props.ts';
import { RowContent } from '../entry/row-list.tsx';
import { useEditing } from '../entry/use-editing.ts';
import { useExamples } from '../onboarding/use-examples.ts';
import { HistoryLink } from '../history/history-link.tsx';
import { AT_RISK } from '../recipes/at-risk.ts';
import { ingredientFields } from './add-ingredient.tsx';
import { UnitField } from './unit-field.tsx';

interface IngredientRowProps {
  readonly ingredient: Ingredient;
  /** In how many dishes it is. */
  readonly uses: number;
}

export const IngredientRow = observer(function IngredientRow({ ingredient, uses }: IngredientRowProps) {
  const { business } = useStores();
  const [, navigate] = useLocation();
  const editing = useEditing(
    business.keyOf(ingredient.id),
    ingredient,
    (latest) =>
      new Editing({
        fields: ingredientFields,
        held: () => business.state.ingredients.get(latest.current.id) ?? latest.current,
        change: (to) =>
          announceWarnings({
            business,
            change: () => business.issue({ type: 'ChangeIngredient', id: latest.current.id, ...to }),
            showDishes: () => navigate(AT_RISK),
          }),
        focus: 'unitPrice',
      }),
  );
  const examples = useExamples();
  const { id, name, unit, unitPrice: price } = ingredient;
  return (
    <EditableRow
      rowKey={business.keyOf(id)}
      name={name}
      editing={editing}
      remove={() => business.issue({ type: 'RemoveIngredient', id })}
      removedText={`“${name}” excluído`}
      renderFields={(form) => (
        <>
          <TextField label="Nome" {...fieldProps(form, 'name')} />
          <UnitField {...fieldProps(form, 'unit')} />
          <AmountField label="Preço" rule={AMOUNTS.unitPrice} {...amountProps(form, 'unitPrice')} />
          <AffectedDishes ingredient={ingredient} text={form.texts.unitPrice} />
          <HistoryLink of={`ingredient:${id}`}>
            Histórico do preço<span className="visually-hidden"> de {name}</span>
          </HistoryLink>
        </>
      )}
    >
      <RowContent
        name={name}
        detail={detailOf(uses, examples.has(ingredient))}
        value={`${unitPrice(price)} / ${unit}`}
        share={price === 0 ? 'falta o preço' : undefined}
      />
    </EditableRow>
  );
});

/** 'em 3 pratos · preço de exemplo'. */
function detailOf(uses: number, isExample: boolean): string | undefined {
  const inDishes = uses === 0 ? [] : [`em ${count(uses)} ${uses === 1 ? 'prato' : 'pratos'}`];
  const parts = isExample ? [...inDishes, 'preço de exemplo'] : inDishes;
  return parts.length === 0 ? undefined : parts.join(' · ');
}
