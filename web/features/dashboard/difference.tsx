import { observer } from 'mobx-react-lite';
import type { DashboardView } from '#web/stores/business/dashboard-view.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { ExplainedTerm } from '../glossary/explained-term.tsx';
import { breakEvenComparison, mixHint, breakEvenAdvice } from '../mix/sentences.ts';
import { MeanRevenueDifference } from '../sales/revenue-differences.tsx';
import styles from './dashboard-tab.module.css';
import { weightedMixOf } from '../mix/weighted-mix.ts';

/** The difference in reais between the unweighted figures and those weighted by sales; hidden without sales. */
export const Difference = observer(function Difference({ view }: { readonly view: DashboardView }) {
  const weightedMix = weightedMixOf(useStores().business);
  if (!weightedMix) return null;
  const { mix, isOld } = weightedMix;
  const sentence = breakEvenComparison(view, mix);
  const trust = breakEvenAdvice(view, mix);
  return (
    <div className={`${styles['difference']} stack gap-4 pad-inline-4`}>
      {sentence !== undefined && (
        <p className={`${styles['sentence']} ink pretty`}>{isOld ? 'Recalculando pelo que você vende…' : sentence}</p>
      )}
      {trust !== undefined && !isOld && <p>{trust}</p>}
      <MeanRevenueDifference view={view} mix={mix} />
      <div className="flex wrap at-baseline gap-4 across-20 faint text-15">
        <ExplainedTerm term="simpleMean" name="Média simples" />
        <ExplainedTerm term="weighted" name="Pelo que você vende" />
        <span>{mixHint(mix)}</span>
      </div>
    </div>
  );
});
