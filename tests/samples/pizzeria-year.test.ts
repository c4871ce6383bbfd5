import { componentOf } from '#domain/business/recipe/components.ts';
import { firstBusinessIdOf } from '#app/ids.ts';
import { createHistories } from '#app/history/histories.ts';
import { listSuppliers, monthCmv } from '#app/history/purchase-reads.ts';
import { tenThousandths } from '#app/samples/sample-business.ts';
import { pizzeriaWithSales } from '#app/samples/pizzeria-channels.ts';
import { openPizzeriaWithHistory, HistoryConflict } from '#app/samples/seed-year.ts';
import { dayOf, monthsBefore } from '#contract/instants.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { exactUnitPrice, fractionText } from '#domain/business/ingredient/price.ts';
import { reduced } from '#domain/fraction.ts';
import { fold } from '#domain/business/evolve.ts';
import type { Scope } from '#domain/business/channel/fields.ts';
import { type Business, type Dish, emptyBusiness, type Preparation } from '#domain/business/state.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { createMemoryLog } from '#eventstore/memory.ts';
import { describe, expect, test } from 'vitest';

const OWNER = 'marta';
const BUSINESS = firstBusinessIdOf(OWNER);
const actor = { kind: 'system', id: 'samples' } as const;

async function yearAt(now: string, months = 12) {
  const log = createMemoryLog();
  const openPizzeria = () => openPizzeriaWithHistory({ log, ownerId: OWNER, actor, now: new Date(now), months });
  await openPizzeria();
  const past = () => createHistories({ log }).of({ id: BUSINESS, ownerId: OWNER });
  return { log, open: openPizzeria, past };
}

const KEPT_BY_THE_STREAM = new Set(['id', 'version', 'sequence']);
const withoutIds = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !KEPT_BY_THE_STREAM.has(key)));

