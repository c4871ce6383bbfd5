import fc from 'fast-check';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { fold } from '#domain/business/evolve.ts';
import { exactUnitPrice } from '#domain/business/ingredient/price.ts';
import type { Business, Purchase } from '#domain/business/state.ts';
import { shoppingItem } from '#domain/figures/shopping-list.ts';
import type { Fraction } from '#domain/fraction.ts';
import { describe, expect, it } from 'vitest';
import { type Fact, given, units } from '../../support/given.ts';
import { adjustToTotal } from '#domain/business/purchase/prices.ts';

const ingredient = (id: string, unit: string, unitPrice: number): Fact => [
  { type: 'IngredientAdded', data: { id, name: id, unit, unitPrice: units(unitPrice) } },
];

type Enter = Extract<BusinessCommand, { type: 'EnterPurchase' }>;
type Line = Enter['lines'][number];

const line = (ingredientId: string | null, packs: number, holds: [number, string], total: number): Line => ({
  ingredient: ingredientId === null ? null : { id: ingredientId },
  packs: units(packs),
  packQuantity: units(holds[0]),
  packUnit: holds[1],
  total: units(total),
  code: null,
  gtin: null,
  billedUnit: null,
  description: ingredientId === null ? 'Detergente' : null,
  cfop: null,
});

const purchase = (id: string, date: string, lines: readonly Line[], more: Partial<Enter> = {}): Enter => ({
  type: 'EnterPurchase',
  id,
  date,
  number: null,
  source: 'manual',
  freight: 0,
  discount: 0,
  confirmed: true,
  supplier: null,
  lines,
  today: '2026-11-28',
  ...more,
});

/** Returns the business after these commands. @throws when one is refused */
function execute(state: Business, ...commands: readonly BusinessCommand[]): Business {
  return commands.reduce((business, command) => {
    const decision = decide(business, command);
    if (isRefusal(decision)) throw new Error(decision.refusal);
    return fold(decision, business);
  }, state);
}

const priceOf = (state: Business, id: string): number => {
  const row = state.ingredients.get(id);
  if (!row) throw new Error(`no such ingredient: ${id}`);
  const { n, d } = exactUnitPrice(row);
  return Number(n) / Number(d) / 10_000;
};

const muzzarella = given(ingredient('Muçarela', 'kg', 30)).state;

