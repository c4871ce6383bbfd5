import { observer } from 'mobx-react-lite';
import { useStores } from '#web/stores/root-store.tsx';
import { AnimatedNumber } from '#web/ui/figure.tsx';
import { channelsIfSeveral, channelsOf, inChannel } from '../fields/channels-of.ts';
import styles from './mix.module.css';
import type { ReactNode } from 'react';
import { verdictOf } from './sentences.ts';

/** The label of an unweighted figure where a weighted one stands beside it; it is about the main channel only. */
export const SimpleMean = observer(function SimpleMean() {
  const [main] = channelsIfSeveral(channelsOf(useStores().business));
  return <span className="unbroken faint text-14">média simples{main && `, ${inChannel(main)}`}</span>;
});

interface WeightedValueProps {
  /** The formatted value. */
  readonly value: string;
  /** Tells whether it is being computed again. */
  readonly isOld: boolean;
}

/** The same figure weighted by sales, in a small line of its own. */
export const WeightedValue = ({ value, isOld }: WeightedValueProps) => (
  <span
    className={`${styles['beside']} flex wrap between at-baseline whole-row across-8 soft text-14`}
    aria-busy={isOld}
  >
    <span>{isOld ? 'pelo que você vende, recalculando…' : 'pelo que você vende'}</span>
    <AnimatedNumber value={value} className={styles['value']} />
  </span>
);

/**
 * A notice where unweighted and weighted figures disagree about being above or below break-even.
 * @param children a link to more details
 */
export const Disagreement = observer(function Disagreement({ children }: { readonly children?: ReactNode }) {
  const { dashboard, currentMix } = useStores().business;
  const verdict = dashboard.kind === 'known' && currentMix ? verdictOf(dashboard.value, currentMix) : undefined;
  if (!verdict) return null;
  return (
    <div
      role="status"
      className={`${styles['disagreement']} row wrap between gap-12 across-24 pad-block-16 pad-inline-16 rounded on-basil-tint`}
      data-really={verdict.weightedPosition}
    >
      <p className={`${styles['sentence']} ink weight-580 pretty`}>{verdict.sentence}</p>
      {children}
    </div>
  );
});
