import { firstBusinessIdOf } from '#app/ids.ts';
import { createHistories } from '#app/history/histories.ts';
import { profitChange } from '#app/history/profit-change.ts';
import { tenThousandths } from '#app/samples/sample-business.ts';
import { pizzeria, SEASON } from '#app/samples/pizzeria.ts';
import { pizzeriaWithSales } from '#app/samples/pizzeria-channels.ts';
import { openPizzeriaWithHistory } from '#app/samples/seed-year.ts';
import { readMoment, type RequestedMoment } from '#contract/instants.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { fold } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { gapsOf } from '#domain/figures/gaps.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { displayedCost } from '#domain/figures/cost.ts';
import { createMemoryLog } from '#eventstore/memory.ts';
import { beforeAll, describe, expect, test } from 'vitest';

function dayRead(day: string): RequestedMoment {
  const moment = readMoment(day);
  if (!moment) throw new RangeError(day);
  return moment;
}

function madeBy(commands: readonly SingleCommand[]): Business {
  let business = fold([{ type: 'BusinessOpened', data: { ownerId: 'marta' } }]);
  for (const command of commands) {
    const decision = decide(business, command);
    if (isRefusal(decision)) throw new Error(`${command.type}: ${decision.refusal}`);
    business = fold(decision, business);
  }
  return business;
}

describe('the sample pizzeria with one channel', () => {
  let business: Business;
  beforeAll(() => {
    business = madeBy(pizzeria((text) => text));
  });

  test('has no gaps, and uses all its ingredients', () => {
    expect(gapsOf(business)).toEqual([]);
    const used = new Set(
      [...business.dishes.values(), ...business.preparations.values()].flatMap(({ lines }) =>
        lines.map(({ ingredientId }) => ingredientId),
      ),
    );
    const held = [...business.ingredients.keys(), ...business.preparations.keys()];
    expect(held.filter((id) => !used.has(id))).toEqual([]);
  });

  test('makes a profit with most dishes, hardly any with one, and a loss with one', () => {
    const { dishes } = businessFigures(business);
    const results = [...dishes].map(([name, { cmv, cmvPercentage, netProfit }]) => [
      name,
      cmv,
      cmvPercentage,
      netProfit,
    ]);
    expect(results).toEqual([
      ['Pizza Muçarela', 209_152, 395_372, 54_796],
      ['Pizza Calabresa', 209_865, 382_268, 64_062],
      ['Pizza Marguerita', 205_982, 362_007, 77_925],
      ['Pizza Portuguesa', 216_954, 362_194, 81_921],
      ['Pizza Frango com Catupiry', 249_707, 423_951, 44_179],
      ['Pizza Camarão', 477_880, 683_662, -129_109],
      ['Broto de Chocolate com Morango', 102_367, 311_146, 61_790],
      ['Guaraná lata 350 ml', 29_900, 398_667, 7_522],
      ['Guaraná garrafa 2 l', 84_900, 474_302, 4_413],
    ]);
  });

  test('has a cost of R$ 1,76 for a ball of dough, R$ 4,28 for a kilo of dough and R$ 12,03 for a kilo of sauce', () => {
    const costing = createCosting(business);
    expect(displayedCost(costing.costOfOne('Massa de pizza', 'un'))).toBe(17_563);
    expect(displayedCost(costing.costOfOne('Massa de pizza', 'kg'))).toBe(42_835);
    expect(displayedCost(costing.costOfOne('Molho de tomate', 'kg'))).toBe(120_282);
  });

  test('has a mean revenue of R$ 44.822,54, fixed costs of R$ 14.972,65, a mean profit of 7,74 % and a break-even point of R$ 36.386,21', () => {
    const { dashboard } = businessFigures(business);
    expect(dashboard).toEqual({
      faturamentoMedio: 448_225_389,
      custosFixos: 149_726_500,
      custosVariaveisPercentual: 167_000,
      custosVariaveisValor: 74_853_640,
      cmvMedio: 421_508,
      lucroMedio: 77_449,
      margemContribuicao: 411_492,
      pontoEquilibrio: 363_862_110,
      ticketMedio: 625_237,
    });
  });
});