describe('the price of an ingredient with purchases', () => {
  it('is the price of the purchase with the latest date, whenever it was entered', () => {
    const late = purchase('b', '2026-11-01', [line('Muçarela', 1, [1, 'kg'], 50)]);
    const state = execute(muzzarella, purchase('a', '2026-11-10', [line('Muçarela', 2, [5, 'kg'], 400)]), late);
    expect(priceOf(state, 'Muçarela')).toBe(40);
    expect(state.ingredients.get('Muçarela')?.pack).toEqual({
      price: units(200),
      quantity: units(5),
      unit: 'kg',
      label: null,
    });
    expect(priceOf(execute(state, { type: 'TakeBackPurchase', id: 'a' }), 'Muçarela')).toBe(50);
  });

  it('is the mean of the last three purchases if the rule says so', () => {
    const state = execute(
      muzzarella,
      purchase('a', '2026-11-01', [line('Muçarela', 1, [1, 'kg'], 90)]),
      purchase('b', '2026-11-02', [line('Muçarela', 1, [1, 'kg'], 30)]),
      purchase('c', '2026-11-03', [line('Muçarela', 2, [1, 'kg'], 80)]),
      purchase('d', '2026-11-04', [line('Muçarela', 1, [2000, 'g'], 70)]),
      { type: 'ChangeBusinessSettings', priceRule: 'mean_of_three' },
    );
    expect(priceOf(state, 'Muçarela')).toBe(36);
  });

  it('includes the ingredient’s share of freight and discount, by value', () => {
    const state = execute(
      muzzarella,
      purchase('a', '2026-11-01', [line('Muçarela', 10, [1, 'kg'], 300), line(null, 1, [1, 'un'], 100)], {
        freight: units(20),
        discount: units(8),
      }),
    );
    expect(priceOf(state, 'Muçarela')).toBe(30.9);
  });

  it('is a typed price while that is newer than every purchase, otherwise the price of the latest purchase', () => {
    const bought = execute(muzzarella, purchase('a', '2026-11-20', [line('Muçarela', 1, [1, 'kg'], 40)]));
    const typed = execute(bought, {
      type: 'ChangeIngredient',
      id: 'Muçarela',
      unitPrice: units(45),
      today: '2026-11-21',
    });
    expect(priceOf(typed, 'Muçarela')).toBe(45);
    expect(typed.ingredients.get('Muçarela')?.priceSource).toBeNull();
    const older = execute(typed, purchase('b', '2026-11-20', [line('Muçarela', 1, [1, 'kg'], 39)]));
    expect(priceOf(older, 'Muçarela')).toBe(45);
    const newer = execute(older, purchase('c', '2026-11-21', [line('Muçarela', 1, [1, 'kg'], 38)]));
    expect(priceOf(newer, 'Muçarela')).toBe(38);
    expect(priceOf(execute(newer, { type: 'TakeBackPurchase', id: 'c' }), 'Muçarela')).toBe(45);
  });

  it('is the first typed price again after all its purchases were taken back', () => {
    const state = execute(
      muzzarella,
      purchase('a', '2026-11-20', [line('Muçarela', 1, [1, 'kg'], 40)]),
      purchase('b', '2026-11-21', [line('Muçarela', 1, [1, 'kg'], 41)]),
      { type: 'TakeBackPurchase', id: 'a' },
      { type: 'TakeBackPurchase', id: 'b' },
    );
    expect(priceOf(state, 'Muçarela')).toBe(30);
  });

  it('stays as a typed price when the purchase that added the ingredient is taken back', () => {
    const made: Line = { ...line('x', 2, [500, 'g'], 9), ingredient: { id: 'Sal', name: 'Sal', unit: 'kg' } };
    const state = execute(muzzarella, purchase('a', '2026-11-20', [made]));
    expect(priceOf(state, 'Sal')).toBe(9);
    const back = execute(state, { type: 'TakeBackPurchase', id: 'a' });
    expect(priceOf(back, 'Sal')).toBe(9);
    expect(back.ingredients.get('Sal')?.priceSource).toBeNull();
  });

  it('follows its purchases into the ingredient it is merged into, and back when the merge is undone', () => {
    const two = given(ingredient('Muçarela', 'kg', 30), ingredient('Queijo', 'peça', 100), [
      {
        type: 'IngredientConversionsChanged',
        data: {
          id: 'Queijo',
          name: 'Queijo',
          from: null,
          to: [{ unit: 'peça', quantity: units(4), equalsUnit: 'kg' }],
        },
      },
    ]).state;
    const bought = execute(two, purchase('a', '2026-11-20', [line('Queijo', 2, [1, 'peça'], 320)]));
    const merge: BusinessCommand = { type: 'ReplaceIngredient', id: 'Queijo', byId: 'Muçarela', merge: true };
    const events = decide(bought, merge) as readonly BusinessEvent[];
    const merged = fold(events, bought);
    expect(priceOf(merged, 'Muçarela')).toBe(40);
    const renamed = execute(merged, { type: 'ChangeIngredient', id: 'Muçarela', name: 'Muçarela fatiada' });
    expect(renamed.ingredients.get('Muçarela')).toMatchObject({ name: 'Muçarela fatiada', pack: { unit: 'peça' } });
    const inBrowser = { ...merged, purchasesByIngredient: new Map(), purchases: new Map() };
    execute(inBrowser, { type: 'ChangeIngredient', id: 'Muçarela', name: 'Muçarela fatiada' });
    const undone = execute(merged, { type: 'UndoChange', change: { events, before: bought, undoneBy: null } });
    expect(priceOf(undone, 'Muçarela')).toBe(30);
    expect(priceOf(undone, 'Queijo')).toBe(160);
  });
});

