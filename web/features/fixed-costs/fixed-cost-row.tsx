import { observer } from 'mobx-react-lite';
import { useLocation } from 'wouter';
import { AMOUNTS, readAmount } from '#contract/amounts.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import type { FixedCost } from '#domain/business/state.ts';
import { SCALE, type Units } from '#domain/decimal.ts';
import { money, percentage } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { announceWarnings } from '../consequences/announce-warnings.ts';
import { CostPreview } from '../consequences/cost-preview.tsx';
import { EditableRow } from '../entry/editable-row.tsx';
import { Editing } from '../entry/editing.ts';
import { amountProps, fieldProps } from '../entry/field-props.ts';
import { useEditing } from '../entry/use-editing.ts';
import { useExamples } from '../onboarding/use-examples.ts';
import { AT_RISK } from '../recipes/at-risk.ts';
import { RowContent } from '../entry/row-list.tsx';
import { shareOf } from '../entry/share.ts';
import { fixedCostFields } from './add-fixed-cost.tsx';

interface FixedCostRowProps {
  readonly cost: FixedCost;
  /** Of all fixed costs. */
  readonly total: Units;
}

export const FixedCostRow = observer(function FixedCostRow({ cost, total }: FixedCostRowProps) {
  const { business } = useStores();
  const examples = useExamples();
  const [, navigate] = useLocation();
  const editing = useEditing(
    business.keyOf(cost.id),
    cost,
    (latest) =>
      new Editing({
        fields: fixedCostFields,
        held: () => business.state.fixedCosts.get(latest.current.id) ?? latest.current,
        change: (to) =>
          announceWarnings({
            business,
            change: () => business.issue({ type: 'ChangeFixedCost', id: latest.current.id, ...to }),
            showDishes: () => navigate(AT_RISK),
          }),
        focus: 'value',
      }),
  );
  const share = shareOf(cost.value, total);
  function changeTo(text: string): SingleChange | undefined {
    const reading = readAmount(text, AMOUNTS.fixedCost);
    return reading.ok ? { type: 'ChangeFixedCost', id: cost.id, value: reading.units } : undefined;
  }
  return (
    <EditableRow
      rowKey={business.keyOf(cost.id)}
      name={cost.name}
      editing={editing}
      remove={() => business.issue({ type: 'RemoveFixedCost', id: cost.id })}
      removedText={`“${cost.name}” excluído`}
      renderFields={(form) => (
        <>
          <TextField label="Nome" {...fieldProps(form, 'name')} />
          <AmountField label="Valor por mês" rule={AMOUNTS.fixedCost} {...amountProps(form, 'value')} />
          <CostPreview change={changeTo(form.texts.value)} />
        </>
      )}
    >
      <RowContent
        name={cost.name}
        detail={examples.has(cost) ? 'valor de exemplo' : undefined}
        value={money(cost.value)}
        share={total > 0 ? `${percentage(share)} do total` : undefined}
        bar={total > 0 ? share / SCALE : undefined}
      />
    </EditableRow>
  );
});
