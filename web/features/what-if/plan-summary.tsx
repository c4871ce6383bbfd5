import '#web/ui/mantine-fields.ts';
import { ActionIcon, Button } from '@mantine/core';
import { TriangleAlert, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { CHANGE_SET_LIMIT } from '#contract/change-set.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { count } from '#domain/format.ts';
import { notify } from '#web/ui/notify.ts';
import { Panel } from '#web/ui/panel.tsx';
import { ConflictNote } from '../entry/conflict-note.tsx';
import { type NewerValue, newerSentence } from '../entry/conflict-sentences.ts';
import { groupOf } from './groups.ts';
import { changesIn, type AppliedPlan, type Plan } from './plan.ts';
import type { MoveStatus } from './move-status.ts';
import type { NamedMove } from './moves.ts';
import styles from './what-if-page.module.css';

const AT_A_GLANCE = 6;

/** The moves of the plan, those that no longer fit, and the buttons that apply or discard all of them. */
export const PlanSummary = observer(function PlanSummary({ plan }: { readonly plan: Plan }) {
  const [isWhole, setIsWhole] = useState(false);
  const { moves, failure } = plan;
  const number = plan.attempt.changes.length;
  const gone = moves.filter((move) => plan.statusOf(move).kind === 'gone');
  const shown = isWhole ? moves : moves.slice(0, AT_A_GLANCE);
  const isAll = shown.length === moves.length;
  return (
    <Panel title="Seu plano" hint={hintOf(plan, number)}>
      {plan.isAsking && (
        <ConflictNote
          sentence={newerSentence(plan.contested.map(inWords), { verb: 'planejava', place: 'No seu plano' })}
          onKeepSaved={() => {
            plan.keepSaved();
            void apply(plan);
          }}
          onOverwrite={() => {
            plan.takeOver();
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
      {gone.length > 0 && (
        <p className="pad-block-12 pad-inline-16 rounded-small on-tomato-tint tomato text-15">
          {gone.length === 1
            ? `“${gone[0]?.name}” não existe mais e fica de fora.`
            : `${changesIn(gone.length)} não cabem mais e ficam de fora: o que elas mudavam foi excluído.`}
        </p>
      )}
      {plan.isTooMuch && (
        <p className="pad-block-12 pad-inline-16 rounded-small on-tomato-tint tomato text-15">
          Cabem até {count(CHANGE_SET_LIMIT)} mudanças de uma vez, e o plano tem {count(number)}. Tire algumas.
        </p>
      )}
      {moves.length > 0 && (
        <ul className={`${styles['moves']} list`} aria-label="Mudanças do plano">
          {shown.map((move) => (
            <MoveLine key={`${move.kind} ${move.id}`} move={move} plan={plan} />
          ))}
        </ul>
      )}
      {!isAll && (
        <Button variant="subtle" onClick={() => setIsWhole(true)}>
          Ver mais {count(moves.length - shown.length)}
        </Button>
      )}
      {moves.length > 0 && (
        <div className="flex wrap gap-8">
          <Button disabled={number === 0 || plan.isTooMuch} loading={plan.isApplying} onClick={() => void apply(plan)}>
            Aplicar tudo
          </Button>
          <Button variant="subtle" color="gray" onClick={() => throwAway(plan)}>
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
  const { number: made } = applied;
  const text = `Aplicado de uma vez: ${changesIn(made)}. Já ${made === 1 ? 'vale' : 'valem'} em todas as abas.`;
  notify({ text, undo: applied.takeBack && (() => void takeBack(applied)) });
}

async function takeBack(applied: AppliedPlan): Promise<void> {
  const why = await applied.takeBack?.();
  const text = why ? `Não foi desfeito: ${why.sentence}` : 'Desfeito. O plano está aqui de novo, só em teste.';
  notify({ text, tone: why ? 'problem' : 'plain' });
}

function throwAway(plan: Plan): void {
  const text = 'Plano descartado. Nada mudou no seu negócio.';
  notify({ text, undo: plan.throwAway() });
}

function inWords({ kind, name, from, to, now }: NamedMove & { readonly now: TenThousandths }): NewerValue {
  const { shown } = groupOf(kind);
  return { name, before: shown(from), current: shown(now), planned: shown(to) };
}

function hintOf(plan: Plan, number: number): string {
  if (plan.isApplying) return 'Aplicando…';
  if (plan.isEmpty) return 'Ainda vazio. O que você experimentar aparece aqui e não muda nada no seu negócio.';
  if (number === 0 && plan.isOnlySold) return 'Só para experimentar: o que foi vendido não muda.';
  return `${changesIn(number)} em teste. Nada disso vale ainda.`;
}

function MoveLine({ move, plan }: { readonly move: NamedMove; readonly plan: Plan }) {
  const { shown } = groupOf(move.kind);
  const status = plan.statusOf(move);
  return (
    <li className={`${styles['move']} stack at-middle gap-8 line-between`}>
      <span className={`${styles['words']} flex wrap between at-baseline across-12`}>
        <span className="breaks">{move.name}</span>
        <span className="numeral soft text-15">
          {shown(status.kind === 'drifted' ? status.now : move.from)}
          <span aria-hidden="true"> → </span>
          <span className="visually-hidden"> para </span>
          <strong className="ink weight-600">{shown(move.to)}</strong>
        </span>
        <Note move={move} status={status} />
      </span>
      <ActionIcon aria-label={`Tirar ${move.name} do plano`} onClick={() => plan.leave(move)}>
        <X size={18} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function Note({ move, status }: { readonly move: NamedMove; readonly status: MoveStatus }) {
  const { shown } = groupOf(move.kind);
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
          mudou enquanto isso: era {shown(move.from)}, agora {shown(status.now)}
        </span>
      );
    default:
      return status satisfies never;
  }
}
