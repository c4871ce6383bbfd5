import { emptyHistory, type BusinessHistory, RefusedRead } from '#app/history/business-history.ts';
import { figuresOverTime } from '#app/history/figures-over-time.ts';
import { dishSubject, ingredientSubject, businessSubject } from '#app/history/subjects.ts';
import { createHistories } from '#app/history/histories.ts';
import { firstBusinessIdOf } from '#app/ids.ts';
import { openPizzeriaWithHistory } from '#app/samples/seed-year.ts';
import { type HistoryBody, type HistorySubject, MAX_MARKS, MAX_POINTS } from '#contract/history.ts';
import { dayAfter, dayOf, endOfDay, readMoment } from '#contract/instants.ts';
import { createMemoryLog } from '#eventstore/memory.ts';
import { anyHistory } from '#tests/support/histories.ts';
import { businessHistoryFrom } from '#tests/support/business-histories.ts';
import { added, type Fact, fixedCost, month, pricedDish, repriced, uses } from '#tests/support/given.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';

const OWNER = 'marta';
const NOW = new Date('2026-11-21T15:00:00.000Z');
const BUSINESS: HistorySubject = { kind: 'business' };

interface HistoryRequest {
  readonly of?: HistorySubject;
  readonly from?: string;
  readonly to?: string;
  readonly now?: Date;
}

const ask = (history: BusinessHistory, { of = BUSINESS, from, to, now = NOW }: HistoryRequest = {}): HistoryBody =>
  figuresOverTime(history, {
    params: undefined,
    query: {
      of,
      from: from === undefined ? undefined : readMoment(from),
      to: to === undefined ? undefined : readMoment(to),
    },
    userId: OWNER,
    now,
  });

describe('figures over time of any history', () => {
  const anyBusinessHistory = fc
    .tuple(
      anyHistory({ ownerId: OWNER, longest: 50 }),
      fc.array(fc.constantFrom(0, 0, 0, 1, 5, 30, 60), { minLength: 1, maxLength: 7 }),
    )
    .map(([each, hours]) => ({ state: each.state, history: businessHistoryFrom(each, hours) }));

  test('equal, on any day, the figures folded from the log up to the end of that day', () => {
    fc.assert(
      fc.property(anyBusinessHistory, fc.nat({ max: 99 }), ({ state, history }, pick) => {
        const last = history.events.at(-1)?.at ?? '';
        const now = new Date(Date.parse(last) + 3 * 86_400_000);
        const [dish, ingredient] = [[...state.dishes.keys()][pick % 3], [...state.ingredients.keys()][pick % 5]];
        const subjects = [
          { of: BUSINESS, is: businessSubject },
          ...(dish === undefined ? [] : [{ of: { kind: 'dish', id: dish } as const, is: dishSubject(dish) }]),
          ...(ingredient === undefined
            ? []
            : [{ of: { kind: 'ingredient', id: ingredient } as const, is: ingredientSubject(ingredient) }]),
        ];
        for (const { of, is } of subjects) {
          const { points, grain, from } = ask(history, { of, now });
          fc.pre(grain === 'day');
          for (let day = dayOf(from); endOfDay(day) < now.toISOString(); day = dayAfter(day, 1)) {
            const shown = points.findLast(({ at }) => at <= endOfDay(day));
            const then = history.business(history.countAt(endOfDay(day)));
            expect(shown?.figures ?? null, `${of.kind} on ${day}`).toEqual(is.figures(then));
          }
        }
      }),
      runs(40),
    );
  });

  test('that begin on a later day are the last part of the whole series, preceded by the figures at that beginning', () => {
    fc.assert(
      fc.property(anyBusinessHistory, fc.nat({ max: 40 }), ({ history }, days) => {
        const now = new Date(Date.parse(history.events.at(-1)?.at ?? '') + 1);
        const whole = ask(history, { now });
        const from = dayAfter(dayOf(whole.from), days);
        fc.pre(from <= dayOf(now) && whole.grain === 'day');
        const part = ask(history, { now, from });
        const begin = readMoment(from)?.start ?? '';
        expect(part.points.filter(({ marks }) => marks.length > 0)).toEqual(
          whole.points.filter(({ at }) => at >= begin),
        );
        expect(part.points[0]?.figures).toEqual(
          (whole.points.findLast(({ at }) => at < begin) ?? whole.points[0])?.figures,
        );
      }),
      runs(40),
    );
  });
});

