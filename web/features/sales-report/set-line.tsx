import { observer } from 'mobx-react-lite';
import { yearMonthName } from '#contract/month-names.ts';
import { bounded } from '#domain/decimal.ts';
import { count, money } from '#domain/format.ts';
import type { Channel } from '#domain/business/state.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Unfolding } from '#web/ui/unfolding.tsx';
import { soldText } from './report-sentences.ts';
import type { ReportSet } from './report-sets.ts';
import styles from './sales-report.module.css';

interface SetLineProps {
  readonly set: ReportSet;
  /** Those to be told apart. */
  readonly channels: readonly Channel[];
}

/** What comes into one month of one channel, and what becomes of what is there. */
export const SetLine = observer(function SetLine({ set, channels }: SetLineProps) {
  const { state } = useStores().business;
  const channel = channels.find(({ id }) => id === set.channelId);
  const dishes = set.rows.length;
  return (
    <li className={styles['set']}>
      <p className={styles['setTitle']}>
        <strong>
          {channel ? `${channel.name}, ${yearMonthName(set.month)}` : upperFirst(yearMonthName(set.month))}
        </strong>
        <span className="numeral">{set.revenue === null ? 'pelo preço' : money(bounded(set.revenue))}</span>
      </p>
      <p className={styles['sentence']}>
        {count(dishes)} {dishes === 1 ? 'prato' : 'pratos'}, {soldText(set.quantity)}. {replacedText(set)}
      </p>
      <Unfolding label="Ver os pratos" isNeeded={false} isMadeLate>
        <ul className={styles['dishes']}>
          {set.rows.map(({ dishId, quantity, revenue }) => (
            <li key={dishId} className={styles['dish']}>
              <span>{state.dishes.get(dishId)?.name}</span>
              <span className="numeral">{count(quantity)}</span>
              <span className="numeral">{revenue === null ? '' : money(revenue)}</span>
            </li>
          ))}
        </ul>
      </Unfolding>
    </li>
  );
});

function replacedText({ replaced, kept }: ReportSet): string {
  const parts = [
    ...(replaced > 0
      ? [
          `${count(replaced)} já ${replaced === 1 ? 'tinha' : 'tinham'} vendas neste mês: ${replaced === 1 ? 'é trocado' : 'são trocados'} pelas do relatório.`,
        ]
      : []),
    ...(kept > 0
      ? [`${count(kept)} que o relatório não traz ${kept === 1 ? 'fica como está' : 'ficam como estão'}.`]
      : []),
  ];
  return parts.join(' ');
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
