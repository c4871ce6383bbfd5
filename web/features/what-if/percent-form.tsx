import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type AmountRule, readAmount } from '#domain/amounts.ts';
import { PRICE_GRAINS, type PriceGrainName } from '#domain/figures/price-grain.ts';
import { formatPercentage } from '#domain/format.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { GRAIN_CHOICES } from '../consequences/wording.ts';
import type { AmountGroup } from './amount-groups.ts';
import styles from './what-if-page.module.css';
import type { Plan } from './plan.ts';

const RULE: AmountRule = { kind: 'percentage', min: 0, max: 10_000_000 };

const DIRECTIONS = [
  { value: 'up', label: 'Sobem' },
  { value: 'down', label: 'Descem' },
] as const;

type RoundingChoice = PriceGrainName | 'none';

const ROUNDINGS: readonly { readonly value: RoundingChoice; readonly label: string }[] = [
  { value: 'none', label: 'não' },
  ...GRAIN_CHOICES,
];

/** The form that changes a whole group at once: 'todos os insumos sobem 8%'. */
export function PercentForm({
  plan,
  group,
  groupLabel,
}: {
  readonly plan: Plan;
  readonly group: AmountGroup;
  readonly groupLabel: string;
}) {
  const [direction, setDirection] = useState<'up' | 'down'>('up');
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [rounding, setRounding] = useState<RoundingChoice>('endingInNinety');
  const [confirmation, setConfirmation] = useState('');
  const isMenuPrice = group.kind === 'dish' || group.kind === 'channelPrice';
  const verb = direction === 'up' ? 'sobem' : 'descem';
  function submit(event: FormEvent) {
    event.preventDefault();
    const reading = readAmount(text, RULE);
    if (!reading.ok) {
      setError(reading.sentence);
      return;
    }
    const signedPercentage = direction === 'up' ? reading.tenThousandths : -Math.min(reading.tenThousandths, 1_000_000);
    const grain = isMenuPrice && rounding !== 'none' ? PRICE_GRAINS[rounding] : undefined;
    plan.simulateAll(group.kind, { percentage: signedPercentage, grain });
    setConfirmation(`No plano: ${groupLabel} ${verb} ${formatPercentage(Math.abs(signedPercentage))}.`);
  }
  return (
    <form className="stack gap-12" onSubmit={submit} noValidate aria-label={`Mudar ${groupLabel}`}>
      <h3 className="text-16 weight-600">E se {groupLabel}…</h3>
      <div className={`${styles['fields']} stack at-bottom gap-12`}>
        <Choice
          label="Para cima ou para baixo"
          labelPosition="never"
          options={DIRECTIONS}
          value={direction}
          onChange={setDirection}
        />
        <AmountField
          label="Quanto"
          placeholder="8"
          rule={RULE}
          value={text}
          error={error}
          onChange={(to) => {
            setText(to);
            setError(undefined);
          }}
        />
      </div>
      {isMenuPrice && (
        <Choice label="Arredondar para cima" options={ROUNDINGS} value={rounding} onChange={setRounding} />
      )}
      <Button type="submit" variant="default" className={styles['submit'] ?? ''}>
        Experimentar
      </Button>
      <p className={`${styles['said']} soft text-15`} role="status">
        {confirmation}
      </p>
    </form>
  );
}
