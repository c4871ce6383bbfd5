import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SingleCommand } from '#domain/business/commands.ts';
import { type Business, emptyBusiness, type Ingredient } from '#domain/business/state.ts';
import { currentIngredientId } from '#domain/business/purchase/prices.ts';
import { ratioOf } from '#domain/units/conversions.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { businessWorkbook } from '#web/features/export/business-workbook.ts';
import { workbookFile } from '#web/features/export/workbook-writer.ts';
import { ListFileReader, type ListReview } from '#web/features/import/list-reader.ts';
import { anyHistory, testId } from '#tests/support/histories.ts';
import { runs } from '#tests/support/property-runs.ts';
import { comparableOf, stateAfterChangeSet } from './support/comparable-business.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { stateBuilder } from '#domain/business/evolve.ts';

const SUPPLIERS = [
  null,
  { name: 'Atacadão', cnpj: null },
  { name: 'Atacadão', cnpj: '11222333000181' },
  { name: 'Feira', cnpj: null },
  { name: 'Atacadão', cnpj: '45723174000110' },
] as const;

const amount = fc.integer({ min: 1, max: 2_000_000 });
const day = fc.integer({ min: 10, max: 28 }).map((date) => `2026-11-${date}`);
const pick = fc.nat(1_000);

const anyLine = fc.record({
  pick,
  isOther: fc.constantFrom(false, false, false, true),
  packs: amount,
  packQuantity: amount,
  total: fc.oneof(amount, fc.constant(0)),
  code: fc.constantFrom(null, '789', 'A-1'),
});