describe('the history of the sample pizzeria’s figures', () => {
  let history: BusinessHistory;
  const idOf = (name: string): string => {
    for (const { event } of history.events)
      if ((event.type === 'DishAdded' || event.type === 'IngredientAdded') && event.data.name === name)
        return event.data.id;
    throw new Error(`nothing is called ${name}`);
  };
  beforeAll(async () => {
    const log = createMemoryLog();
    const actor = { kind: 'account', id: OWNER } as const;
    await openPizzeriaWithHistory({ log, ownerId: OWNER, actor, now: NOW, months: 12 });
    history = await createHistories({ log }).of({ id: firstBusinessIdOf(OWNER), ownerId: OWNER });
  });

  test('has a point for each day with a change, and names the change', () => {
    const body = ask(history);
    expect(body).toMatchObject({ kind: 'business', grain: 'day', to: NOW.toISOString() });
    expect(body.points.length).toBeGreaterThan(40);
    expect(body.points.length).toBeLessThanOrEqual(MAX_POINTS);
    const [first] = body.points;
    expect(first?.marks).toHaveLength(MAX_MARKS);
    expect((first?.more ?? 0) + MAX_MARKS).toBeGreaterThan(60);
    const rent = body.points.flatMap(({ marks }) => marks).find(({ sentence }) => sentence.includes('Aluguel” de'));
    expect(rent?.sentence.replaceAll('\u00a0', ' ')).toBe(
      'Você mudou o custo fixo “Aluguel” de R$ 3.150,00 para R$ 3.500,00.',
    );
    expect(history.events.map(({ changeId }) => changeId)).toContain(rent?.change);
  });

  test('shows for an ingredient its prices, without an error that was corrected on the same day', () => {
    const body = ask(history, { of: { kind: 'ingredient', id: idOf('Muçarela') } });
    if (body.kind !== 'ingredient') throw new Error(body.kind);
    expect(body.name).toBe('Muçarela');
    expect(body.points.map(({ figures }) => figures?.unit_price)).toEqual([33.9, 34.9, 36.5, 38.2, 38.9]);
    expect(body.points.at(-1)?.marks).toHaveLength(2);
  });

  test('ends at the removal of a dish, for the history of that dish', () => {
    const whole = ask(history);
    if (whole.kind !== 'business') throw new Error(whole.kind);
    expect(whole.removed.map(({ name }) => name)).toEqual(['Gorgonzola', 'Pizza Quatro Queijos']);
    const dish = ask(history, { of: { kind: 'dish', id: idOf('Pizza Quatro Queijos') } });
    expect(dish.points.at(-1)).toMatchObject({
      figures: null,
      marks: [{ sentence: expect.stringMatching(/excluiu/) }],
    });
    expect(dish.points.slice(0, -1).every(({ figures }) => figures !== null)).toBe(true);
    // Later changes are not part of it.
    expect(dish.points.at(-1)?.at).toBe(whole.removed[1]?.at);
  });

  test('follows for a dish its ingredients’ prices and the costs of the business', () => {
    const body = ask(history, { of: { kind: 'dish', id: idOf('Pizza Muçarela') } });
    if (body.kind !== 'dish') throw new Error(body.kind);
    const sentences = body.points.flatMap(({ marks }) => marks.map(({ sentence }) => sentence)).join('\n');
    expect(sentences).toMatch(/Muçarela/);
    expect(sentences).toMatch(/Aluguel/);
    expect(sentences).toMatch(/faturamento de/);
    expect(sentences).not.toMatch(/Frango|Camarão/);
    expect(body.points.at(-1)?.figures?.sale_price).toBe(52.9);
  });
});

describe('figures over time of sales', () => {
  /** Each change happens on a day of its own from 1 January on. */
  const dayByDay = (facts: readonly Fact[]): BusinessHistory => {
    const events = facts.flatMap((fact, day) =>
      fact.map((event) => ({
        event,
        revision: 0,
        at: new Date(Date.UTC(2026, 0, 1 + day, 12)).toISOString(),
        actor: { kind: 'account', id: OWNER } as const,
        changeId: `change ${day}`,
        undoes: null,
      })),
    );
    return {
      events,
      length: 0,
      ownerId: OWNER,
      countAt: (at) => events.filter((each) => each.at <= at).length,
      business: () => emptyHistory.business(),
    };
  };
  const rowsSold = (quantity: number | null, before: number | null): Fact => {
    const sold = (of: number | null) => (of === null ? null : { quantity: of, revenue: null });
    const rows = [{ dishId: 'prato', from: sold(before), to: sold(quantity) }];
    return [{ type: 'SalesRecorded', data: { month: '2026-01', channelId: 'balcão', channelName: 'Balcão', rows } }];
  };
  const house: Fact = [
    ...fixedCost('aluguel', 1_000),
    { type: 'ChannelAdded', data: { id: 'balcão', name: 'Balcão', isMain: true } },
    ...added('carne', 35),
    ...pricedDish('prato', 40, uses('carne', 1)),
  ];
  const mixes = (facts: readonly Fact[]) => {
    const body = ask(dayByDay(facts));
    if (body.kind !== 'business') throw new Error(body.kind);
    return body.points.map(({ figures, marks }) => ({ mix: figures?.mix, about: marks.map(({ about }) => about) }));
  };

  test('begin with the first sale, and are empty where nothing is sold any more', () => {
    const sold = { cmv: 96.25, contribution_margin: 3.75, profit: null, break_even: 26_666.6667 };
    expect(mixes([house, rowsSold(100, null), month(1, 2_000, 0), rowsSold(null, 100)])).toEqual([
      { mix: null, about: expect.anything() },
      { mix: { ...sold, result: -850 }, about: ['sales'] },
      { mix: { ...sold, result: -850, profit: -46.25 }, about: ['revenue'] },
      { mix: null, about: ['sales'] },
    ]);
  });

  test('have no break-even point when nothing remains, instead of one of zero', () => {
    const [, after] = mixes([[...house, ...repriced('carne', 35, 40)], rowsSold(100, null)]);
    expect(after?.mix).toMatchObject({ contribution_margin: -10, break_even: null, result: -1_400 });
  });
});

