import { observer } from 'mobx-react-lite';
import { money, percentage } from '#domain/format.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Async } from '#web/ui/async.tsx';
import { EmptyNote } from '#web/ui/empty-note.tsx';
import { Section } from '#web/ui/section.tsx';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { newestFirst } from '../entry/newest-first.ts';
import { ListTools } from '../entry/list-tools.tsx';
import { ListMissing, RowList } from '../entry/row-list.tsx';
import { shareOf } from '../entry/share.ts';
import { Explained } from '../glossary/explained.tsx';
import { DownloadButton } from '../export/download-button.tsx';
import { ImportLink } from '../import/import-link.tsx';
import { ExamplesNote } from '../onboarding/examples-note.tsx';
import { ModelLink } from '../onboarding/model-link.tsx';
import { AddFixedCost } from './add-fixed-cost.tsx';
import { FixedCostRow } from './fixed-cost-row.tsx';

/** Custos Fixos: what is paid every month, sold or not. */
export const FixedCostsTab = observer(function FixedCostsTab() {
  const { business } = useStores();
  return (
    <Section
      title="Custos Fixos"
      term={<Explained term="fixed" name="O que é custo fixo" />}
      explanation="O que você paga todo mês, venda muito ou pouco: aluguel, salários, energia, contador."
      total={totalOf(business)}
    >
      <Async of={business} loading="Carregando custos fixos..." failure="Erro ao carregar custos fixos">
        {() => (
          <EntryLayout entry={<AddFixedCost />}>
            <ListTools>
              <ImportLink tab="fixed-costs" />
              <DownloadButton table="custos-fixos" />
            </ListTools>
            <FixedCostList />
          </EntryLayout>
        )}
      </Async>
    </Section>
  );
});

function totalOf({ status, figures, failedLists }: BusinessStore) {
  const { custosFixos, faturamentoMedio } = figures.dashboard;
  if (status !== 'loaded' || failedLists.has('fixedCosts')) return { label: 'Total por mês', value: '–' };
  const share = `${percentage(shareOf(custosFixos, faturamentoMedio))} do faturamento médio`;
  return { label: 'Total por mês', value: money(custosFixos), note: faturamentoMedio > 0 ? share : undefined };
}

const FixedCostList = observer(function FixedCostList() {
  const { business } = useStores();
  const costs = newestFirst(business.state.fixedCosts.values());
  if (costs.length > 0)
    return (
      <>
        <ExamplesNote rows={costs} words={['custo ainda tem', 'custos ainda têm']} />
        <RowList label="Custos fixos">
          {costs.map((cost) => (
            <FixedCostRow key={business.keyOf(cost.id)} cost={cost} total={business.figures.dashboard.custosFixos} />
          ))}
        </RowList>
      </>
    );
  if (business.failedLists.has('fixedCosts')) return <ListMissing />;
  return (
    <EmptyNote
      text="Nenhum custo fixo cadastrado ainda."
      advice="Comece pelo maior deles: quase sempre são os salários ou o aluguel."
      action={<ModelLink />}
    />
  );
});
