import fc from 'fast-check';
import type { SingleCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { stateBuilder } from '#domain/business/evolve.ts';
import type { Business, Ingredient } from '#domain/business/state.ts';
import { anyHistory, testId } from '#tests/support/histories.ts';

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
export const anyPurchasingBusiness: fc.Arbitrary<Business> = fc
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