describe('figures over time of many changes', () => {
  test('have one point a week, then one a month, with the last state of each', () => {
    const steps = Array.from({ length: 500 }, (_, i) => i);
    const perDay = (hours: number) => {
      const events = steps.map((i) => ({
        event:
          i === 0
            ? ({ type: 'BusinessOpened', data: { ownerId: OWNER } } as const)
            : ({ type: 'AverageTicketStated', data: { from: i, to: i + 1 } } as const),
        revision: i,
        at: new Date(Date.UTC(2020, 0, 1, 12) + i * hours * 3_600_000).toISOString(),
        actor: { kind: 'account', id: OWNER } as const,
        changeId: `change ${i}`,
        undoes: null,
      }));
      const some: BusinessHistory = {
        events,
        length: 0,
        ownerId: OWNER,
        countAt: (at) => events.filter((each) => each.at <= at).length,
        business: () => emptyHistory.business(),
      };
      return ask(some);
    };
    const [weekly, monthly] = [perDay(24), perDay(24 * 4)];
    expect(weekly.grain).toBe('week');
    expect(weekly.points.length).toBe(72);
    expect(weekly.points.every(({ marks, more }) => marks.length + more <= 7)).toBe(true);
    expect(monthly.grain).toBe('month');
    expect(monthly.points.length).toBeLessThanOrEqual(MAX_POINTS);
    expect(new Set(monthly.points.map(({ at }) => dayOf(at).slice(0, 7))).size).toBe(monthly.points.length);
  });
});

describe('changes that concern a dish with two hundred preparations', () => {
  test('are found in steps proportional to the number of events, not to events times recipes', () => {
    const prepared = (name: string, of: string): Fact => [
      {
        type: 'PreparationAdded',
        data: { id: name, name, yieldQuantity: 10_000, yieldUnit: 'kg' },
      },
      {
        type: 'PreparationIngredientAdded',
        data: {
          preparationId: name,
          preparationName: name,
          ingredientId: of,
          ingredientName: of,
          unit: 'kg',
          quantity: 10_000,
        },
      },
    ];
    const names = Array.from({ length: 180 }, (_, i) => `preparo ${i}`);
    const facts: readonly Fact[] = [
      added('farinha'),
      ...names.map((name, i) => prepared(name, names[i - 20] ?? 'farinha')),
      pricedDish('bolo', 40, ...names.slice(-20).map((name) => uses(name))),
      ...Array.from({ length: 4_000 }, (_, i) => repriced('farinha', 3 + (i % 5), 4 + (i % 5))),
    ];
    const isConcerned = dishSubject('bolo').concerned();
    const events = facts.flat();
    const get = vi.spyOn(Map.prototype, 'get');
    const concerned = events.filter(isConcerned);
    const steps = get.mock.calls.length;
    get.mockRestore();
    expect(concerned.length).toBeGreaterThan(4_000);
    expect(steps).toBeLessThan(10 * events.length);
  });
});

describe('request for the figures over time', () => {
  test('returns no points for a business without events', () => {
    expect(ask(emptyHistory)).toEqual({
      kind: 'business',
      from: NOW.toISOString(),
      to: NOW.toISOString(),
      began: null,
      grain: 'day',
      points: [],
      removed: [],
    });
  });

  test.each([
    ['an end in the future', { to: '2026-11-22' }, 422, 'to'],
    ['a beginning in the future', { from: '2026-11-21T16:00:00Z' }, 422, 'from'],
    ['a beginning after the end', { from: '2026-03-02', to: '2026-03-01' }, 422, 'from'],
    ['a dish that never existed', { of: { kind: 'dish', id: 'never' } as const }, 404, undefined],
  ])('is refused for %s', (_what, asked, status, field) => {
    let refused: unknown;
    try {
      ask(emptyHistory, asked);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(RefusedRead);
    expect((refused as RefusedRead).refusal).toMatchObject({ status });
    expect(Object.keys((refused as RefusedRead).refusal.fields ?? {})).toEqual(field === undefined ? [] : [field]);
  });
});
