import { observer } from 'mobx-react-lite';
import { ArrowDown, ArrowUp, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { DishConsequence } from '#domain/consequences/dish-consequences.ts';
import { formatCount, formatMoney } from '#domain/format.ts';
import styles from './consequences.module.css';
import { amountChangeOf, channelChangesOf, signedMoney, warningSentence } from './wording.ts';
import { useStores } from '#web/stores/root-store.tsx';

/** The number of dishes that are shown before the button for the others. */
const VISIBLE_DISHES = 5;

interface ConsequenceListProps {
  readonly label: string;
  /** The dishes, largest change first. */
  readonly consequences: readonly DishConsequence[];
  /** The number of dishes that are shown before the button for the others. */
  readonly visibleCount?: number;
}

/** Dishes with the margin of a sale before and after; the rest of a long list is hidden behind a button. */
export function ConsequenceList({ label, consequences, visibleCount = VISIBLE_DISHES }: ConsequenceListProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const visible = isExpanded ? consequences : consequences.slice(0, visibleCount);
  const rest = consequences.slice(visible.length);
  return (
    <div className="stack shrinks gap-4">
      <ul className="list" aria-label={label}>
        {visible.map((consequence) => (
          <ConsequenceLine key={consequence.dish.id} consequence={consequence} />
        ))}
      </ul>
      {rest.length > 0 && (
        <button
          type="button"
          className={`${styles['more']} to-left touch no-padding bare-button basil text-15 underlined`}
          onClick={() => setIsExpanded(true)}
        >
          {restSentence(rest)}
        </button>
      )}
    </div>
  );
}

/** The label of the button for the other dishes: 'e mais 12, 3 deles com aviso'. */
function restSentence(rest: readonly DishConsequence[]): string {
  const warningCount = rest.filter(({ warning }) => warning !== undefined).length;
  const more = `e mais ${formatCount(rest.length)}`;
  if (warningCount === 0) return more;
  if (warningCount === rest.length) return `${more}, ${warningCount === 1 ? 'com aviso' : 'todos com aviso'}`;
  return `${more}, ${formatCount(warningCount)} deles com aviso`;
}

const ConsequenceLine = observer(function ConsequenceLine({ consequence }: { readonly consequence: DishConsequence }) {
  const { channels } = useStores().business.state;
  const { dish, after, warning } = consequence;
  const { name, from, to, difference } = amountChangeOf(consequence);
  const isWorse = difference < 0;
  const Arrow = isWorse ? ArrowDown : ArrowUp;
  return (
    <li className="stack wide-and-narrow across-12 no-padding pad-block-10 line-between">
      <span className="weight-560 breaks">{dish.name}</span>
      <span className={`numeral inline-row gap-4 weight-600 ${isWorse ? styles['worse'] : styles['better']}`}>
        <Arrow size={16} aria-hidden />
        {signedMoney(difference)}
      </span>
      <span className="whole-row soft text-14">
        <span>{name}</span> <span className="numeral">{from}</span>
        <span aria-hidden="true"> → </span>
        <span className="visually-hidden"> passa a </span>
        <span className="numeral ink weight-560">{to}</span>
      </span>
      {channelChangesOf(consequence).map((channelChange) => (
        <span key={channelChange.channelId} className="whole-row soft text-14">
          <span>{channels.get(channelChange.channelId)?.name}: sobra</span>{' '}
          <span className="numeral">{channelChange.from}</span>
          <span aria-hidden="true"> → </span>
          <span className="visually-hidden"> passa a </span>
          <span className="numeral ink weight-560">{channelChange.to}</span>
        </span>
      ))}
      {warning !== undefined && (
        <span className={`${styles['warning']} flex whole-row gap-6 mt-4 tomato text-14 weight-560`}>
          <TriangleAlert size={16} aria-hidden />
          {warningSentence(warning, formatMoney(-after.netProfit))}
        </span>
      )}
    </li>
  );
});
