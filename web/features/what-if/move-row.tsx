import { ActionIcon } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { readAmount } from '#domain/amounts.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { isLongName } from '../entry/row-list.tsx';
import { type MoveGroup, percentBetween } from './groups.ts';
import type { NamedMovable } from './movables.ts';
import styles from './move-row.module.css';
import type { Plan } from './plan.ts';
import '#web/ui/mantine-fields.ts';

interface MoveRowProps {
  readonly plan: Plan;
  readonly group: MoveGroup;
  readonly movable: NamedMovable;
}

/** An amount with its current value and a field for a simulated one; an empty field leaves it unchanged. */
export const MoveRow = observer(function MoveRow({ plan, group, movable }: MoveRowProps) {
  const { rule, formatAmount, formatInput } = group;
  const [draft, setDraft] = useState('');
  const simulated = plan.simulatedAmount(movable.kind, movable.id);
  const reading = readAmount(draft, rule);
  const typedAmount = reading.ok && reading.tenThousandths !== movable.amount ? reading.tenThousandths : undefined;
  const isInvalid = draft.trim() !== '' && !reading.ok && simulated === undefined;
  const text = isInvalid || typedAmount === simulated ? draft : simulated === undefined ? '' : formatInput(simulated);
  function type(input: string) {
    setDraft(input);
    const newReading = readAmount(input, rule);
    if (newReading.ok) plan.simulate(movable, newReading.tenThousandths);
    else plan.remove(movable);
  }
  return (
    <li
      className={`${styles['row']} stack at-middle shrinks gap-4 line-between ${simulated === undefined ? '' : `${styles['moved']} on-basil-tint`}`}
    >
      <AmountField
        className={`${styles['field']} ${isLongName(movable.name) ? styles['isLong'] : ''}`}
        label={movable.name}
        description={descriptionOf(movable, formatAmount, simulated)}
        placeholder={formatInput(movable.amount)}
        rule={rule}
        value={text}
        onChange={type}
        error={isInvalid ? reading.sentence : undefined}
      />
      <span className="stack centred touch">
        {simulated !== undefined && (
          <ActionIcon
            aria-label={`Deixar ${movable.name} como está`}
            onClick={() => {
              setDraft('');
              plan.remove(movable);
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
  { amount, unit }: NamedMovable,
  formatAmount: (amount: TenThousandths) => string,
  simulated: TenThousandths | undefined,
) {
  const today = `hoje ${formatAmount(amount)}${unit === undefined ? '' : ` / ${unit}`}`;
  const change = simulated === undefined ? undefined : percentBetween(amount, simulated);
  return change === undefined ? today : `${today} (${change})`;
}
