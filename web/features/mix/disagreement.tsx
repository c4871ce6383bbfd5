import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useStores } from '#web/stores/root-store.tsx';
import styles from './mix.module.css';
import { verdictOf } from './sentences.ts';

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
