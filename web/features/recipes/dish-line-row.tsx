import { observer } from 'mobx-react-lite';
import { AMOUNTS } from '#contract/amounts.ts';
import type { Business } from '#domain/business/state.ts';
import type { Units } from '#domain/decimal.ts';
import type { LineFigures } from '#domain/figures/dish-figures.ts';
import { money, percentage, quantity, unitPrice } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { EditableRow } from '../entry/editable-row.tsx';
import { Editing } from '../entry/editing.ts';
import { amountField } from '../entry/field.ts';
import { amountProps } from '../entry/field-props.ts';
import { RowContent } from '../entry/row-list.tsx';
import { shareOf } from '../entry/share.ts';
import { useEditing } from '../entry/use-editing.ts';

const quantityField = amountField('quantity', AMOUNTS.quantity);

interface DishLineRowProps {
  readonly dishId: string;
  readonly line: LineFigures;
  /** Of all lines of the dish, before the loss. */
  readonly total: Units;
}

export const DishLineRow = observer(function DishLineRow({ dishId, line, total }: DishLineRowProps) {
  const { business } = useStores();
  const { ingredientId, ingredientName: name, unit } = line;
  const rowKey = `${business.keyOf(dishId)}/${business.keyOf(ingredientId)}`;
  const editing = useEditing(
    rowKey,
    { dishId, ...line },
    (latest) =>
      new Editing({
        fields: { quantity: { ...quantityField, said: (units: Units) => `${quantity(units)} ${latest.current.unit}` } },
        held: () => lineOf(business.state, latest.current) ?? latest.current,
        change: ({ quantity: to = latest.current.quantity }) =>
          business.issue({ type: 'ChangeDishIngredient', ...idsOf(latest.current), quantity: to }),
        focus: 'quantity',
      }),
  );
  return (
    <EditableRow
      rowKey={rowKey}
      name={name}
      editing={editing}
      remove={() => business.issue({ type: 'RemoveDishIngredient', dishId, ingredientId })}
      removedText={`“${name}” saiu da ficha`}
      removeLabel={`Tirar ${name} da ficha`}
      renderFields={(form) => (
        <AmountField
          label={`Quantidade de ${name} (${unit})`}
          rule={AMOUNTS.quantity}
          {...amountProps(form, 'quantity')}
        />
      )}
    >
      <RowContent
        name={name}
        detail={`${quantity(line.quantity)} ${unit} × ${unitPrice(line.unitPrice)}`}
        value={money(line.cost)}
        share={line.unitPrice === 0 ? 'falta o preço' : shareText(line.cost, total)}
      />
    </EditableRow>
  );
});

const idsOf = ({ dishId, ingredientId }: { dishId: string; ingredientId: string }) => ({ dishId, ingredientId });

const lineOf = ({ dishes }: Business, { dishId, ingredientId }: { dishId: string; ingredientId: string }) =>
  dishes.get(dishId)?.lines.find((line) => line.ingredientId === ingredientId);

const shareText = (cost: Units, total: Units): string | undefined =>
  total > 0 ? percentage(shareOf(cost, total)) : undefined;
