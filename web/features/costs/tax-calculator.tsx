import { useState } from 'react';
import { Choice } from '#web/ui/choice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { MeiDas } from './mei-das.tsx';
import { SimplesRate } from './simples-rate.tsx';

const REGIMES = [
  { value: 'simples', label: 'Simples Nacional' },
  { value: 'mei', label: 'MEI' },
] as const;

/** Adds the taxes of a business as a cost: a share of every sale or an amount per month. */
export function TaxCalculator() {
  const [regime, setRegime] = useState<(typeof REGIMES)[number]['value']>('simples');
  return (
    <Panel>
      <Choice label="Como você paga imposto" options={REGIMES} value={regime} onChange={setRegime} />
      {regime === 'simples' ? <SimplesRate /> : <MeiDas />}
    </Panel>
  );
}
