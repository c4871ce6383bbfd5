import { observer } from 'mobx-react-lite';
import { useStores } from '#web/stores/root-store.tsx';
import { LiveNumber } from '#web/ui/figure.tsx';
import { severalChannels, inChannel } from '../fields/channels-of.ts';
import styles from './beside.module.css';

/** What a specified figure is called where another one stands beside it; it is of the main channel alone. */
export const SimpleMean = observer(function SimpleMean() {
  const [main] = severalChannels(useStores().business);
  return <span className="unbroken faint text-14">média simples{main && `, ${inChannel(main)}`}</span>;
});

interface BesideProps {
  /** Formatted. */
  readonly value: string;
  /** Is it being worked out again? */
  readonly isOld: boolean;
}

/** The same figure by what is sold, in a small line of its own. */
export const Beside = ({ value, isOld }: BesideProps) => (
  <span
    className={`${styles['beside']} flex wrap between at-baseline whole-row across-8 soft text-14`}
    aria-busy={isOld}
  >
    <span>{isOld ? 'pelo que você vende, recalculando…' : 'pelo que você vende'}</span>
    <LiveNumber value={value} className={styles['value']} />
  </span>
);
