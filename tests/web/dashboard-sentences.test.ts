import { describe, expect, it } from 'vitest';
import { fold } from '#domain/business/evolve.ts';
import { emptyBusiness } from '#domain/business/state.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { statusOf } from '#web/features/mix/break-even-status.ts';
import { incompleteSentence, taskOf } from '#web/features/onboarding/gap-texts.ts';
import {
  cmvSentence,
  fixedCostsSentence,
  profitSentence,
  revenueSentence,
  variableCostsSentence,
  weightedBreakEvenSentence,
} from '#web/features/mix/sentences.ts';
import { differenceSentence, differsClearly, differingMonths } from '#web/features/sales/revenue-differences.tsx';
import type { Mix } from '#web/features/mix/sales-loader.ts';
import { type DashboardView, viewOfFigures } from '#web/stores/business/dashboard-view.ts';

const empty = viewOfFigures(businessFigures(emptyBusiness));

/** The view of an empty business with other figures. */
const view = (figures: Partial<DashboardView['figures']>, rest: Partial<DashboardView> = {}): DashboardView => ({
  ...empty,
  ...rest,
  figures: { ...empty.figures, ...figures },
});

const plain = (sentence: string): string => sentence.replaceAll('\u00A0', ' ');

describe('the sentences of the dashboard', () => {
  it.each([
    [320_000, 'R$ 32'],
    [324_499, 'R$ 32,40'],
    [145_000, 'R$ 14,50'],
    [319_600, 'R$ 32'],
    [4_000, 'R$ 0,40'],
    [300, 'R$ 0,03'],
    [1_250_000, 'R$ 125'],
  ])('write %i ten-thousandths of the revenue as %s of each R$ 100', (cmvMedio, reais) => {
    expect(plain(cmvSentence(view({ cmvMedio }), {}))).toBe(`De cada R$ 100 vendidos, ${reais} viram ingrediente.`);
  });

  it('distinguish profit from loss', () => {
    expect(plain(profitSentence(view({ lucroMedio: 230_000 }), {}))).toBe('De cada R$ 100 vendidos, sobram R$ 23.');
    expect(plain(profitSentence(view({ lucroMedio: -195_000 }), {}))).toBe('De cada R$ 100 vendidos, faltam R$ 19,50.');
    expect(plain(profitSentence(view({ lucroMedio: 0 }), {}))).toContain('não sobra nem falta');
  });

  it('give the fixed costs the share that the other three leave', () => {
    const figures = {
      custosFixos: 1,
      faturamentoMedio: 1,
      lucroMedio: 100_000,
      custosVariaveisPercentual: 150_000,
      cmvMedio: 300_000,
    };
    expect(plain(fixedCostsSentence(view(figures)))).toContain('R$ 45 pagam estas contas');
  });

  it('use the sales-weighted figures, and name the main channel until there are any', () => {
    const mix = {
      variable_costs: 13.4,
      cmv: 32.7,
      profit: 9.3,
      contribution_margin: 51.5,
      break_even: 35_057.25,
    } as Mix;
    const simple = view({ custosVariaveisPercentual: 32_000, cmvMedio: 130_000, lucroMedio: 181_000 });
    expect(plain(variableCostsSentence(simple, { mainChannelText: 'no Balcão' }))).toBe(
      'De cada R$ 100 vendidos no Balcão, R$ 3,20 saem em taxas.',
    );
    const told = { mix, where: 'no Balcão' };
    expect(plain(variableCostsSentence(simple, told))).toBe('De cada R$ 100 vendidos, R$ 13,40 saem em taxas.');
    expect(plain(cmvSentence(simple, told))).toBe('De cada R$ 100 vendidos, R$ 32,70 viram ingrediente.');
    expect(plain(profitSentence(simple, told))).toBe('De cada R$ 100 vendidos, sobram R$ 9,30.');
    expect(plain(weightedBreakEvenSentence(mix))).toBe('Pelo que você vende, o mês empata com R$ 35.057,25.');
  });

  it('mention sales that differ from the revenue of their month', () => {
    const october = { month: '2026-10', salesRevenue: 801_770_000, enteredRevenue: 513_504_000, isComplete: true };
    expect(plain(differenceSentence(october))).toBe(
      'As vendas de outubro de 2026 somam R$ 80.177,00, mas o Faturamento de outubro é R$ 51.350,40.',
    );
    expect(differenceSentence({ ...october, enteredRevenue: 0 })).toContain('o Faturamento de outubro está vazio.');
    expect(differsClearly(1_010_000, 1_000_000)).toBe(false);
    expect(differsClearly(1_010_001, 1_000_000)).toBe(true);
  });

  it('list the months whose sales differ, and offer no revenue for a month that lacks a channel', () => {
    const state = fold([
      { type: 'ChannelAdded', data: { id: 'balcao', name: 'Balcão', isMain: true } },
      { type: 'ChannelAdded', data: { id: 'app', name: 'App', isMain: false } },
      { type: 'DishAdded', data: { id: 'pizza', name: 'Pizza', salePrice: 400_000 } },
      ...[
        ['2026-09', 'balcao'],
        ['2026-09', 'app'],
        ['2026-10', 'balcao'],
        ['2025-09', 'balcao'],
      ].map(
        ([month = '', channelId = '']) =>
          ({
            type: 'SalesRecorded',
            data: {
              month,
              channelId,
              channelName: channelId,
              rows: [{ dishId: 'pizza', from: null, to: { quantity: 10, revenue: null } }],
            },
          }) as const,
      ),
    ]);
    expect(differingMonths(state, '2026-10-31')).toEqual([
      { month: '2026-10', salesRevenue: 4_000_000, enteredRevenue: 0, isComplete: false },
      { month: '2026-09', salesRevenue: 8_000_000, enteredRevenue: 0, isComplete: true },
    ]);
  });

  it('do not show zero for what was never entered', () => {
    expect(revenueSentence(empty)).toBe('Nenhum mês informado ainda.');
    expect(fixedCostsSentence(empty)).toBe('Nenhum cadastrado ainda.');
    expect(variableCostsSentence(empty, {})).toBe('Nenhum cadastrado ainda.');
    expect(cmvSentence(empty, {})).toBe('Monte a ficha de um prato para saber.');
  });
});