/** Leaves out ids, versions and the order of the lists. */
function valuesOf(business: Business) {
  const { fixedCosts, variableCosts, ingredients, preparations, dishes, channels } = business;
  const nameOf = (id: string) => componentOf(business, id)?.name;
  const channelNamesOf = (scope: Scope) => scope?.map((id) => channels.get(id)?.name) ?? 'everywhere';
  const recipe = (row: Dish | Preparation) => {
    const lines = row.lines.map((line) => [
      nameOf(line.ingredientId),
      [line.quantity, line.ownUnit, channelNamesOf(line.channels)],
    ]);
    const prices = Object.entries('prices' in row ? (row.prices ?? {}) : {}).map(([id, price]) => [
      channels.get(id)?.name,
      price,
    ]);
    return JSON.stringify(
      { ...withoutIds(row), lines: Object.fromEntries(lines), prices: Object.fromEntries(prices) },
      sorted,
    );
  };
  return {
    channels: [...channels.values()].map(({ name, isMain }) => [name, isMain]),
    fixed: new Map([...fixedCosts.values()].map(({ name, value }) => [name, value])),
    variable: new Map(
      [...variableCosts.values()].map((cost) => [cost.name, [cost.percentage, channelNamesOf(cost.channels)]]),
    ),
    // Bought ingredients have the packs of their purchases; their prices are the same.
    ingredients: new Map(
      [...ingredients.values()].map((row) => [
        row.name,
        withoutIds({ ...row, pack: null, priceSource: null, price: fractionText(reduced(exactUnitPrice(row))) }),
      ]),
    ),
    preparations: new Set([...preparations.values()].map(recipe)),
    dishes: new Set([...dishes.values()].map(recipe)),
  };
}
const sorted = (_: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Returns the quantities that each channel sold in each month, by name of dish, ordered by month and name. */
const salesIn = ({ sales, channels, dishes }: Business, since: string) =>
  [...sales.values()]
    .filter(({ month }) => month >= since)
    .map(
      ({ month, channelId, rows }) =>
        [
          month,
          channels.get(channelId)?.name,
          new Map(rows.map(({ dishId, quantity }) => [dishes.get(dishId)?.name, quantity])),
        ] as const,
    )
    .toSorted(([month, name = ''], [otherMonth, otherName = '']) =>
      `${month} ${name}` < `${otherMonth} ${otherName}` ? -1 : 1,
    );

function pizzeriaToday(now: string): Business {
  let state = emptyBusiness;
  const made = pizzeriaWithSales((text) => text, new Date(now));
  for (const command of [{ type: 'OpenBusiness', ownerId: OWNER } as const, ...made]) {
    const decision = decide(state, command);
    if (isRefusal(decision)) throw new Error(`${command.type}: ${decision.refusal}`);
    state = fold(decision, state);
  }
  return state;
}

const sum = (rows: ReadonlyMap<unknown, number>): number => [...rows.values()].reduce((all, each) => all + each, 0);

describe('the sample pizzeria with a past', () => {
  test.each(['2026-11-21T15:00:00.000Z', '2026-03-01T03:30:00.000Z', '2028-02-29T23:59:00.000Z'])(
    'on %s has become the sample pizzeria of today, with twelve months of revenue',
    async (now) => {
      const { past } = await yearAt(now);
      const year = await past();
      const { events } = year;
      const today = year.business();
      expect(valuesOf(today)).toEqual(valuesOf(pizzeriaToday(now)));
      const sold = [...today.sales.values()].map(({ month }) => month).toSorted();
      expect([sold.length, new Set(sold).size]).toEqual([24, 12]);
      const since = sold.at(-6) ?? '';
      expect(salesIn(today, since)).toEqual(salesIn(pizzeriaToday(now), since));
      expect([...today.months.keys()].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
      expect(today.months.get(12)).toMatchObject({ value: tenThousandths('56830.75'), orders: 902 });
      expect(events.length).toBeGreaterThan(150);
      const instants = events.map(({ at }) => at);
      expect(instants).toEqual(instants.toSorted());
      expect((instants.at(-1) ?? '9') <= now).toBe(true);
      // The initial data was entered in one morning, exactly a year ago.
      expect(dayOf(instants[0] ?? '')).toBe(monthsBefore(dayOf(now), 12));
      expect(dayOf(instants[60] ?? '')).toBe(monthsBefore(dayOf(now), 12));
    },
  );

  test.each([1, 2, 6, 24, 36])('can begin %i months ago, on any day of a month', async (months) => {
    for (const now of ['2026-03-28T23:30:00.000Z', '2026-05-31T03:00:00.000Z', '2026-12-01T02:59:00.000Z']) {
      const year = await (await yearAt(now, months)).past();
      expect(valuesOf(year.business()), now).toEqual(valuesOf(pizzeriaToday(now)));
      expect(dayOf(year.events[0]?.at ?? '')).toBe(monthsBefore(dayOf(now), months));
    }
  });

  test('has purchases in the last three months at prices of two suppliers, and a real CMV near the planned one', async () => {
    const now = new Date('2026-11-21T15:00:00.000Z');
    const year = await (await yearAt(now.toISOString())).past();
    const { purchases, suppliers } = year.business();
    expect([purchases.size, suppliers.size]).toEqual([19, 4]);
    for (const month of ['2026-08', '2026-09', '2026-10']) {
      const { difference_percentage: share, missing } = monthCmv(year, {
        params: { month },
        query: {},
        now,
        userId: OWNER,
      });
      expect(missing).toEqual([]);
      expect(Math.abs(share ?? 99)).toBeLessThan(15);
    }
    const offers = listSuppliers(year, { params: undefined, query: {}, now, userId: OWNER }).flatMap(
      ({ prices }) => prices,
    );
    const cheese = [...year.business().ingredients.values()].find(({ name }) => name === 'Muçarela')?.id;
    expect(offers.filter(({ ingredient_id }) => ingredient_id === cheese)).toHaveLength(2);
  });

  test('has figures that change from its first day on', async () => {
    const { past } = await yearAt('2026-11-21T15:00:00.000Z');
    const year = await past();
    const profits = [12, 9, 6, 3, 0].map((monthsAgo) => {
      const at = new Date(Date.UTC(2026, 10 - monthsAgo, 22)).toISOString();
      return businessFigures(year.business(year.countAt(at))).dashboard.lucroMedio;
    });
    expect(new Set(profits).size).toBe(profits.length);
    expect(profits.every((profit) => profit > 0)).toBe(true);
  });

  test('sells a growing share through the app, which lowers its weighted profit below the simple mean', async () => {
    const { past } = await yearAt('2026-11-21T15:00:00.000Z');
    const year = await past();
    const meanAndMix = [9, 6, 3, 0].map((monthsAgo) => {
      const at = new Date(Date.UTC(2026, 10 - monthsAgo, 22)).toISOString();
      const business = year.business(year.countAt(at));
      const { dashboard, mix } = businessFigures(business);
      const [app = 0, counter = 0] = salesIn(business, '')
        .slice(-2)
        .map(([, , rows]) => sum(rows));
      return { simple: dashboard.lucroMedio, weighted: mix?.profit ?? 0, app: app / (app + counter) };
    });
    const shares = meanAndMix.map(({ app }) => app);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(meanAndMix.every(({ simple, weighted }) => simple - weighted > 50_000)).toBe(true);
  });

  test('is unchanged when it is created again, and completed when its creation was interrupted', async () => {
    const now = '2026-11-21T15:00:00.000Z';
    const { open, past } = await yearAt(now);
    const whole = await past();
    await open();
    expect((await past()).events).toEqual(whole.events);

    const half = createMemoryLog();
    let appends = 0;
    const breaking = {
      ...half,
      append: (...args: Parameters<typeof half.append>) => {
        appends += 1;
        if (appends === 120) throw new Error('pulled the plug');
        return half.append(...args);
      },
    };
    const options = { ownerId: OWNER, actor, now: new Date(now), months: 12 };
    await expect(openPizzeriaWithHistory({ ...options, log: breaking })).rejects.toThrow('pulled the plug');
    await openPizzeriaWithHistory({ ...options, log: half });
    const resumed = await createHistories({ log: half }).of({ id: BUSINESS, ownerId: OWNER });
    expect(resumed.events).toEqual(whole.events);
  });

  test('is not added to a business that already has a past', async () => {
    const log = createMemoryLog();
    const options = { log, ownerId: OWNER, actor, now: new Date('2026-11-21T15:00:00.000Z'), months: 12 };
    const before = await yearAt('2026-11-21T15:00:00.000Z');
    for await (const { id, type, data, meta } of before.log.read(`business-${BUSINESS}`, 0n)) {
      await log.append(`business-${BUSINESS}`, 'none', [
        { id, type, data: data ?? {}, meta: { ...meta, changeId: id } },
      ]);
      break;
    }
    await expect(openPizzeriaWithHistory(options)).rejects.toThrow(HistoryConflict);
  });
});
