import { observer } from 'mobx-react-lite';
import { money, percentage } from '#domain/format.ts';
import { type DashboardFigures, WHOLE } from '#domain/figures/business-figures.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Async } from '#web/ui/async.tsx';
import { EmptyNote } from '#web/ui/empty-note.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Section } from '#web/ui/section.tsx';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { newestFirst } from '../entry/newest-first.ts';
import { A_HUNDRED, ofHundred } from '../entry/of-hundred.ts';
import { ListTools } from '../entry/list-tools.tsx';
import { ListMissing, RowList } from '../entry/row-list.tsx';
import { Explained } from '../glossary/explained.tsx';
import { DownloadButton } from '../export/download-button.tsx';
import { ImportLink } from '../import/import-link.tsx';
import { ExamplesNote } from '../onboarding/examples-note.tsx';
import { ModelLink } from '../onboarding/model-link.tsx';
import { AddVariableCost } from './add-variable-cost.tsx';
import { VariableCostRow } from './variable-cost-row.tsx';
import { NothingYet } from '../past/nothing-yet.tsx';
import { OnlyNow } from '../past/only-now.tsx';
import styles from './variable-costs-tab.module.css';

/** Custos Variáveis: what every sale takes with it, in percent of revenue. */
export const VariableCostsTab = observer(function VariableCostsTab() {
  const { business } = useStores();
  const isKnown = business.status === 'loaded' && !business.failedLists.has('variableCosts');
  const figures = isKnown ? business.figures.dashboard : undefined;
  return (
    <Section
      title="Custos Variáveis"
      term={<Explained term="variable" name="O que é custo variável" />}
      explanation={figures ? sentenceOf(figures) : 'O que cada venda leva consigo: impostos, taxas e comissões.'}
      total={figures ? totalOf(figures) : NO_TOTAL}
    >
      <Async of={business} loading="Carregando custos variáveis..." failure="Erro ao carregar custos variáveis">
        {() => (
          <EntryLayout entry={<Entry />}>
            <ListTools>
              <ImportLink tab="variable-costs" />
              <DownloadButton table="custos-variaveis" />
            </ListTools>
            <VariableCostList />
          </EntryLayout>
        )}
      </Async>
    </Section>
  );
});

const sentenceOf = ({ custosVariaveisPercentual: total }: DashboardFigures): string =>
  total === 0
    ? 'O que cada venda leva consigo: impostos, taxas e comissões.'
    : `De cada ${A_HUNDRED} vendidos, ${ofHundred(total)} saem em impostos, taxas e comissões.`;

/** Not known yet, or not to be had; its place is kept. */
const NO_TOTAL = { label: 'Total sobre as vendas', value: '–' };

const totalOf = ({ custosVariaveisPercentual, custosVariaveisValor, faturamentoMedio }: DashboardFigures) => ({
  label: 'Total sobre as vendas',
  value: percentage(custosVariaveisPercentual),
  note: faturamentoMedio > 0 ? `cerca de ${money(custosVariaveisValor)} por mês` : undefined,
});

const Entry = () => (
  <>
    <AddVariableCost />
    <p className={styles['tip']}>
      <strong>Dica:</strong> aqui entra só o que cresce junto com a venda, como imposto, taxa do cartão e comissão de
      aplicativo. Os ingredientes não: eles entram pela ficha técnica.
    </p>
  </>
);

const VariableCostList = observer(function VariableCostList() {
  const { business } = useStores();
  const { custosVariaveisPercentual: total, faturamentoMedio } = business.figures.dashboard;
  const costs = newestFirst(business.state.variableCosts.values());
  if (costs.length > 0)
    return (
      <>
        {total >= WHOLE && (
          <Panel tone="warning">
            <p>Somando {percentage(total)}, cada venda custa mais do que entra. Confira os percentuais da lista.</p>
          </Panel>
        )}
        <OnlyNow>
          <ExamplesNote rows={costs} words={['custo ainda tem', 'custos ainda têm']} />
        </OnlyNow>
        <RowList label="Custos variáveis">
          {costs.map((cost) => (
            <VariableCostRow key={business.keyOf(cost.id)} cost={cost} averageRevenue={faturamentoMedio} />
          ))}
        </RowList>
      </>
    );
  if (business.failedLists.has('variableCosts')) return <ListMissing />;
  return (
    <OnlyNow instead={<NothingYet />}>
      <EmptyNote
        text="Nenhum custo variável cadastrado ainda."
        advice="Comece pela taxa do cartão: ela está no contrato da maquininha."
        action={<ModelLink />}
      />
    </OnlyNow>
  );
});
