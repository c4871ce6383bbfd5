import { ChannelsPart } from '../channels/channels-part.tsx';
import { CostsTab } from './costs-tab.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import type { Scope } from '#domain/business/channel/fields.ts';
import type { VariableCost } from '#domain/business/state.ts';
import { toSafeNumber, HUNDRED_PERCENT } from '#domain/decimal.ts';
import { sharedCostsOf } from '#domain/figures/business-figures.ts';
import { formatMoney, formatPercentage } from '#domain/format.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { variableCostFields } from '#domain/business/variable-cost/fields.ts';
import { tableInputFields } from '../entry/field-with-input.tsx';
import { missingScopeFailure } from '../channels/app-scope.tsx';
import { channelsOf, channelsIfSeveral, inChannel, onlyIn } from '../fields/channels-of.ts';
import { withNewChannels } from '../fields/new-channels.ts';
import { scopeField } from '../channels/scope-field.tsx';
import { HUNDRED_REAIS, perHundredText, partOf } from '../entry/share.ts';
import type { CostKind } from './cost-kind.ts';

/** Custos Variáveis: the percentage of revenue that every sale takes with it. */
export const variableCostKind: CostKind<'VariableCost'> = {
  entry: {
    entity: 'VariableCost',
    inputs: tableInputFields(variableCostFields),
    extraFields: (business) => ({
      channels: scopeField(business, {
        label: 'Onde este custo é pago',
        canAddChannels: true,
        shouldAskAboutApps: true,
      }),
    }),
    findIncompleteness: ({ name = '', channels = '' }) => missingScopeFailure(name, channels),
    additionCommands: (business, adding) => withNewChannels(channelsOf(business), adding),
    firstFocusedField: 'percentage',
    rows: (state) => state.variableCosts,
    newTitle: 'Novo custo variável',
    removedText: 'Custo variável excluído',
    addedText: (cost) => `Custo variável adicionado: ${cost.name}, ${formatPercentage(cost.percentage)} das vendas.`,
    duplicateHint: (cost) => `“${cost.name}” já está na lista, com ${formatPercentage(cost.percentage)}.`,
    suggestions: { label: 'Custos comuns', names: ['Impostos', 'Taxa do cartão', 'Comissão do iFood'] },
  },
  fields: variableCostFields,
  list: 'variableCosts',
  importTab: 'variable-costs',
  table: 'custos-variaveis',
  term: 'variable',
  words: {
    title: 'Custos Variáveis',
    termName: 'O que é custo variável',
    loading: 'Carregando custos variáveis...',
    failure: 'Erro ao carregar custos variáveis',
    listLabel: 'Custos variáveis',
    empty: 'Nenhum custo variável cadastrado ainda.',
    advice: 'Comece pela taxa do cartão: ela está no contrato da maquininha.',
  },
  explanation(figures, business) {
    if (figures.kind !== 'known' || !hasChannelData(business) || figures.value.custosVariaveisPercentual === 0)
      return 'O que cada venda leva consigo: impostos, taxas e comissões.';
    const [main] = channelsIfSeveral(channelsOf(business));
    const soldText = main ? `vendidos ${inChannel(main)}` : 'vendidos';
    return `De cada ${HUNDRED_REAIS} ${soldText}, ${perHundredText(figures.value.custosVariaveisPercentual)} saem em impostos, taxas e comissões.`;
  },
  total(figures, business) {
    const [main] = channelsIfSeveral(channelsOf(business));
    const label = main ? `Total sobre as vendas ${inChannel(main)}` : 'Total sobre as vendas';
    if (figures.kind !== 'known') return { label, value: '–' };
    const { custosVariaveisPercentual, custosVariaveisValor, faturamentoMedio } = figures.value;
    const value = formatPercentage(custosVariaveisPercentual);
    if (main) return { label, value, note: otherChannelRates(business) };
    // The share is of all sales only where it is known that there are no channels.
    const hasMonthlyAmount = hasChannelData(business) && faturamentoMedio > 0;
    return {
      label,
      value,
      note: hasMonthlyAmount ? `cerca de ${formatMoney(custosVariaveisValor)} por mês` : undefined,
    };
  },
  warning(figures) {
    if (figures.kind !== 'known' || figures.value.custosVariaveisPercentual < HUNDRED_PERCENT) return undefined;
    const total = formatPercentage(figures.value.custosVariaveisPercentual);
    return `Somando ${total}, cada venda custa mais do que entra. Confira os percentuais da lista.`;
  },
  scopeText: (cost, business) => onlyIn(channelsOf(business), scopeOf(cost)),
  numbers(cost, figures) {
    const value = formatPercentage(cost.percentage);
    // The share of revenue that comes through these channels is unknown.
    if (scopeOf(cost) !== null) return { value };
    if (figures.kind !== 'known' || figures.value.faturamentoMedio === 0) return { value };
    return { value, textBelowValue: `${formatMoney(partOf(figures.value.faturamentoMedio, cost.percentage))} por mês` };
  },
};

/** The scope of a cost, which is no part of its form's fields or its sheet. */
const scopeOf = (cost: object): Scope => (cost as Pick<VariableCost, 'channels'>).channels;

const hasChannelData = (business: BusinessStore): boolean => business.data('channels').kind === 'known';

/** The total rate in each of the other channels: 'no App, 34,2%'. Undefined where it is not loaded. */
function otherChannelRates(business: BusinessStore): string | undefined {
  if (business.allData.kind !== 'known') return undefined;
  const rates = new Map(
    sharedCostsOf(business.state).channels.map(({ id, variablePercentage }) => [id, variablePercentage]),
  );
  const [, ...otherChannels] = channelsIfSeveral(channelsOf(business));
  return otherChannels
    .map((channel) => `${inChannel(channel)}, ${formatPercentage(toSafeNumber(rates.get(channel.id) ?? 0n))}`)
    .join('; ');
}

const TaxCalculator = onDemand(async () => (await import('./tax-calculator.tsx')).TaxCalculator);

/** A link to the tax calculator, for owners who do not know their rate. */
const TaxPart = () => (
  <Disclosure label="Quanto é o meu imposto? (Simples ou MEI)" isNeeded={false} isRenderedOnOpen>
    <TaxCalculator />
  </Disclosure>
);

const TIP = (
  <>
    <p className="pad-inline-4 soft text-15">
      <strong>Dica:</strong> aqui entra só o que cresce junto com a venda, como imposto, taxa do cartão e comissão de
      aplicativo. Os ingredientes não: eles entram pela ficha técnica.
    </p>
    <TaxPart />
    <ChannelsPart />
  </>
);

export const VariableCostsTab = () => <CostsTab kind={variableCostKind} tip={TIP} />;
