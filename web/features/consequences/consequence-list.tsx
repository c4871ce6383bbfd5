import { observer } from 'mobx-react-lite';
import { ArrowDown, ArrowUp, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { DishConsequence } from '#domain/consequences/dish-consequences.ts';
import { count, money } from '#domain/format.ts';
import styles from './consequence-list.module.css';
import { changeIn, channelChangesIn, signedMoney, warningSentence } from './wording.ts';
import { useStores } from '#web/stores/root-store.tsx';

/** The number of dishes that are read at a glance. */
const AT_A_GLANCE = 5;

interface ConsequenceListProps {
  readonly label: string;
  /** The dishes, largest change first. */
  readonly consequences: readonly DishConsequence[];
  /** The number of dishes before 'mostrar mais'. */
  readonly atFirst?: number;
}

/** Dishes with the margin of a sale before and after; the rest of a long list is hidden behind a button. */
export function ConsequenceList({ label, consequences, atFirst = AT_A_GLANCE }: ConsequenceListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? consequences : consequences.slice(0, atFirst);
  const rest = consequences.slice(shown.length);
  return (
    <div className="stack shrinks gap-4">
      <ul className="list" aria-label={label}>
        {shown.map((each) => (
          <ConsequenceLine key={each.dish.id} consequence={each} />
        ))}
      </ul>
      {rest.length > 0 && (
        <button
          type="button"
          className={`${styles['more']} to-left touch no-padding bare-button basil text-15 underlined`}
          onClick={() => setIsWhole(true)}
        >
          {restSentence(rest)}
        </button>
      )}
    </div>
  );
}

/** 'e mais 12, 3 deles com aviso' */
function restSentence(rest: readonly DishConsequence[]): string {
  const warned = rest.filter(({ warning }) => warning !== undefined).length;
  const more = `e mais ${count(rest.length)}`;
  if (warned === 0) return more;
  if (warned === rest.length) return `${more}, ${warned === 1 ? 'com aviso' : 'todos com aviso'}`;
  return `${more}, ${count(warned)} deles com aviso`;
}

const ConsequenceLine = observer(function ConsequenceLine({ consequence }: { readonly consequence: DishConsequence }) {
  const { channels } = useStores().business.state;
  const { dish, after, warning } = consequence;
  const { name, from, to, difference } = changeIn(consequence);
  const isWorse = difference < 0;
  const Arrow = isWorse ? ArrowDown : ArrowUp;
  return (
    <li className={`${styles['line']} stack wide-and-narrow across-12 no-padding pad-block-10 line-above`}>
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
      {channelChangesIn(consequence).map((there) => (
        <span key={there.channelId} className="whole-row soft text-14">
          <span>{channels.get(there.channelId)?.name}: sobra</span> <span className="numeral">{there.from}</span>
          <span aria-hidden="true"> → </span>
          <span className="visually-hidden"> passa a </span>
          <span className="numeral ink weight-560">{there.to}</span>
        </span>
      ))}
      {warning !== undefined && (
        <span className={`${styles['warning']} flex whole-row gap-6 mt-4 tomato text-14 weight-560`}>
          <TriangleAlert size={16} aria-hidden />
          {warningSentence(warning, money(-after.netProfit))}
        </span>
      )}
    </li>
  );
});
