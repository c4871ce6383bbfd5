import { LiveNumber } from '#web/ui/live-number.tsx';
import styles from './beside.module.css';

/** What a specified figure is called where another one stands beside it. */
export const SimpleMean = () => <span className={styles['simple']}>média simples</span>;

interface BesideProps {
  /** Formatted. */
  readonly value: string;
  /** Is it being worked out again? */
  readonly isOld: boolean;
}

/** The same figure by what is sold, in a small line of its own. */
export const Beside = ({ value, isOld }: BesideProps) => (
  <span className={styles['beside']} aria-busy={isOld}>
    <span>{isOld ? 'pelo que você vende, recalculando…' : 'pelo que você vende'}</span>
    <LiveNumber value={value} className={styles['value']} />
  </span>
);
