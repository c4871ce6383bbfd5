import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { AMOUNTS } from '#contract/amounts.ts';
import type { VariableCost } from '#domain/business/state.ts';
import type { Units } from '#domain/decimal.ts';
import { money, percentage } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { EditableRow } from '../entry/editable-row.tsx';
import { Editing } from '../entry/editing.ts';
import { amountProps, fieldProps } from '../entry/field-props.ts';
import { RowContent } from '../entry/row-list.tsx';
import { partOf } from '../entry/share.ts';
import { useLatest } from '../entry/use-latest.ts';
import { useExamples } from '../onboarding/use-examples.ts';
import { variableCostFields } from './add-variable-cost.tsx';

interface VariableCostRowProps {
  readonly cost: VariableCost;
  /** Per month; 0 when unknown. */
  readonly averageRevenue: Units;
}

export const VariableCostRow = observer(function VariableCostRow({ cost, averageRevenue }: VariableCostRowProps) {
  const { business } = useStores();
  const examples = useExamples();
  const latest = useLatest(cost);
  const [editing] = useState(
    () =>
      new Editing({
        fields: variableCostFields,
        held: () => business.state.variableCosts.get(latest.current.id) ?? latest.current,
        change: (to) => business.changeVariableCost(latest.current.id, to),
        focus: 'percentage',
      }),
  );
  return (
    <EditableRow
      rowKey={business.keyOf(cost.id)}
      name={cost.name}
      editing={editing}
      remove={() => business.removeVariableCost(cost.id)}
      removedText={`“${cost.name}” excluído`}
      renderFields={(form) => (
        <>
          <TextField label="Nome" {...fieldProps(form, 'name')} />
          <AmountField label="Percentual" rule={AMOUNTS.variableCost} {...amountProps(form, 'percentage')} />
        </>
      )}
    >
      <RowContent
        name={cost.name}
        detail={examples.has(cost) ? 'valor de exemplo' : undefined}
        value={percentage(cost.percentage)}
        share={averageRevenue > 0 ? `${money(partOf(averageRevenue, cost.percentage))} por mês` : undefined}
      />
    </EditableRow>
  );
});
