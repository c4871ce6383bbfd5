import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useStores } from '#web/stores/root-store.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Section } from '#web/ui/section.tsx';
import { useTitle } from '#web/ui/page-title.tsx';
import { ConsequenceList } from '../consequences/consequence-list.tsx';
import { visibleConsequences, warningsText } from '../consequences/wording.ts';
import { incompleteSentence } from '../onboarding/gap-texts.ts';
import { useCached } from '../entry/use-cached.ts';
import { SalesLoader } from '../mix/sales-loader.ts';
import { Effect } from './effect.tsx';
import { createPlanStorage } from './plan-storage.ts';
import { AmountGroups } from './amount-groups-view.tsx';
import { Plan, PLAN_ID } from './plan.ts';
import { PlanSummary } from './plan-summary.tsx';
import styles from './what-if-page.module.css';

/** E se?: a simulation of prices and costs in this browser, with its effect in view. */
export const WhatIfPage = observer(function WhatIfPage() {
  const { business, session } = useStores();
  useTitle('E se?');
  const plan = useCached(
    business,
    'what if',
    () =>
      new Plan(
        business,
        createPlanStorage(() => sessionStorage, session.user?.id ?? 'visitor'),
      ),
  );
  return (
    <Section
      title="E se?"
      explanation="Experimente preços e custos sem mudar nada de verdade. Gostou do resultado? Aplique tudo de uma vez."
    >
      <RemoteDataView
        data={business.allData}
        onRetry={() => business.reader.retry()}
        loading="Carregando..."
        failure="Erro ao carregar seus dados"
      >
        {() => (
          <div className={`${styles['places']} stack shrinks gap-24`}>
            <SalesPreload />
            <div className={`${styles['inView']} sticky shrinks pad-block-8 pad-inline-16`}>
              <Effect plan={plan} />
            </div>
            <div className={`${styles['tries']} stack from-top shrinks gap-16`}>
              <IncompleteNote />
              <AmountGroups plan={plan} />
            </div>
            <div id={PLAN_ID} className={`${styles['outcome']} stack from-top shrinks gap-16`}>
              <PlanSummary plan={plan} />
              <ChangedDishes plan={plan} />
            </div>
          </div>
        )}
      </RemoteDataView>
    </Section>
  );
});

/** Reads the sales in the background, so that weighted figures are simulated too. */
const SalesPreload = observer(function SalesPreload() {
  const { business } = useStores();
  const [reading] = useState(() => new SalesLoader(business));
  const hasSales = business.mix.hasSales;
  useEffect(() => {
    if (hasSales) void reading.load();
  }, [hasSales, reading]);
  return null;
});

const IncompleteNote = observer(function IncompleteNote() {
  const { gaps } = useStores().business;
  const missing = gaps.kind === 'known' ? incompleteSentence(gaps.value) : undefined;
  return missing === undefined ? null : <p className="soft text-15">{missing}</p>;
});

const ChangedDishes = observer(function ChangedDishes({ plan }: { readonly plan: Plan }) {
  const changed = visibleConsequences(plan.dishes);
  if (changed.length === 0) return null;
  const warnings = warningsText(changed);
  return (
    <Panel title="Pratos que mais mudam" hint={warnings === undefined ? undefined : `Atenção: ${warnings}.`}>
      <ConsequenceList label="Pratos que mais mudam" consequences={changed} />
    </Panel>
  );
});