describe('a price that has more digits than are displayed', () => {
  const sugar = given(ingredient('Açúcar', 'g', 0.0045)).state;

  it('is recorded per kilo in the event of its purchase, where it differs by less than a gram shows', () => {
    const decision = decide(sugar, purchase('a', '2026-11-10', [line('Açúcar', 10, [1, 'kg'], 45.4)]));
    if (isRefusal(decision)) throw new Error(decision.refusal);
    expect(decision[0]?.data).toMatchObject({
      prices: [{ id: 'Açúcar', unit: 'kg', from: units(4.5), to: units(4.54) }],
    });
  });

  const newIngredient = (unit: string) => ({ id: 'Novo', name: 'Novo', unit });
  const bought = (unit: string, ...lines: readonly Line[]): Business =>
    execute(
      sugar,
      purchase(
        'a',
        '2026-11-10',
        lines.map((each) => ({ ...each, ingredient: newIngredient(unit) })),
        { freight: units(0.5) },
      ),
    );

  it.each([
    ['one line of three packs', bought('kg', line('Novo', 3, [1, 'kg'], 19.5))],
    ['two lines with different prices', bought('ml', line('Novo', 1, [20, 'l'], 0.4), line('Novo', 1, [20, 'l'], 0.5))],
    [
      'two lines of an ingredient in grams',
      bought('g', line('Novo', 1, [1, 'kg'], 20), line('Novo', 1, [1, 'kg'], 20.9)),
    ],
  ])('is kept to the last digit when the purchase that created the ingredient is taken back: %s', (_, state) => {
    const after = execute(state, { type: 'TakeBackPurchase', id: 'a' });
    expect(after.ingredients.get('Novo')?.priceSource).toBeNull();
    expect(priceOf(after, 'Novo')).toBe(priceOf(state, 'Novo'));
  });
});

describe('the price of several lines or purchases', () => {
  const twoLines = execute(
    muzzarella,
    purchase('a', '2026-11-10', [line('Muçarela', 1, [1, 'kg'], 10), line('Muçarela', 1, [1, 'kg'], 20)]),
  );
  const mean = execute(
    muzzarella,
    ...[10, 20, 30].map((price, day) =>
      purchase(`${day}`, `2026-11-0${day + 1}`, [line('Muçarela', 1, [1, 'kg'], price)]),
    ),
    { type: 'ChangeBusinessSettings', priceRule: 'mean_of_three' },
  );

  it.each([
    ['two lines of 10 and 20', twoLines, 10, 16.5],
    ['the mean of 10, 20 and 30', mean, -10, 18],
  ])('is what a percentage is added to: %s', (_, state, percentage, expected) => {
    const repriced = execute(state, {
      type: 'RepriceIngredients',
      ids: ['Muçarela'],
      percentage: units(percentage),
      today: '2026-11-28',
    });
    expect(priceOf(repriced, 'Muçarela')).toBe(expected);
  });

  it('is the price that events of a change, of its undo and of a removal name', () => {
    const changed = decide(twoLines, {
      type: 'ChangeIngredient',
      id: 'Muçarela',
      unitPrice: units(16),
      today: '2026-11-28',
    });
    const removed = decide(mean, { type: 'RemoveIngredient', id: 'Muçarela' });
    if (isRefusal(changed) || isRefusal(removed)) throw new Error('refused');
    expect(changed[0]?.data).toMatchObject({ from: { purchase: { price: units(15) } } });
    expect(removed[0]?.data).toMatchObject({ purchase: { price: units(20) } });
  });

  it('is what its packs cost on the shopping list', () => {
    const row = twoLines.ingredients.get('Muçarela');
    if (!row) throw new Error('no such ingredient');
    expect(shoppingItem({ ingredient: row, need: { n: BigInt(units(3)), d: 1n } }, 0)).toMatchObject({
      packs: 3,
      cost: units(45),
    });
  });
});

describe('the purchases of an ingredient that was merged twice', () => {
  it('belong to it again after its first merge is undone', () => {
    const three = given(...['A', 'B', 'C'].map((id) => ingredient(id, 'kg', 10))).state;
    const bought = execute(three, purchase('p', '2026-11-20', [line('A', 1, [1, 'kg'], 40)]));
    const merge = (id: string, byId: string): BusinessCommand => ({ type: 'ReplaceIngredient', id, byId, merge: true });
    const events = decide(bought, merge('A', 'B')) as readonly BusinessEvent[];
    const twice = execute(fold(events, bought), merge('B', 'C'));
    expect(priceOf(twice, 'C')).toBe(40);
    const undone = execute(twice, { type: 'UndoChange', change: { events, before: bought, undoneBy: null } });
    expect([priceOf(undone, 'A'), priceOf(undone, 'C')]).toEqual([40, 10]);
  });
});

