import { normalizeName } from '#domain/names.ts';
import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useState } from 'react';
import { AMOUNTS, readAmount } from '#domain/amounts.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import type { VariableCost } from '#domain/business/state.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import {
  SIMPLES_LIMIT,
  SIMPLES_SOURCE,
  SIMPLES_SUBLIMIT,
  type SimplesAnnex,
  effectiveSimplesRate,
} from '#domain/figures/simples.ts';
import { roundToCents } from '#domain/figures/dish-result.ts';
import { formatMoney } from '#domain/format.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { Problem } from '#web/ui/note.tsx';
import { announceChange } from '../entry/announce-change.ts';
import { findEqualName } from '../entry/equal-name.ts';
import { moneyInputText } from '../entry/field.ts';
import { percentText } from '../entry/share.ts';
import { ExplainedTerm } from '../glossary/explained-term.tsx';
import styles from './tax-calculator.module.css';

const ANNEXES: readonly { readonly value: SimplesAnnex; readonly label: string }[] = [
  { value: 'I', label: 'Anexo I' },
  { value: 'II', label: 'Anexo II' },
  { value: 'III', label: 'Anexo III' },
];

const ANNEX_TEXTS: Readonly<Record<SimplesAnnex, string>> = {
  I: 'comércio: onde costumam estar restaurantes, pizzarias e lanchonetes',
  II: 'indústria: quem fabrica para outros venderem',
  III: 'serviços: quem só presta o serviço, sem vender o prato',
};

const COST_NAME = 'Simples Nacional';
/** Names under which owners already list the tax: 'Impostos (Simples)', 'DAS'. */
const TAX_NAME_PATTERN = /\b(?:simples|das|impostos?)\b/;

const REVENUE = AMOUNTS.monthlyRevenue;

/** The effective rate of Simples Nacional, which becomes a variable cost. */
export const SimplesRate = observer(function SimplesRate() {
  const { business } = useStores();
  const average = business.dashboard.kind === 'known' ? business.dashboard.value.figures.faturamentoMedio : 0;
  const [text, setText] = useState(() => (average > 0 ? moneyInputText(roundToCents(average * 12)) : ''));
  const [annex, setAnnex] = useState<SimplesAnnex>('I');
  const [problem, setProblem] = useState<string>();
  const reading = readAmount(text, REVENUE);
  const rate = reading.ok ? effectiveSimplesRate(reading.tenThousandths, annex) : undefined;
  const existingCost = rate === undefined ? undefined : existingTaxCost(business.state.variableCosts.values());
  const isSameRate = existingCost?.percentage === rate;

  function saveRate(percentage: TenThousandths): void {
    const issued = business.issue(rateCommand(percentage, existingCost));
    setProblem(issued.refused?.sentence);
    if (issued.refused) return;
    void announceChange({
      issued,
      text: `${existingCost?.name ?? COST_NAME}: ${percentText(percentage)} das vendas`,
      failureNote: 'Nada foi mudado.',
    });
  }
  const handleEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && rate !== undefined && !isSameRate) saveRate(rate);
  };
  return (
    <div className={`${styles['tax']} stack from-left gap-12 mt-16`}>
      <AmountField
        label="Faturamento dos últimos 12 meses"
        rule={REVENUE}
        placeholder="0,00"
        description={average > 0 ? 'Começamos com o seu faturamento médio vezes 12.' : undefined}
        value={text}
        onChange={setText}
        error={reading.ok || text.trim() === '' ? undefined : reading.sentence}
        onKeyDown={handleEnter}
      />
      <Choice label="Anexo" options={ANNEXES} value={annex} onChange={setAnnex} />
      <p className="soft text-15 tabular">
        Anexo {annex}, {ANNEX_TEXTS[annex]}.
      </p>
      <p role="status" className={`${styles['answer']} soft text-15 tabular hidden-empty`}>
        {reading.ok && (rate === undefined ? limitSentence : <Rate rate={rate} revenue={reading.tenThousandths} />)}
      </p>
      {rate !== undefined && (
        <Button className={`${styles['put']} touch pad-block-8`} onClick={() => saveRate(rate)} disabled={isSameRate}>
          {buttonText(rate, existingCost)}
        </Button>
      )}
      <Problem text={problem} className="tomato text-15" />
      <p className="faint text-14">
        Tabela da {SIMPLES_SOURCE.law}, em vigor desde {SIMPLES_SOURCE.since.split('-').toReversed().join('/')}. É uma
        estimativa: confirme o anexo e a alíquota com o seu contador. <ExplainedTerm term="simples" name={COST_NAME} />
      </p>
    </div>
  );
});

const limitSentence = `Acima de ${formatMoney(SIMPLES_LIMIT)} em 12 meses o Simples não vale mais: fale com o seu contador.`;

const Rate = ({ rate, revenue }: { readonly rate: TenThousandths; readonly revenue: TenThousandths }) => (
  <>
    Alíquota efetiva: <strong className="numeral">{percentText(rate)}</strong> de cada venda.
    {revenue > SIMPLES_SUBLIMIT &&
      ` Acima de ${formatMoney(SIMPLES_SUBLIMIT)}, ICMS e ISS são pagos por fora e não estão aqui.`}
  </>
);

/** The existing cost for this tax, so that it is not added twice; an exact name wins. */
function existingTaxCost(costs: Iterable<VariableCost>): VariableCost | undefined {
  const all = [...costs];
  return findEqualName(all, COST_NAME) ?? all.find(({ name }) => TAX_NAME_PATTERN.test(normalizeName(name)));
}

const rateCommand = (percentage: TenThousandths, existingCost: VariableCost | undefined): SingleCommand =>
  existingCost
    ? { type: 'ChangeVariableCost', id: existingCost.id, percentage }
    : { type: 'AddVariableCost', id: newId(), name: COST_NAME, percentage };

function buttonText(rate: TenThousandths, existingCost: VariableCost | undefined): string {
  if (!existingCost) return 'Usar como custo variável';
  return existingCost.percentage === rate
    ? `“${existingCost.name}” já está com ${percentText(rate)}`
    : `Mudar “${existingCost.name}” de ${percentText(existingCost.percentage)} para ${percentText(rate)}`;
}
