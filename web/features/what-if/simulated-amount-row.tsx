import { ActionIcon } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { readAmount } from '#domain/amounts.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { isLongName } from '../entry/row-list.tsx';
import { type AmountGroup, percentBetween } from './amount-groups.ts';
import type { NamedSimulatableAmount } from './simulatable-amounts.ts';
import styles from './what-if-page.module.css';
import type { Plan } from './plan.ts';
import '#web/ui/mantine-fields.ts';

interface SimulatedAmountRowProps {
  readonly plan: Plan;
  readonly group: AmountGroup;
  readonly target: NamedSimulatableAmount;
}

/** An amount with its current value and a field for a simulated one; an empty field leaves it unchanged. */
export const SimulatedAmountRow = observer(function SimulatedAmountRow({
  plan,
  group,
  target,
}: SimulatedAmountRowProps) {
  const { rule, formatAmount, formatInput } = group;
  const [draft, setDraft] = useState('');
  const simulated = plan.simulatedAmount(target.kind, target.id);
  const draftReading = readAmount(draft, rule);
  const typedAmount =
    draftReading.ok && draftReading.tenThousandths !== target.amount ? draftReading.tenThousandths : undefined;
  const isInvalid = draft.trim() !== '' && !draftReading.ok && simulated === undefined;
  const text = isInvalid || typedAmount === simulated ? draft : simulated === undefined ? '' : formatInput(simulated);
  function handleTyping(input: string) {
    setDraft(input);
    const typedReading = readAmount(input, rule);
    if (typedReading.ok) plan.simulate(target, typedReading.tenThousandths);
    else plan.remove(target);
  }
  return (
    <li
      className={`${styles['row']} stack at-middle shrinks gap-4 line-between ${simulated === undefined ? '' : `${styles['simulated']} on-basil-tint`}`}
    >
      <AmountField
        className={`${styles['field']} ${isLongName(target.name) ? styles['isLong'] : ''}`}
        label={target.name}
        description={descriptionOf(target, formatAmount, simulated)}
        placeholder={formatInput(target.amount)}
        rule={rule}
        value={text}
        onChange={handleTyping}
        error={isInvalid ? draftReading.sentence : undefined}
      />
      <span className="stack centred touch">
        {simulated !== undefined && (
          <ActionIcon
            aria-label={`Deixar ${target.name} como está`}
            onClick={() => {
              setDraft('');
              plan.remove(target);
            }}
          >
            <Undo2 size={18} aria-hidden />
          </ActionIcon>
        )}
      </span>
    </li>
  );
});

function descriptionOf(
  { amount, unit }: NamedSimulatableAmount,
  formatAmount: (amount: TenThousandths) => string,
  simulated: TenThousandths | undefined,
) {
  const today = `hoje ${formatAmount(amount)}${unit === undefined ? '' : ` / ${unit}`}`;
  const change = simulated === undefined ? undefined : percentBetween(amount, simulated);
  return change === undefined ? today : `${today} (${change})`;
}
