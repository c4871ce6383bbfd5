import { observer } from 'mobx-react-lite';
import { useStores } from '#web/stores/root-store.tsx';
import { GLOSSARY, type TermName } from './glossary.ts';

/** Terms that are computed with the unweighted figures; with sales, the weighted ones are more reliable. */
const UNWEIGHTED_TERMS: ReadonlySet<TermName> = new Set(['variable', 'cmv', 'margin', 'breakEven', 'profit']);

/** The definition of a term with the owner's numbers, computed only while it is open. */
export const Explanation = observer(function Explanation({ term }: { readonly term: TermName }) {
  const { business } = useStores();
  const { sentence, ownExample, example } = GLOSSARY[term];
  const { allData } = business;
  const exampleText =
    allData.kind === 'known' ? ownExample({ state: allData.value, figures: business.figures.dashboard }) : undefined;
  const isSimple = UNWEIGHTED_TERMS.has(term) && business.mix.hasSales;
  return (
    <>
      <p>{sentence}</p>
      <p className="mt-8 pad-block-8 pad-inline-12 rounded-small on-basil-tint tabular">
        {isSimple && exampleText !== undefined && 'Pela média simples: '}
        {exampleText ?? example}
      </p>
    </>
  );
});
