import { observer } from 'mobx-react-lite';
import { useStores } from '#web/stores/root-store.tsx';
import styles from './explanation.module.css';
import { GLOSSARY, type TermName } from './glossary.ts';

/** What a term means, in general and here. Worked out only while it is looked at. */
export const Explanation = observer(function Explanation({ term }: { readonly term: TermName }) {
  const { business } = useStores();
  const { sentence, own, example } = GLOSSARY[term];
  const { whole } = business;
  const worked = whole.kind === 'known' ? own({ state: whole.value, figures: business.figures.dashboard }) : undefined;
  return (
    <>
      <p>{sentence}</p>
      <p className={styles['example']}>{worked ?? example}</p>
    </>
  );
});