describe('the sample pizzeria with channels and sales', () => {
  let business: Business;
  beforeAll(() => {
    business = madeBy(pizzeriaWithSales((text) => text, new Date('2026-11-21T15:00:00.000Z')));
  });

  test('has no gaps, and the counter as its main channel', () => {
    expect(gapsOf(business)).toEqual([]);
    expect([...business.channels.values()].map(({ name, isMain }) => [name, isMain])).toEqual([
      ['Balcão', true],
      ['App de entrega', false],
    ]);
  });

  test('makes a profit with most dishes at the counter, hardly any through the app, and a loss with two there', () => {
    const { dishes } = businessFigures(business);
    const left = [...dishes].map(([name, { channels }]) => [name, ...channels.map(({ netProfit }) => netProfit)]);
    expect(left).toEqual([
      ['Pizza Muçarela', 113_721, 16_046],
      ['Pizza Calabresa', 124_487, 22_852],
      ['Pizza Marguerita', 139_850, 34_255],
      ['Pizza Portuguesa', 146_096, 34_561],
      ['Pizza Frango com Catupiry', 107_604, -5_711],
      ['Pizza Camarão', -57_434, -215_086],
      ['Broto de Chocolate com Morango', 105_715, 21_323],
      ['Guaraná lata 350 ml', 13_147, 3_560],
      ['Guaraná garrafa 2 l', 17_838, -6_325],
    ]);
  });

  test('has a sales-weighted profit of half the simple mean of its menu', () => {
    const { dashboard, mix } = businessFigures(business);
    expect(dashboard).toMatchObject({ lucroMedio: 180_911, pontoEquilibrio: 290_757_063 });
    expect(mix).toMatchObject({
      months: 3,
      revenue: 1_419_524_000,
      excludedQuantity: 0,
      profit: 93_049,
      result: 52_362_354,
      breakEven: 350_572_460,
    });
    expect(Object.fromEntries(mix?.menu.map(({ dishId, kind }) => [dishId, kind]) ?? [])).toMatchObject({
      'Pizza Calabresa': 'star',
      'Pizza Muçarela': 'plowhorse',
      'Pizza Marguerita': 'puzzle',
      'Pizza Camarão': 'dog',
    });
  });

  test('has sales in each month that match its recorded revenue to within one percent', () => {
    const { dishes } = businessFigures(business);
    const brought = new Map<number, number>();
    for (const { month, channelId, rows } of business.sales.values()) {
      const number = Number(month.slice(5));
      const priceOf = (id: string) => dishes.get(id)?.channels.find((each) => each.channelId === channelId)?.price ?? 0;
      const revenue = rows.reduce((sum, { dishId, quantity }) => sum + quantity * priceOf(dishId), 0);
      brought.set(number, (brought.get(number) ?? 0) + revenue);
    }
    expect([...brought.keys()]).toEqual([8, 9, 10]);
    for (const [month, revenue] of brought) {
      const [noted] = SEASON[month - 1] ?? ['0'];
      expect(Math.abs(revenue / tenThousandths(noted) - 1), String(month)).toBeLessThan(0.01);
    }
  });
});

describe('the year of the sample pizzeria', () => {
  test('has prices that reach dishes through the dough and the sauce', async () => {
    const log = createMemoryLog();
    const now = new Date('2026-11-21T15:00:00.000Z');
    const actor = { kind: 'system', id: 'samples' } as const;
    await openPizzeriaWithHistory({ log, ownerId: 'marta', actor, now, months: 12 });
    const history = await createHistories({ log }).of({ id: firstBusinessIdOf('marta'), ownerId: 'marta' });
    const dish = [...history.business().dishes.values()].find(({ name }) => name === 'Pizza Muçarela');
    const { parts } = profitChange(history, {
      params: undefined,
      query: { dish: dish?.id, from: dayRead('2025-12-01') },
      userId: 'marta',
      now,
    });
    expect(parts.map(({ kind, name, value }) => `${kind} ${name}: ${value}`)).toEqual([
      'dish_price Pizza Muçarela: 2.9968',
      'ingredient Muçarela: -1.87',
      'dish_recipe Pizza Muçarela: 1.6016',
      'fixed_cost Salários e encargos: -1.2579',
      'fixed_cost Aluguel: -0.3828',
      'revenue Faturamento: 0.3208',
      'ingredient Azeite: -0.2563',
      'preparation_recipe Massa de pizza: 0.2266',
      'variable_cost Taxa do cartão: 0.2016',
      'fixed_cost Energia elétrica: -0.1623',
      'ingredient Tomate pelado: -0.1603',
      'ingredient Farinha de trigo: -0.1375',
      'ingredient Azeitona: -0.0792',
      'fixed_cost Contador: -0.0328',
      'ingredient Cebola: -0.0124',
      'fixed_cost Internet e telefone: -0.0109',
    ]);
  });
});
