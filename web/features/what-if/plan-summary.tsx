import '#web/ui/mantine-fields.ts';
import { ActionIcon, Button } from '@mantine/core';
import { TriangleAlert, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { CHANGE_SET_LIMIT } from '#contract/change-set.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { formatCount } from '#domain/format.ts';
import { notify } from '#web/ui/notify.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ConflictNote } from '../entry/conflict-note.tsx';
import { type NewerValue, newerSentence } from '../entry/conflict-sentences.ts';
import { amountGroupOf } from './amount-groups.ts';
import { changesText, type AppliedPlan, type Plan, type AmountStatus } from './plan.ts';
import type { NamedSimulatedAmount } from './simulated-amounts.ts';
import styles from './what-if-page.module.css';

const INITIAL_AMOUNTS = 6;

/** The amounts of the plan, those that no longer fit, and the buttons that apply or discard all of them. */
export const PlanSummary = observer(function PlanSummary({ plan }: { readonly plan: Plan }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const { amounts, failure } = plan;
  const changeCount = plan.simulation.changes.length;
  const removedAmounts = amounts.filter((amount) => plan.statusOf(amount).kind === 'gone');
  const visibleAmounts = isExpanded ? amounts : amounts.slice(0, INITIAL_AMOUNTS);
  const isComplete = visibleAmounts.length === amounts.length;
  return (
    <Panel title="Seu plano" hint={hintOf(plan, changeCount)}>
      {plan.needsDecision && (
        <ConflictNote
          sentence={newerSentence(plan.conflicts.map(conflictOf), { verb: 'planejava', place: 'No seu plano' })}
          onKeepSaved={() => {
            plan.dropConflicts();
            void apply(plan);
          }}
          onOverwrite={() => {
            plan.overwriteConflicts();
            void apply(plan);
          }}
          overwriteLabel="Aplicar o meu"
        />
      )}
      {failure && (
        <p role="alert" className="pad-block-12 pad-inline-16 rounded-small on-tomato-tint tomato text-15">
          Nada foi aplicado: {failure.sentence} Confira o plano e tente de novo.
        </p>
      )}
      {removedAmounts.length > 0 && (
        <p className="pad-block-12 pad-inline-16 rounded-small on-tomato-tint tomato text-15">
          {removedAmounts.length === 1
            ? `“${removedAmounts[0]?.name}” não existe mais e fica de fora.`
            : `${changesText(removedAmounts.length)} não cabem mais e ficam de fora: o que elas mudavam foi excluído.`}
        </p>
      )}
      {plan.isTooLarge && (
        <p className="pad-block-12 pad-inline-16 rounded-small on-tomato-tint tomato text-15">
          Cabem até {formatCount(CHANGE_SET_LIMIT)} mudanças de uma vez, e o plano tem {formatCount(changeCount)}. Tire
          algumas.
        </p>
      )}
      {amounts.length > 0 && (
        <ul className={`${styles['amounts']} list`} aria-label="Mudanças do plano">
          {visibleAmounts.map((amount) => (
            <SimulatedAmountLine key={`${amount.kind} ${amount.id}`} amount={amount} plan={plan} />
          ))}
        </ul>
      )}
      {!isComplete && (
        <Button variant="subtle" onClick={() => setIsExpanded(true)}>
          Ver mais {formatCount(amounts.length - visibleAmounts.length)}
        </Button>
      )}
      {amounts.length > 0 && (
        <div className="flex wrap gap-8">
          <Button
            disabled={changeCount === 0 || plan.isTooLarge}
            loading={plan.isApplying}
            onClick={() => void apply(plan)}
          >
            Aplicar tudo
          </Button>
          <Button variant="subtle" color="gray" onClick={() => discard(plan)}>
            Jogar fora
          </Button>
        </div>
      )}
    </Panel>
  );
});

async function apply(plan: Plan): Promise<void> {
  const applied = await plan.apply();
  if (!applied) return;
  const { changeCount } = applied;
  const text = `Aplicado de uma vez: ${changesText(changeCount)}. Já ${changeCount === 1 ? 'vale' : 'valem'} em todas as abas.`;
  notify({ text, undo: applied.undo && (() => void undoPlan(applied)) });
}

async function undoPlan(applied: AppliedPlan): Promise<void> {
  const failure = await applied.undo?.();
  const text = failure ? `Não foi desfeito: ${failure.sentence}` : 'Desfeito. O plano está aqui de novo, só em teste.';
  notify({ text, tone: failure ? 'problem' : 'plain' });
}

function discard(plan: Plan): void {
  const text = 'Plano descartado. Nada mudou no seu negócio.';
  notify({ text, undo: plan.discard() });
}

function conflictOf({
  kind,
  name,
  from,
  to,
  now,
}: NamedSimulatedAmount & { readonly now: TenThousandths }): NewerValue {
  const { formatAmount } = amountGroupOf(kind);
  return { name, before: formatAmount(from), current: formatAmount(now), planned: formatAmount(to) };
}

function hintOf(plan: Plan, changeCount: number): string {
  if (plan.isApplying) return 'Aplicando…';
  if (plan.isEmpty) return 'Ainda vazio. O que você experimentar aparece aqui e não muda nada no seu negócio.';
  if (changeCount === 0 && plan.hasOnlySales) return 'Só para experimentar: o que foi vendido não muda.';
  return `${changesText(changeCount)} em teste. Nada disso vale ainda.`;
}

function SimulatedAmountLine({ amount, plan }: { readonly amount: NamedSimulatedAmount; readonly plan: Plan }) {
  const { formatAmount } = amountGroupOf(amount.kind);
  const status = plan.statusOf(amount);
  return (
    <li className={`${styles['amount']} stack at-middle gap-8 line-between`}>
      <span className="flex wrap between at-baseline across-12 pad-block-6">
        <span className="breaks">{amount.name}</span>
        <span className="numeral soft text-15">
          {formatAmount(status.kind === 'drifted' ? status.now : amount.from)}
          <span aria-hidden="true"> → </span>
          <span className="visually-hidden"> para </span>
          <strong className="ink weight-600">{formatAmount(amount.to)}</strong>
        </span>
        <AmountStatusNote amount={amount} status={status} />
      </span>
      <ActionIcon aria-label={`Tirar ${amount.name} do plano`} onClick={() => plan.remove(amount)}>
        <X size={18} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function AmountStatusNote({
  amount,
  status,
}: {
  readonly amount: NamedSimulatedAmount;
  readonly status: AmountStatus;
}) {
  const { formatAmount } = amountGroupOf(amount.kind);
  switch (status.kind) {
    case 'fits':
      return null;
    case 'gone':
      return (
        <span className="inline-row wide gap-6 tomato text-14">
          <TriangleAlert size={14} aria-hidden /> não existe mais
        </span>
      );
    case 'done':
      return <span className="wide faint text-14">já está assim</span>;
    case 'drifted':
      return (
        <span className="wide faint text-14">
          mudou enquanto isso: era {formatAmount(amount.from)}, agora {formatAmount(status.now)}
        </span>
      );
    default:
      return status satisfies never;
  }
}