describe('the sentence about missing data', () => {
  it('names the first gap and counts the others', () => {
    expect(incompleteSentence([])).toBeUndefined();
    expect(incompleteSentence([{ kind: 'ingredients_without_price', count: 2 }])).toBe(
      'Incompleto: falta preço em 2 insumos.',
    );
    expect(
      incompleteSentence([
        { kind: 'no_revenue', count: 1 },
        { kind: 'no_dishes', count: 1 },
      ]),
    ).toBe('Incompleto: falta o faturamento e mais 1 coisa.');
  });

  it('links to the tab where the gap is filled', () => {
    expect(taskOf({ kind: 'dishes_without_price', count: 1 })).toEqual({
      text: 'Defina o preço de venda de 1 prato',
      address: '/dashboard?tab=recipes',
    });
    expect(taskOf({ kind: 'preparations_without_ingredients', count: 2 }).address).toBe(
      '/dashboard?tab=ingredients&mostrar=preparos',
    );
  });
});

describe('the break-even status of a business', () => {
  const breakEven = (surplus: number, performance: number) => ({
    breakEven: { revenue: 1, sales: 1, progress: 1, performance, surplus },
  });
  const costs = { custosFixos: 10_000, margemContribuicao: 10_000, faturamentoMedio: 10_000 };

  it('is above or below, with the distance as a positive amount', () => {
    expect(statusOf(view(costs, breakEven(5, 7)))).toEqual({ kind: 'above', distance: 5, percentage: 7 });
    expect(statusOf(view(costs, breakEven(0, 0)))).toEqual({ kind: 'above', distance: 0, percentage: 0 });
    expect(statusOf(view(costs, breakEven(-5, -7)))).toEqual({ kind: 'below', distance: 5, percentage: 7 });
  });

  it.each([0, -10_000])('is “margin does not cover” for a margin of %i with fixed costs', (margemContribuicao) => {
    expect(statusOf(view({ ...costs, margemContribuicao })).kind).toBe('margin_does_not_cover');
  });

  it('is “no revenue” rather than below when no revenue is entered', () => {
    expect(statusOf(view({ ...costs, faturamentoMedio: 0 }, breakEven(-5, -7))).kind).toBe('no_revenue');
  });

  it('is “nothing to cover” without fixed costs', () => {
    expect(statusOf(empty).kind).toBe('nothing_to_cover');
  });
});
