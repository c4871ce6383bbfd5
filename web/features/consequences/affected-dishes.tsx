import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef } from 'react';
import type { SingleChange } from '#domain/business/commands.ts';
import { attempt } from '#domain/consequences/attempt.ts';
import { type DishConsequence, dishConsequences } from '#domain/consequences/dish-consequences.ts';
import { useStores } from '#web/stores/root-store.tsx';
import styles from './affected-dishes.module.css';
import { ConsequenceList } from './consequence-list.tsx';
import { dishes, visibleOf, warningsInAll } from './wording.ts';

interface AffectedDishesProps {
  /** The change of an ingredient or a preparation that is being typed. */
  readonly change: SingleChange;
}

/**
 * The dishes that a typed price, pack, yield or quantity would change, and by how much, before it is saved. Hidden
 * while nothing changes.
 */
export const AffectedDishes = observer(function AffectedDishes(props: AffectedDishesProps) {
  return useStores().business.whole.kind === 'known' ? <LoadedDishes {...props} /> : null;
});

const LoadedDishes = observer(function LoadedDishes({ change }: AffectedDishesProps) {
  const { state, figures } = useStores().business;
  const { after, changes: made } = attempt(state, [change]);
  const changes =
    made.length === 0 ? [] : dishConsequences({ before: state, after, known: { before: figures.dishes } });
  const visible = visibleOf(changes);
  return (
    <div
      className={`${styles['affected']} stack whole-row shrinks gap-4 rounded-small on-surface ${changes.length === 0 ? `${styles['nothing']} absolute` : ''}`}
    >
      <p role="status" className="text-15 weight-600">
        {titleOf(changes, visible)}
      </p>
      {visible.length > 0 && <ConsequenceList label="Pratos afetados" consequences={visible} />}
    </div>
  );
});

/** The number of dishes that fit beside the row, on a phone too. */
const SEEN_AT_ONCE = 3;

/** The effect of a saved change on the dishes, listed below the changed row. */
export function ChangedDishes({ changes }: { readonly changes: readonly DishConsequence[] }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (changes.length > 0) place.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [changes]);
  const visible = visibleOf(changes);
  return (
    <div
      ref={place}
      className={`${styles['affected']} stack whole-row shrinks gap-4 rounded-small on-surface ${styles['made']}`}
    >
      <p role="status" className="text-15 weight-600">
        {titleOf(changes, visible)}
      </p>
      {visible.length > 0 && (
        <ConsequenceList label="Pratos que mudaram" consequences={visible} atFirst={SEEN_AT_ONCE} />
      )}
    </div>
  );
}

function titleOf(changes: readonly DishConsequence[], visible: readonly DishConsequence[]): string {
  if (changes.length === 0) return '';
  if (visible.length === 0) return 'Pratos afetados: a diferença é de menos de um centavo por venda.';
  const warnings = warningsInAll(visible);
  const affected = `Pratos afetados: ${dishes(visible.length).replace(/ pratos?$/, '')}`;
  return warnings === undefined ? `${affected}.` : `${affected}. Atenção: ${warnings}.`;
}