describe('the quota of purchase lines', () => {
  it('refuses a new or restored purchase above 300,000 stored lines', () => {
    const full = (lines: number): Business => ({
      ...muzzarella,
      purchases: new Map([['p', { lines: Array.from({ length: lines }) } as unknown as Purchase]]),
    });
    const entered = purchase('q', '2026-11-20', [line('Muçarela', 1, [1, 'kg'], 40)]);
    expect(isRefusal(decide(full(299_999), entered))).toBe(false);
    expect(decide(full(300_000), entered)).toEqual({ refusal: 'too_many_purchase_lines', limit: 300_000 });
    const bought = execute(muzzarella, entered);
    const events = decide(bought, { type: 'TakeBackPurchase', id: 'q' }) as readonly BusinessEvent[];
    const undo: BusinessCommand = { type: 'UndoChange', change: { events, before: bought, undoneBy: null } };
    expect(decide(full(300_000), undo)).toMatchObject({ refusal: 'too_many_purchase_lines' });
  });
});

const INGREDIENTS = ['Farinha', 'Leite', 'Ovo'] as const;
const DAYS = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'] as const;

type Step =
  | { readonly kind: 'enter'; readonly date: string; readonly lines: readonly Line[]; readonly freight: number }
  | { readonly kind: 'type'; readonly id: string; readonly price: number; readonly today: string }
  | { readonly kind: 'rule'; readonly rule: 'mean_of_three' | null }
  | { readonly kind: 'take back'; readonly which: number }
  | { readonly kind: 'undo'; readonly which: number };

const someLine = fc
  .record({
    id: fc.constantFrom(...INGREDIENTS),
    packs: fc.integer({ min: 1, max: 5 }),
    grams: fc.boolean(),
    holds: fc.integer({ min: 1, max: 3000 }),
    total: fc.integer({ min: 1, max: 90_000 }),
  })
  .map(({ id, packs, grams, holds, total }) =>
    line(id, packs, grams ? [holds, 'g'] : [holds / 100, 'kg'], total / 100),
  );

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('enter' as const),
      date: fc.constantFrom(...DAYS),
      lines: fc.array(someLine, { minLength: 1, maxLength: 4 }),
      freight: fc.integer({ min: 0, max: 5000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('type' as const),
      id: fc.constantFrom(...INGREDIENTS),
      price: fc.integer({ min: 1, max: 500_000 }),
      today: fc.constantFrom(...DAYS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('rule' as const), rule: fc.constantFrom('mean_of_three', null) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('take back' as const), which: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat() }) },
);

interface Typed {
  readonly price: number;
  readonly on: string | null;
  readonly place: number;
}

/** The rules for prices as the specification words them, over lists and without any of the product's code. */
class PriceBook {
  rule: 'mean_of_three' | null = null;
  readonly typed = new Map<string, Typed>();
  readonly standing = new Map<string, { readonly enter: Enter; readonly place: number }>();

  purchasesByIngredient(id: string) {
    return [...this.standing.values()]
      .filter(({ enter }) => enter.lines.some((each) => each.ingredient?.id === id))
      .toSorted((a, b) => (a.enter.date === b.enter.date ? a.place - b.place : a.enter.date < b.enter.date ? -1 : 1));
  }

  /** The price in reais per kilo. */
  price(id: string): Fraction {
    const all = this.purchasesByIngredient(id);
    const last = all.at(-1);
    const typed = this.typed.get(id);
    const isLatest =
      last && typed?.on && (typed.on > last.enter.date || (typed.on === last.enter.date && typed.place > last.place));
    if (!last || isLatest) return { n: BigInt(typed?.price ?? 0), d: 10_000n };
    let cost: Fraction = { n: 0n, d: 1n };
    let grams = 0n;
    for (const { enter } of this.rule ? all.slice(-3) : [last]) {
      const sum = enter.lines.reduce((total, each) => total + BigInt(each.total), 0n);
      for (const each of enter.lines) {
        if (each.ingredient?.id !== id) continue;
        const share = { n: BigInt(each.total) * (sum + BigInt(enter.freight)), d: sum * 10_000n };
        cost = { n: cost.n * share.d + share.n * cost.d, d: cost.d * share.d };
        const held = BigInt(each.packs) * BigInt(each.packQuantity);
        grams += each.packUnit === 'g' ? held : held * 1000n;
      }
    }
    return { n: cost.n * 1000n * 100_000_000n, d: cost.d * grams };
  }
}

