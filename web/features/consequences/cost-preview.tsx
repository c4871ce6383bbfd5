import { observer } from 'mobx-react-lite';
import type { SingleChange } from '#domain/business/commands.ts';
import { attempt } from '#domain/consequences/attempt.ts';
import { dishConsequences } from '#domain/consequences/dish-consequences.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { costEffect } from './cost-effect.ts';
import styles from './cost-preview.module.css';
import { warningsInAll } from './wording.ts';

/** What a cost that is being typed would do to the business, in a sentence or two. `change`: what it would be. */
export const CostPreview = observer(function CostPreview({ change }: { readonly change: SingleChange | undefined }) {
  const { business } = useStores();
  // What it would do to figures that are not known is not known.
  return business.whole.kind === 'known' ? <Known change={change} /> : null;
});

const Known = observer(function Known({ change }: { readonly change: SingleChange | undefined }) {
  const { state, figures, mix } = useStores().business;
  const tried = attempt(state, change ? [change] : []);
  const said = tried.changes.length === 0 ? [] : sentences(tried.after);
  return (
    <p
      role="status"
      className={`${styles['preview']} whole-row rounded-small on-surface soft text-15 tabular ${said.length === 0 ? `${styles['nothing']} absolute` : ''}`}
    >
      {said.join(' ')}
    </p>
  );

  function sentences(after: typeof state): readonly string[] {
    const then = businessFigures(after);
    const known = { before: figures.dishes, after: then.dishes };
    const effect = costEffect(figures, then, mix.kind === 'known' && mix.value !== null);
    const warnings = warningsInAll(dishConsequences({ before: state, after, known }));
    return [effect, warnings && `Atenção: ${warnings}.`].filter((each) => each !== undefined);
  }
});
