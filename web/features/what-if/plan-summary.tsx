import '#web/ui/mantine-fields.ts';
import { ActionIcon, Button } from '@mantine/core';
import { TriangleAlert, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { CHANGE_SET_LIMIT } from '#contract/change-set.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { formatCount } from '#domain/format.ts';
import { notify } from '#web/ui/notify.ts';
import { Panel } from '#web/ui/panel.tsx';
import { ConflictNote } from '../entry/conflict-note.tsx';
import { type NewerValue, newerSentence } from '../entry/conflict-sentences.ts';
import { groupOf } from './groups.ts';
import { changesText, type AppliedPlan, type Plan, type MoveStatus } from './plan.ts';
import type { NamedMove } from './moves.ts';
import styles from './what-if-page.module.css';

const INITIAL_MOVES = 6;

/** The moves of the plan, those that no longer fit, and the buttons that apply or discard all of them. */
export const PlanSummary = observer(function PlanSummary({ plan }: { readonly plan: Plan }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const { moves, failure } = plan;
  const changeCount = plan.attempt.changes.length;
  const removedMoves = moves.filter((move) => plan.statusOf(move).kind === 'gone');
  const visibleMoves = isExpanded ? moves : moves.slice(0, INITIAL_MOVES);
  const isComplete = visibleMoves.length === moves.length;
  return (
    <Panel title="Seu plano" hint={hintOf(plan, changeCount)}>
      {plan.needsDecision && (
        <ConflictNote
          sentence={newerSentence(plan.conflicts.map(conflictOf), { verb: 'planejava', place: 'No seu plano' })}
          onKeepSaved={() => {
            plan.keepSaved();
            void apply(plan);
          }}
          onOverwrite={() => {
            plan.keepInput();
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
      {removedMoves.length > 0 && (
        <p className="pad-block-12 pad-inline-16 rounded-small on-tomato-tint tomato text-15">
          {removedMoves.length === 1
            ? `“${removedMoves[0]?.name}” não existe mais e fica de fora.`
            : `${changesText(removedMoves.length)} não cabem mais e ficam de fora: o que elas mudavam foi excluído.`}
        </p>
      )}
      {plan.isTooLarge && (
        <p className="pad-block-12 pad-inline-16 rounded-small on-tomato-tint tomato text-15">
          Cabem até {formatCount(CHANGE_SET_LIMIT)} mudanças de uma vez, e o plano tem {formatCount(changeCount)}. Tire
          algumas.
        </p>
      )}
      {moves.length > 0 && (
        <ul className={`${styles['moves']} list`} aria-label="Mudanças do plano">
          {visibleMoves.map((move) => (
            <MoveLine key={`${move.kind} ${move.id}`} move={move} plan={plan} />
          ))}
        </ul>
      )}
      {!isComplete && (
        <Button variant="subtle" onClick={() => setIsExpanded(true)}>
          Ver mais {formatCount(moves.length - visibleMoves.length)}
        </Button>
      )}
      {moves.length > 0 && (
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

function conflictOf({ kind, name, from, to, now }: NamedMove & { readonly now: TenThousandths }): NewerValue {
  const { formatAmount } = groupOf(kind);
  return { name, before: formatAmount(from), current: formatAmount(now), planned: formatAmount(to) };
}

function hintOf(plan: Plan, changeCount: number): string {
  if (plan.isApplying) return 'Aplicando…';
  if (plan.isEmpty) return 'Ainda vazio. O que você experimentar aparece aqui e não muda nada no seu negócio.';
  if (changeCount === 0 && plan.hasOnlySales) return 'Só para experimentar: o que foi vendido não muda.';
  return `${changesText(changeCount)} em teste. Nada disso vale ainda.`;
}

function MoveLine({ move, plan }: { readonly move: NamedMove; readonly plan: Plan }) {
  const { formatAmount } = groupOf(move.kind);
  const status = plan.statusOf(move);
  return (
    <li className={`${styles['move']} stack at-middle gap-8 line-between`}>
      <span className={`${styles['words']} flex wrap between at-baseline across-12`}>
        <span className="breaks">{move.name}</span>
        <span className="numeral soft text-15">
          {formatAmount(status.kind === 'drifted' ? status.now : move.from)}
          <span aria-hidden="true"> → </span>
          <span className="visually-hidden"> para </span>
          <strong className="ink weight-600">{formatAmount(move.to)}</strong>
        </span>
        <MoveNote move={move} status={status} />
      </span>
      <ActionIcon aria-label={`Tirar ${move.name} do plano`} onClick={() => plan.remove(move)}>
        <X size={18} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function MoveNote({ move, status }: { readonly move: NamedMove; readonly status: MoveStatus }) {
  const { formatAmount } = groupOf(move.kind);
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
          mudou enquanto isso: era {formatAmount(move.from)}, agora {formatAmount(status.now)}
        </span>
      );
    default:
      return status satisfies never;
  }
}
