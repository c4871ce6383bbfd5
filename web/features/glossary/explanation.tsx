import { observer } from 'mobx-react-lite';
import { useStores } from '#web/stores/root-store.tsx';
import styles from './explanation.module.css';
import { GLOSSARY, type TermName } from './glossary.ts';

/** What a term means, in general and here. Worked out only while it is looked at. */
export const Explanation = observer(function Explanation({ term }: { readonly term: TermName }) {
  const { business } = useStores();
  const { sentence, own, example } = GLOSSARY[term];
  const isKnown = business.status === 'loaded' && business.failedLists.size === 0;
  const worked = isKnown ? own({ state: business.state, figures: business.figures.dashboard }) : undefined;
  return (
    <>
      <p>{sentence}</p>
      <p className={styles['example']}>{worked ?? example}</p>
    </>
  );
});
