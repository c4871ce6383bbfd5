import { CostsTab } from './costs-tab.tsx';
import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import { SCALE } from '#domain/decimal.ts';
import { formatMoney, formatPercentage } from '#domain/format.ts';
import { tableInputFields } from '../entry/field-with-input.tsx';
import { shareOf } from '../entry/share.ts';
import type { CostKind } from './cost-kind.ts';

/** Custos Fixos: amounts that are paid every month, sold or not. */
export const fixedCostKind: CostKind<'FixedCost'> = {
  entry: {
    entity: 'FixedCost',
    inputs: tableInputFields(fixedCostFields),
    firstFocusedField: 'value',
    rows: (state) => state.fixedCosts,
    newTitle: 'Novo custo fixo',
    removedText: 'Custo fixo excluído',
    addedText: ({ name, value }) => `Custo fixo adicionado: ${name}, ${formatMoney(value)} por mês.`,
    duplicateHint: ({ name, value }) => `“${name}” já está na lista, com ${formatMoney(value)} por mês.`,
    suggestions: { label: 'Custos comuns', names: ['Aluguel', 'Salários', 'Energia', 'Água', 'Internet', 'Contador'] },
  },
  fields: fixedCostFields,
  list: 'fixedCosts',
  importTab: 'fixed-costs',
  table: 'custos-fixos',
  term: 'fixed',
  words: {
    title: 'Custos Fixos',
    termName: 'O que é custo fixo',
    loading: 'Carregando custos fixos...',
    failure: 'Erro ao carregar custos fixos',
    listLabel: 'Custos fixos',
    empty: 'Nenhum custo fixo cadastrado ainda.',
    advice: 'Comece pelo maior deles: quase sempre são os salários ou o aluguel.',
  },
  explanation: () => 'O que você paga todo mês, venda muito ou pouco: aluguel, salários, energia, contador.',
  total(figures) {
    const label = 'Total por mês';
    if (figures.kind !== 'known') return { label, value: '–' };
    const { custosFixos, faturamentoMedio } = figures.value;
    const share = `${formatPercentage(shareOf(custosFixos, faturamentoMedio))} do faturamento médio`;
    return { label, value: formatMoney(custosFixos), note: faturamentoMedio > 0 ? share : undefined };
  },
  numbers({ value }, figures) {
    if (figures.kind !== 'known') return { value: formatMoney(value) };
    const { custosFixos: total } = figures.value;
    const share = shareOf(value, total);
    return {
      value: formatMoney(value),
      textBelowValue: total > 0 ? `${formatPercentage(share)} do total` : undefined,
      bar: total > 0 ? share / SCALE : undefined,
    };
  },
};

export const FixedCostsTab = () => <CostsTab kind={fixedCostKind} />;
