import { observer } from 'mobx-react-lite';
import { ArrowDown, ArrowUp, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { DishConsequence } from '#domain/consequences/dish-consequences.ts';
import { count, money } from '#domain/format.ts';
import styles from './consequence-list.module.css';
import { changeIn, elsewhereIn, signedMoney, warningSentence } from './wording.ts';
import { useStores } from '#web/stores/root-store.tsx';

/** So many are seen at a glance. */
const AT_A_GLANCE = 5;

interface ConsequenceListProps {
  readonly label: string;
  /** The largest change first. */
  readonly consequences: readonly DishConsequence[];
  /** So many are there at first. */
  readonly atFirst?: number;
}

/** Dishes with what is left of a sale, now and then; the rest of a long list comes when it is asked for. */
export function ConsequenceList({ label, consequences, atFirst = AT_A_GLANCE }: ConsequenceListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? consequences : consequences.slice(0, atFirst);
  const rest = consequences.slice(shown.length);
  return (
    <div className={styles['whole']}>
      <ul className={styles['list']} aria-label={label}>
        {shown.map((each) => (
          <ConsequenceLine key={each.dish.id} consequence={each} />
        ))}
      </ul>
      {rest.length > 0 && (
        <button type="button" className={styles['more']} onClick={() => setIsWhole(true)}>
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
    <li className={styles['line']}>
      <span className={styles['name']}>{dish.name}</span>
      <span className={`numeral ${styles['difference']} ${isWorse ? styles['worse'] : styles['better']}`}>
        <Arrow size={16} aria-hidden />
        {signedMoney(difference)}
      </span>
      <span className={styles['figures']}>
        <span>{name}</span> <span className="numeral">{from}</span>
        <span aria-hidden="true"> → </span>
        <span className="visually-hidden"> passa a </span>
        <span className={`numeral ${styles['then']}`}>{to}</span>
      </span>
      {elsewhereIn(consequence).map((there) => (
        <span key={there.channelId} className={styles['figures']}>
          <span>{channels.get(there.channelId)?.name}: sobra</span> <span className="numeral">{there.from}</span>
          <span aria-hidden="true"> → </span>
          <span className="visually-hidden"> passa a </span>
          <span className={`numeral ${styles['then']}`}>{there.to}</span>
        </span>
      ))}
      {warning !== undefined && (
        <span className={styles['warning']}>
          <TriangleAlert size={16} aria-hidden />
          {warningSentence(warning, money(-after.netProfit))}
        </span>
      )}
    </li>
  );
});