const anyPurchasingStep = fc.oneof(
  fc.record({
    kind: fc.constant('buy' as const),
    date: day,
    supplier: fc.constantFrom(...SUPPLIERS),
    number: fc.constantFrom(null, '12'),
    freight: fc.constantFrom(0, 0, 125_000),
    lines: fc.array(anyLine, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant('take back' as const), pick }),
  fc.record({ kind: fc.constant('type a price' as const), pick, price: amount, today: day }),
  fc.record({
    kind: fc.constant('count the stock' as const),
    month: fc.constantFrom('2026-09', '2026-10'),
    value: amount,
  }),
);
type PurchasingStep = typeof anyPurchasingStep extends fc.Arbitrary<infer Step> ? Step : never;

const at = <Row>(rows: ReadonlyMap<string, Row>, place: number): Row | undefined =>
  [...rows.values()][place % Math.max(rows.size, 1)];

function commandOf(step: PurchasingStep, state: Business, id: string): SingleCommand | undefined {
  if (step.kind === 'count the stock') return { type: 'RecordStockValue', month: step.month, value: step.value };
  if (step.kind === 'take back') {
    const purchase = at(state.purchases, step.pick);
    return purchase && { type: 'TakeBackPurchase', id: purchase.id };
  }
  if (step.kind === 'type a price') {
    const row = at(state.ingredients, step.pick);
    return row && { type: 'ChangeIngredient', id: row.id, unitPrice: step.price, today: step.today };
  }
  const { date, number, freight, supplier } = step;
  const lines = step.lines.map(({ isOther, pick: place, ...line }) => {
    const row: Ingredient | undefined = isOther ? undefined : at(state.ingredients, place);
    const beside = { gtin: null, billedUnit: null, description: row ? null : 'Detergente', cfop: null };
    return { ...line, ...beside, ingredient: row ? { id: row.id } : null, packUnit: row?.unit ?? 'un' };
  });
  const named = supplier && { id: testId(id, 'supplier'), ...supplier };
  const fields = { date, number, freight, discount: 0, source: 'manual', confirmed: true } as const;
  return { type: 'EnterPurchase', id, supplier: named, ...fields, lines };
}

/** A business with purchases, prices typed before and after them, and stock values. */
const anyPurchasingBusiness: fc.Arbitrary<Business> = fc
  .tuple(anyHistory({ longest: 60 }), fc.array(anyPurchasingStep, { maxLength: 12, size: 'max' }))
  .map(([{ state }, steps]) => {
    const after = stateBuilder(state);
    for (const [index, step] of steps.entries()) {
      const command = commandOf(step, after.business, testId('purchasing', index));
      const decision = command ? decide(after.business, command) : [];
      if (!isRefusal(decision)) for (const event of decision) after.add(event);
    }
    return after.business;
  });

const EMPTY_BUSINESS: Business = { ...emptyBusiness, ownerId: 'owner' };
const TODAY = '2026-11-28';

/**
 * A unit that only a merged ingredient converted, or that a sample's line had before its ingredient got another one, is
 * refused: the import asks for the conversion.
 */
const isConvertible = (state: Business): boolean =>
  [...state.purchases.values()]
    .flatMap(({ lines }) => lines)
    .every(({ ingredientId, packUnit }) => {
      const row = ingredientId === null ? undefined : state.ingredients.get(currentIngredientId(state, ingredientId));
      return !row || ratioOf(packUnit, row.unit, row.conversions);
    });

const fileOf = (state: Business): ArrayBuffer =>
  workbookFile(businessWorkbook({ state, figures: businessFigures(state) })).buffer;

const REQUEST = {
  withHidden: false,
  sheets: {},
  rows: {},
  answers: {},
  layouts: new Map(),
  visibleCount: 200,
  isOpenOnly: false,
  shouldMarkSeen: true,
  today: TODAY,
};

/** Imports the file part by part, as the page does. */
async function importInto(
  into: Business,
  file: ArrayBuffer,
): Promise<{ readonly first: ListReview; readonly state: Business; readonly parts: number }> {
  const reader = new ListFileReader();
  expect(await reader.open('ingredients', [{ name: 'tudo.xlsx', content: file }])).toEqual({
    ok: true,
    isWorkbook: true,
  });
  let state = into;
  const first = await reader.review({ ...REQUEST, state });
  let parts = 0;
  for (let review = first; review.parts > 0; parts += 1) {
    const { commands, rowNumbers } = await reader.part(0);
    state = stateAfterChangeSet(state, commands);
    await reader.finish(rowNumbers.flat());
    review = await reader.review({ ...REQUEST, state });
  }
  return { first, state, parts };
}

describe('the import of a workbook that the product exported', () => {
  test('recreates the same business from an empty one', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyHistory({ longest: 150 }).filter(({ state }) => isConvertible(state)),
        async ({ state: before }) => {
          const { first, state } = await importInto(EMPTY_BUSINESS, fileOf(before));
          expect(first.workbook?.refused).toEqual([]);
          expect(comparableOf(state)).toEqual(comparableOf(before));
        },
      ),
      runs(40),
    );
  });

  test('changes nothing in the business that the workbook was made of', async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory({ longest: 150 }), async ({ state }) => {
        const { first, parts } = await importInto(state, fileOf(state));
        expect(first.workbook?.refused).toEqual([]);
        expect(parts).toBe(0);
      }),
      runs(40),
    );
  });

  test('brings purchases, suppliers and stock values into an empty business, and the prices that follow', async () => {
    await fc.assert(
      fc.asyncProperty(anyPurchasingBusiness, async (before) => {
        const { first, state } = await importInto(EMPTY_BUSINESS, fileOf(before));
        expect(first.workbook?.refused).toEqual([]);
        expect(comparableOf(state)).toEqual(comparableOf(before));
      }),
      runs(60),
    );
  });

  test('brings no purchase twice', async () => {
    await fc.assert(
      fc.asyncProperty(anyPurchasingBusiness, async (state) => {
        const { first, parts } = await importInto(state, fileOf(state));
        expect(first.workbook?.refused).toEqual([]);
        expect(parts).toBe(0);
        const { state: once } = await importInto(EMPTY_BUSINESS, fileOf(state));
        expect((await importInto(once, fileOf(state))).parts).toBe(0);
      }),
      runs(40),
    );
  });

  test('leaves out a purchase of an ingredient that is gone, and a supplier without purchases', async () => {
    const salt = { id: testId('salt'), name: 'Sal', unit: 'kg' };
    const commands: readonly SingleCommand[] = [
      {
        type: 'EnterPurchase',
        id: testId('purchase'),
        date: '2026-11-12',
        supplier: { id: testId('supplier'), name: 'Feira', cnpj: null },
        number: null,
        source: 'quick',
        freight: 0,
        discount: 0,
        confirmed: true,
        lines: [
          {
            ingredient: salt,
            packs: 10_000,
            packQuantity: 10_000,
            packUnit: 'kg',
            total: 45_000,
            code: null,
            gtin: null,
            billedUnit: null,
            description: null,
            cfop: null,
          },
        ],
      },
      { type: 'RemoveIngredient', id: salt.id },
    ];
    const before = stateAfterChangeSet(EMPTY_BUSINESS, commands);
    const { first, state } = await importInto(EMPTY_BUSINESS, fileOf(before));
    expect(first.workbook?.ignored).toEqual([
      ['Um fornecedor entra com a primeira compra.', { sheet: 'Fornecedores', rows: 1 }],
      ['Um insumo da compra foi removido.', { sheet: 'Compras', rows: 1 }],
    ]);
    expect(state.purchases.size).toBe(0);
    expect((await importInto(before, fileOf(before))).first.workbook?.ignored).toEqual([]);
  });

  test('counts every row once', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyHistory({ longest: 100 }),
        anyHistory({ longest: 100 }),
        async ({ state: from }, { state }) => {
          const { first } = await importInto(state, fileOf(from));
          const { sheets = [] } = first.workbook ?? {};
          const counted = sheets.map(([name, tally]) => [
            name,
            Object.values(tally).reduce((all, rows) => all + rows, 0),
          ]);
          const written = businessWorkbook({ state: from, figures: businessFigures(from) }).sheets.flatMap(
            ({ name, rows }) => (name === 'Resultado' || rows.length === 1 ? [] : [[name, rows.length - 1]]),
          );
          expect(counted).toEqual(written);
        },
      ),
      runs(20),
    );
  });
});
