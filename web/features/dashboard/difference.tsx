import { observer } from 'mobx-react-lite';
import type { DashboardView } from '#web/stores/business/dashboard-view.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Explained } from '../glossary/explained.tsx';
import { breakEvenSentence, mixHint, trustSentence } from '../mix/sentences.ts';
import { RevenueOfSales } from '../sales/revenue-of-sales.tsx';
import styles from './dashboard-tab.module.css';
import { weightedMixOf } from '../mix/weighted-mix.ts';

/** The difference in reais between the unweighted figures and those weighted by sales; hidden without sales. */
export const Difference = observer(function Difference({ view }: { readonly view: DashboardView }) {
  const beside = weightedMixOf(useStores().business);
  if (!beside) return null;
  const { mix, isOld } = beside;
  const sentence = breakEvenSentence(view, mix);
  const trust = trustSentence(view, mix);
  return (
    <div className={`${styles['difference']} stack gap-4 pad-inline-4`}>
      {sentence !== undefined && (
        <p className={`${styles['sentence']} ink pretty`}>{isOld ? 'Recalculando pelo que você vende…' : sentence}</p>
      )}
      {trust !== undefined && !isOld && <p>{trust}</p>}
      <RevenueOfSales view={view} mix={mix} />
      <div className="flex wrap at-baseline gap-4 across-20 faint text-15">
        <Explained term="simpleMean" name="Média simples" />
        <Explained term="weighted" name="Pelo que você vende" />
        <span>{mixHint(mix)}</span>
      </div>
    </div>
  );
});
