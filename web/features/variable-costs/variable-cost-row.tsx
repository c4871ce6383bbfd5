import { observer } from 'mobx-react-lite';
import { useLocation } from 'wouter';
import { AMOUNTS, readAmount } from '#contract/amounts.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import type { VariableCost } from '#domain/business/state.ts';
import type { Units } from '#domain/decimal.ts';
import { money, percentage } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { announceWarnings } from '../consequences/announce-warnings.ts';
import { CostPreview } from '../consequences/cost-preview.tsx';
import { EditableRow } from '../entry/editable-row.tsx';
import { Editing } from '../entry/editing.ts';
import { amountProps, fieldProps } from '../entry/field-props.ts';
import { RowContent } from '../entry/row-list.tsx';
import { partOf } from '../entry/share.ts';
import { useEditing } from '../entry/use-editing.ts';
import { useExamples } from '../onboarding/use-examples.ts';
import { AT_RISK } from '../recipes/at-risk.ts';
import { variableCostFields } from './add-variable-cost.tsx';

interface VariableCostRowProps {
  readonly cost: VariableCost;
  /** Per month; 0 when unknown. */
  readonly averageRevenue: Units;
}

export const VariableCostRow = observer(function VariableCostRow({ cost, averageRevenue }: VariableCostRowProps) {
  const { business } = useStores();
  const examples = useExamples();
  const [, navigate] = useLocation();
  const editing = useEditing(
    business.keyOf(cost.id),
    cost,
    (latest) =>
      new Editing({
        fields: variableCostFields,
        held: () => business.state.variableCosts.get(latest.current.id) ?? latest.current,
        change: (to) =>
          announceWarnings({
            business,
            change: () => business.issue({ type: 'ChangeVariableCost', id: latest.current.id, ...to }),
            showDishes: () => navigate(AT_RISK),
          }),
        focus: 'percentage',
      }),
  );
  function changeTo(text: string): SingleChange | undefined {
    const reading = readAmount(text, AMOUNTS.variableCost);
    return reading.ok ? { type: 'ChangeVariableCost', id: cost.id, percentage: reading.units } : undefined;
  }
  return (
    <EditableRow
      rowKey={business.keyOf(cost.id)}
      name={cost.name}
      editing={editing}
      remove={() => business.issue({ type: 'RemoveVariableCost', id: cost.id })}
      removedText={`“${cost.name}” excluído`}
      renderFields={(form) => (
        <>
          <TextField label="Nome" {...fieldProps(form, 'name')} />
          <AmountField label="Percentual" rule={AMOUNTS.variableCost} {...amountProps(form, 'percentage')} />
          <CostPreview change={changeTo(form.texts.percentage)} />
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
