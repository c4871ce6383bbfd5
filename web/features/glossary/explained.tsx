import { observer } from 'mobx-react-lite';
import { useStores } from '#web/stores/root-store.tsx';
import { Term } from '#web/ui/term.tsx';
import styles from './explained.module.css';
import { GLOSSARY, type TermName } from './glossary.ts';

interface ExplainedProps {
  readonly term: TermName;
  /** As it is called here: 'CMV total'. */
  readonly name: string;
}

/** A word of the trade; on tap a sentence about it and the sum with the owner's own numbers. */
export const Explained = ({ term, name }: ExplainedProps) => (
  <Term name={name}>
    <Explanation term={term} />
  </Term>
);

/** Worked out only while it is looked at. */
const Explanation = observer(function Explanation({ term }: { readonly term: TermName }) {
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