const isEqual = (a: Fraction, b: Fraction): boolean => a.n * b.d === b.n * a.d;

describe('the prices of ingredients after any order of purchases, typed prices, removals and undos', () => {
  it('follow from the remaining purchases and typed prices alone', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
        const book = new PriceBook();
        let state = given(...INGREDIENTS.map((id) => ingredient(id, 'kg', 10))).state;
        for (const id of INGREDIENTS) book.typed.set(id, { price: 100_000, on: null, place: 0 });
        const done: { events: readonly BusinessEvent[]; before: Business; undo: () => void; isUndone: boolean }[] = [];
        const carryOut = (command: BusinessCommand, change: () => () => void): void => {
          const events = decide(state, command);
          if (isRefusal(events) || events.length === 0) return;
          const before = state;
          state = fold(events, state);
          done.push({ events, before, undo: change(), isUndone: false });
        };
        for (const [index, each] of steps.entries()) {
          const place = state.sequence;
          if (each.kind === 'enter') {
            const enter = purchase(`p${index}`, each.date, each.lines, { freight: each.freight * 100 });
            carryOut(enter, () => {
              book.standing.set(enter.id, { enter, place });
              return () => void book.standing.delete(enter.id);
            });
          } else if (each.kind === 'type') {
            const { id, price, today } = each;
            const stands = book.purchasesByIngredient(id).length > 0;
            carryOut({ type: 'ChangeIngredient', id, unitPrice: price, today }, () => {
              const before = book.typed.get(id);
              book.typed.set(id, { price, on: stands ? today : null, place });
              return () => before && book.typed.set(id, before);
            });
          } else if (each.kind === 'rule') {
            carryOut({ type: 'ChangeBusinessSettings', priceRule: each.rule }, () => {
              const before = book.rule;
              book.rule = each.rule;
              return () => void (book.rule = before);
            });
          } else if (each.kind === 'take back') {
            const ids = [...book.standing.keys()];
            const id = ids[each.which % Math.max(ids.length, 1)];
            const taken = id === undefined ? undefined : book.standing.get(id);
            if (id === undefined || !taken) continue;
            carryOut({ type: 'TakeBackPurchase', id }, () => {
              book.standing.delete(id);
              return () => void book.standing.set(id, taken);
            });
          } else {
            const change = done[each.which % Math.max(done.length, 1)];
            if (!change || change.isUndone) continue;
            const { events, before } = change;
            carryOut({ type: 'UndoChange', change: { events, before, undoneBy: null } }, () => {
              change.isUndone = true;
              change.undo();
              return () => undefined;
            });
            if (change.isUndone) done.pop();
          }
          for (const id of INGREDIENTS) {
            const row = state.ingredients.get(id);
            const exact = row && exactUnitPrice(row);
            const wanted = book.price(id);
            expect(exact && isEqual({ n: exact.n, d: exact.d * 10_000n }, wanted), `${id} after ${each.kind}`).toBe(
              true,
            );
          }
        }
      }),
    );
  });
});

it('puts the difference into the largest part, and what that cannot take into the next largest', () => {
  expect(adjustToTotal([10, 30, 20], 63)).toEqual([10, 33, 20]);
  expect(adjustToTotal([1, 1, 1], 1)).toEqual([0, 0, 1]);
  expect(adjustToTotal([], 0)).toEqual([]);
});

it('gives parts that add up, none of which is negative', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100), { minLength: 1 }), fc.nat(2000), (parts, total) => {
      const adjusted = adjustToTotal(parts, total);
      expect(adjusted.reduce((sum, part) => sum + part, 0)).toBe(total);
      expect(Math.min(...adjusted)).toBeGreaterThanOrEqual(0);
    }),
  );
});
