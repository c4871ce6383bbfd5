import { AMOUNTS } from '#contract/amounts.ts';
import { WHOLE } from '#domain/figures/business-figures.ts';
import { money, percentage } from '#domain/format.ts';
import { drawnAmount, drawnText } from '../entry/drawn-field.tsx';
import { nameField } from '../entry/field.ts';
import { A_HUNDRED, ofHundred } from '../entry/of-hundred.ts';
import { partOf } from '../entry/share.ts';
import type { CostKind } from './cost-kind.ts';

/** Custos Variáveis: what every sale takes with it, in percent of revenue. */
export const variableCosts: CostKind<'VariableCost'> = {
  entry: {
    noun: 'VariableCost',
    inputs: {
      name: drawnText(nameField, { label: 'Nome', placeholder: 'Taxa do cartão' }),
      percentage: drawnAmount('percentage', AMOUNTS.variableCost, { label: 'Percentual', placeholder: '0,0' }),
    },
    focus: 'percentage',
    rows: (state) => state.variableCosts,
    newTitle: 'Novo custo variável',
    removedTitle: 'Custo variável excluído',
    addedText: (cost) => `Custo variável adicionado: ${cost.name}, ${percentage(cost.percentage)} das vendas.`,
    equalText: (cost) => `“${cost.name}” já está na lista, com ${percentage(cost.percentage)}.`,
    usual: { label: 'Custos comuns', names: ['Impostos', 'Taxa do cartão', 'Comissão do iFood'] },
  },
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
  explanation: (figures) =>
    figures.kind !== 'known' || figures.value.custosVariaveisPercentual === 0
      ? 'O que cada venda leva consigo: impostos, taxas e comissões.'
      : `De cada ${A_HUNDRED} vendidos, ${ofHundred(figures.value.custosVariaveisPercentual)} saem em impostos, taxas e comissões.`,
  total(figures) {
    const label = 'Total sobre as vendas';
    if (figures.kind !== 'known') return { label, value: '–' };
    const { custosVariaveisPercentual, custosVariaveisValor, faturamentoMedio } = figures.value;
    return {
      label,
      value: percentage(custosVariaveisPercentual),
      note: faturamentoMedio > 0 ? `cerca de ${money(custosVariaveisValor)} por mês` : undefined,
    };
  },
  warning(figures) {
    if (figures.kind !== 'known' || figures.value.custosVariaveisPercentual < WHOLE) return undefined;
    const total = percentage(figures.value.custosVariaveisPercentual);
    return `Somando ${total}, cada venda custa mais do que entra. Confira os percentuais da lista.`;
  },
  numbers(cost, figures) {
    const value = percentage(cost.percentage);
    if (figures.kind !== 'known' || figures.value.faturamentoMedio === 0) return { value };
    return { value, share: `${money(partOf(figures.value.faturamentoMedio, cost.percentage))} por mês` };
  },
};
