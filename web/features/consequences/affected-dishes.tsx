import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef } from 'react';
import type { SingleCommand } from '#domain/business/commands.ts';
import { simulateCommands } from '#domain/consequences/simulate-commands.ts';
import { type DishConsequence, dishConsequences } from '#domain/consequences/dish-consequences.ts';
import { useStores } from '#web/stores/root-store.tsx';
import styles from './consequences.module.css';
import { ConsequenceList } from './consequence-list.tsx';
import { dishCountText, visibleConsequences, warningsText } from './wording.ts';

interface AffectedDishesProps {
  /** The change of an ingredient or a preparation that is being typed. */
  readonly command: SingleCommand;
}

/**
 * The dishes that a typed price, pack, yield or quantity would change, and by how much, before it is saved. Hidden
 * while nothing changes.
 */
export const AffectedDishes = observer(function AffectedDishes(props: AffectedDishesProps) {
  return useStores().business.allData.kind === 'known' ? <LoadedDishes {...props} /> : null;
});

const LoadedDishes = observer(function LoadedDishes({ command }: AffectedDishesProps) {
  const { state, figures } = useStores().business;
  const { after, changes } = simulateCommands(state, [command]);
  const consequences =
    changes.length === 0
      ? []
      : dishConsequences({ before: state, after, figuresBeforeAfter: { before: figures.dishes } });
  const visibleDishes = visibleConsequences(consequences);
  return (
    <div
      className={`${styles['affected']} stack whole-row shrinks gap-4 rounded-small on-surface ${consequences.length === 0 ? `${styles['nothing']} absolute` : ''}`}
    >
      <p role="status" className="text-15 weight-600">
        {titleOf(consequences, visibleDishes)}
      </p>
      {visibleDishes.length > 0 && <ConsequenceList label="Pratos afetados" consequences={visibleDishes} />}
    </div>
  );
});

/** The number of dishes that fit below the row, on a phone too. */
const VISIBLE_DISHES = 3;

/** The effect of a saved change on the dishes, listed below the changed row. */
export function ChangedDishes({ consequences }: { readonly consequences: readonly DishConsequence[] }) {
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (consequences.length > 0) container.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [consequences]);
  const visibleDishes = visibleConsequences(consequences);
  return (
    <div
      ref={container}
      className={`${styles['affected']} stack whole-row shrinks gap-4 rounded-small on-surface ${styles['made']}`}
    >
      <p role="status" className="text-15 weight-600">
        {titleOf(consequences, visibleDishes)}
      </p>
      {visibleDishes.length > 0 && (
        <ConsequenceList label="Pratos que mudaram" consequences={visibleDishes} visibleCount={VISIBLE_DISHES} />
      )}
    </div>
  );
}

function titleOf(consequences: readonly DishConsequence[], visibleDishes: readonly DishConsequence[]): string {
  if (consequences.length === 0) return '';
  if (visibleDishes.length === 0) return 'Pratos afetados: a diferença é de menos de um centavo por venda.';
  const warnings = warningsText(visibleDishes);
  const affected = `Pratos afetados: ${dishCountText(visibleDishes.length).replace(/ pratos?$/, '')}`;
  return warnings === undefined ? `${affected}.` : `${affected}. Atenção: ${warnings}.`;
}
