import { ActionIcon } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { readAmount } from '#domain/amounts.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { isLongName } from '../entry/row-list.tsx';
import { type Group, percentBetween } from './groups.ts';
import type { NamedMovable } from './movables.ts';
import styles from './move-row.module.css';
import type { Plan } from './plan.ts';
import '#web/ui/mantine-fields.ts';

interface MoveRowProps {
  readonly plan: Plan;
  readonly group: Group;
  readonly thing: NamedMovable;
}

/** An amount with its current value and a field for a simulated one; an empty field leaves it unchanged. */
export const MoveRow = observer(function MoveRow({ plan, group, thing }: MoveRowProps) {
  const { rule, shown, typed } = group;
  const [draft, setDraft] = useState('');
  const tried = plan.tried(thing.kind, thing.id);
  const reading = readAmount(draft, rule);
  const typedAmount = reading.ok && reading.units !== thing.amount ? reading.units : undefined;
  const isMistake = draft.trim() !== '' && !reading.ok && tried === undefined;
  const text = isMistake || typedAmount === tried ? draft : tried === undefined ? '' : typed(tried);
  function type(to: string) {
    setDraft(to);
    const asked = readAmount(to, rule);
    if (asked.ok) plan.try(thing, asked.units);
    else plan.leave(thing);
  }
  return (
    <li
      className={`${styles['row']} stack at-middle shrinks gap-4 line-between ${tried === undefined ? '' : `${styles['moved']} on-basil-tint`}`}
    >
      <AmountField
        className={`${styles['field']} ${isLongName(thing.name) ? styles['isLong'] : ''}`}
        label={thing.name}
        description={descriptionOf(thing, shown, tried)}
        placeholder={typed(thing.amount)}
        rule={rule}
        value={text}
        onChange={type}
        error={isMistake ? reading.sentence : undefined}
      />
      <span className="stack centred touch">
        {tried !== undefined && (
          <ActionIcon
            aria-label={`Deixar ${thing.name} como está`}
            onClick={() => {
              setDraft('');
              plan.leave(thing);
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
  shown: (amount: TenThousandths) => string,
  tried: TenThousandths | undefined,
) {
  const today = `hoje ${shown(amount)}${unit === undefined ? '' : ` / ${unit}`}`;
  const change = tried === undefined ? undefined : percentBetween(amount, tried);
  return change === undefined ? today : `${today} (${change})`;
}
