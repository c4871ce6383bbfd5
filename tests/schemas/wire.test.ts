import { DashboardReply } from '#contract/figures.schema.ts';
import { DishReply } from '#contract/entities/dish.schema.ts';
import { dishBody } from '#contract/entities/dish.ts';
import { fixedCostBody } from '#contract/entities/fixed-cost.ts';
import { ingredientBody } from '#contract/entities/ingredient.ts';
import { monthRevenueBody } from '#contract/entities/month.ts';
import { variableCostBody } from '#contract/entities/variable-cost.ts';
import { breakEvenFinancialBody, dashboardBody } from '#contract/figures.ts';
import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import { ingredientFields } from '#domain/business/ingredient/fields.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { variableCostFields } from '#domain/business/variable-cost/fields.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { runs } from '#tests/support/property-runs.ts';
import { added, fixedCost, given, month, pricedDish, uses, variableCost } from '#tests/support/given.ts';
import { textsUnsaid } from '#tests/support/table-fields.ts';
import { anyHistory } from '#tests/support/histories.ts';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

const { state } = given(
  fixedCost('aluguel', 3500),
  variableCost('cartão', 8.5),
  month(3, 79_350.5, 1267),
  added('farinha', 4.99),
  pricedDish('pão', 12.5, uses('farinha', 0.35)),
);
const figures = businessFigures(state);
const [dish] = state.dishes.values();
const dishFigures = figures.dishes.get('pão');

describe('the wire form of an answer', () => {
  test('gives costs, months and ingredients in reais, units and percent', () => {
    expect([...state.fixedCosts.values()].map(fixedCostBody)).toEqual([
      { ...textsUnsaid(fixedCostFields), id: 'aluguel', name: 'aluguel', value: 3500, version: 1 },
    ]);
    expect([...state.variableCosts.values()].map(variableCostBody)).toEqual([
      {
        ...textsUnsaid(variableCostFields),
        id: 'cartão',
        name: 'cartão',
        percentage: 8.5,
        channels: null,
        version: 1,
      },
    ]);
    expect([...state.months.values()].map(monthRevenueBody)).toEqual([
      { month: 3, value: 79_350.5, orders_count: 1267, version: 1 },
    ]);
    expect([...state.ingredients.values()].map(ingredientBody)).toEqual([
      {
        ...textsUnsaid(ingredientFields),
        id: 'farinha',
        name: 'farinha',
        unit: 'kg',
        unit_price: 4.99,
        purchase: null,
        yield: 100,
        conversions: [],
        free: false,
        price_source: { kind: 'typed', purchase_id: null, date: null },
        exact_price: null,
        version: 1,
      },
    ]);
  });

  test('gives a dish with its figures and lines in reais and percent', () => {
    if (!dish || !dishFigures) throw new Error('no dish');
    // 0,35 × 4,99 = 1,7465; × 1,10 = 1,92115 → 1,9212. 12,50 × 8,5 % = 1,0625. 12,50 − 1,9212 − 1,0625 = 9,5163.
    // 3 500 ÷ 79 350,50 = 4,41081… %; × 12,50 = 0,5514.
    expect(dishBody(dish, dishFigures)).toEqual({
      ...textsUnsaid(dishFields),
      id: 'pão',
      name: 'pão',
      sale_price: 12.5,
      portions: 1,
      prices: {},
      channels: [],
      loss: null,
      category: null,
      method: null,
      cmv: 1.9212,
      cmv_percentage: 15.3696,
      contribution_margin: 9.5163,
      contribution_margin_percentage: 76.1304,
      net_profit: 8.9649,
      variable_cost_value: 1.0625,
      variable_cost_percentage: 8.5,
      fixed_cost_value: 0.5514,
      fixed_cost_percentage: 4.4108,
      ingredients: [
        {
          ingredient_id: 'farinha',
          ingredient_name: 'farinha',
          quantity: 0.35,
          unit: 'kg',
          component_unit: 'kg',
          unit_price: 4.99,
          cost: 1.7465,
          channels: null,
          version: 1,
        },
      ],
      version: 2,
    });
  });

  test('gives the bases of the break-even point in reais and percent', () => {
    expect(breakEvenFinancialBody(figures)).toEqual({
      totalFixedCosts: 3500,
      monthlyRevenue: 79_350.5,
      businessMetrics: { contribution_margin_percentage: 76.1304, average_ticket: 62.6287 },
    });
  });

  test('gives the dashboard in reais and percent', () => {
    expect(dashboardBody(state, figures, 'log:00000000000000000007')).toEqual({
      faturamentoMedio: 79_350.5,
      custosFixos: 3500,
      custosVariaveisPercentual: 8.5,
      custosVariaveisValor: 6744.7925,
      cmvMedio: 15.3696,
      lucroMedio: 71.7196,
      pontoEquilibrio: 4597.375,
      margemContribuicao: 76.1304,
      ticketMedio: 62.6287,
      // 79 350,50 ÷ 4 597,375 = 17,259958…; 4 597,375 × 1 267 ÷ 79 350,50 = 73,4…
      breakEven: { revenue: 4597.375, sales: 74, progress: 100, performance: 1625.9958, surplus: 74_753.125 },
      revenue: { annual: 952_206, monthsFilled: 1 },
      slices: [
        { key: 'fixed', percentage: 4.4108 },
        { key: 'variable', percentage: 8.5 },
        { key: 'cmv', percentage: 15.3696 },
        { key: 'profit', percentage: 71.7196 },
      ],
      gaps: [],
      mix: null,
      position: 'log:00000000000000000007',
    });
  });
});

test('the bodies of any business match their schemas and contain only finite numbers', () => {
  const isFiniteAll = (value: unknown): boolean =>
    typeof value === 'number'
      ? Number.isFinite(value)
      : typeof value !== 'object' || value === null || Object.values(value).every(isFiniteAll);
  fc.assert(
    fc.property(anyHistory(), (history) => {
      const all = businessFigures(history.state);
      const dashboard = dashboardBody(history.state, all, null);
      expect(v.parse(v.strictObject(DashboardReply.entries), dashboard)).toEqual(dashboard);
      for (const each of history.state.dishes.values()) {
        const figuresOfDish = all.dishes.get(each.id);
        if (!figuresOfDish) throw new Error('a dish without figures');
        const sent = dishBody(each, figuresOfDish);
        expect(v.parse(v.strictObject(DishReply.entries), sent)).toEqual(sent);
        expect(isFiniteAll(sent)).toBe(true);
        expect(sent.ingredients.map((line) => [line.ingredient_id, line.version])).toEqual(
          each.lines.map((line) => [line.ingredientId, line.version]),
        );
      }
      expect(isFiniteAll(dashboard)).toBe(true);
    }),
    runs(50),
  );
});
