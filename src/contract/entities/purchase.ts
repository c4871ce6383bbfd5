import { exactUnitPrice, fractionText } from '#domain/business/ingredient/price.ts';
import type { NewIngredient, Purchase } from '#domain/business/purchase/fields.ts';
import {
  adjustToTotal,
  costWithCharges,
  currentIngredientId,
  linesByIngredient,
} from '#domain/business/purchase/prices.ts';
import { withoutPurchase, withPurchase } from '#domain/business/purchase/purchase.ts';
import type { Business, Ingredient } from '#domain/business/state.ts';
import { type PurchaseEffect, purchaseEffects } from '#domain/consequences/dish-consequences.ts';
import { toSafeNumber, fromTenThousandths, type TenThousandths, requireTenThousandths } from '#domain/decimal.ts';
import { reduced, rounded } from '#domain/fraction.ts';
import { normalizeName } from '#domain/names.ts';
import { type CommandMappings, type CommandInput, type CommandOf, requireRow } from './command-mapping.ts';
import type { MovesBody, PurchaseBody } from './purchase.schema.ts';

const purchaseTotal = ({ lines, freight, discount }: Purchase): TenThousandths =>
  toSafeNumber(lines.reduce((sum, line) => sum + BigInt(line.total), BigInt(freight) - BigInt(discount)));

export function purchaseBody(
  purchase: Purchase,
  state: Pick<Business, 'suppliers' | 'mergedIngredients'>,
): PurchaseBody {
  const { id, date, supplierId, supplierName, number, source, freight, discount, confirmed, lines, version } = purchase;
  const name = supplierId === null ? null : (state.suppliers.get(supplierId)?.name ?? supplierName ?? '');
  const total = purchaseTotal(purchase);
  const costs = adjustToTotal(
    lines.map((line) => toSafeNumber(rounded(costWithCharges(purchase, [line])))),
    total,
  );
  return {
    id,
    date,
    supplier: supplierId === null || name === null ? null : { id: supplierId, name },
    number,
    source,
    freight: fromTenThousandths(freight),
    discount: fromTenThousandths(discount),
    confirmed,
    total: fromTenThousandths(total),
    lines: lines.map((line, index) => ({
      ingredient_id: line.ingredientId === null ? null : currentIngredientId(state, line.ingredientId),
      name: line.name,
      packs: fromTenThousandths(line.packs),
      pack_quantity: fromTenThousandths(line.packQuantity),
      pack_unit: line.packUnit,
      total: fromTenThousandths(line.total),
      cost: fromTenThousandths(costs[index] ?? 0),
      code: line.code,
      gtin: line.gtin,
      billed_unit: line.billedUnit,
      description: line.description,
      cfop: line.cfop,
    })),
    version,
  };
}

/**
 * Purchases are read apart from the rest, newest first. Only the server knows the entities that they created and their
 * positions.
 */
export const purchasesFrom = (bodies: readonly PurchaseBody[]): Business['purchases'] =>
  new Map(bodies.toReversed().map((body, index) => [body.id, purchaseRow(body, index)]));

const purchaseRow = (body: PurchaseBody, sequence: number): Purchase => ({
  id: body.id,
  date: body.date,
  supplierId: body.supplier?.id ?? null,
  supplierName: body.supplier?.name ?? null,
  number: body.number,
  source: body.source,
  freight: requireTenThousandths(body.freight),
  discount: requireTenThousandths(body.discount),
  confirmed: body.confirmed,
  lines: body.lines.map((line) => ({
    ingredientId: line.ingredient_id,
    name: line.name,
    packs: requireTenThousandths(line.packs),
    packQuantity: requireTenThousandths(line.pack_quantity),
    packUnit: line.pack_unit,
    total: requireTenThousandths(line.total),
    code: line.code,
    gtin: line.gtin,
    billedUnit: line.billed_unit,
    description: line.description,
    cfop: line.cfop,
  })),
  newIngredients: [],
  version: body.version,
  sequence,
});

/** The reply for the moves of a purchase; the state has the names of all its ingredients. */
export const movesBody = (moves: readonly PurchaseEffect[], { ingredients }: Business): MovesBody =>
  moves.map(({ ingredientId, from, to, dishes }) => ({
    ingredient_id: ingredientId,
    name: ingredients.get(ingredientId)?.name ?? '',
    from: from === null ? null : fromTenThousandths(from),
    to: fromTenThousandths(to),
    dishes: dishes.map(({ dish, before, after }) => ({
      dish_id: dish.id,
      name: dish.name,
      net_profit_from: fromTenThousandths(before.netProfit),
      net_profit_to: fromTenThousandths(after.netProfit),
    })),
  }));

/** The source of the price of an ingredient. */
export const priceSourceBody = ({ priceSource }: Pick<Ingredient, 'priceSource'>) =>
  priceSource
    ? { kind: 'purchase' as const, purchase_id: priceSource.purchaseId, date: priceSource.date }
    : { kind: 'typed' as const, purchase_id: null, date: null };

/** The exact price of one unit if it comes from a purchase; figures use it unrounded. */
export const exactPriceText = (row: Ingredient): string | null =>
  row.priceSource ? fractionText(reduced(exactUnitPrice(row))) : null;

type EnterPurchase = CommandOf<'EnterPurchase'>;

function supplierOf({ body, idAt }: CommandInput<'EnterPurchase'>): EnterPurchase['supplier'] {
  const { supplier } = body;
  if (!supplier) return null;
  const { id = null, name = null, cnpj = null } = supplier;
  if (name === null) return id === null ? null : { id };
  return { id: id ?? idAt(0), name, cnpj };
}

/** Lines that name the same new ingredient share its name and unit, and its id unless they give ids of their own. */
function linesOf({ body, idAt }: CommandInput<'EnterPurchase'>): EnterPurchase['lines'] {
  const sharedByName = new Map<string, NewIngredient>();
  const namesWithId = new Set<string>();
  for (const [index, { new: named }] of body.lines.entries()) {
    if (!named) continue;
    const key = normalizeName(named.name);
    const known = sharedByName.get(key);
    const { name, unit } = known ?? named;
    if (!known || (named.id !== undefined && !namesWithId.has(key)))
      sharedByName.set(key, { id: named.id ?? idAt(index + 1), name, unit });
    if (named.id !== undefined) namesWithId.add(key);
  }
  return body.lines.map(({ ingredient_id, new: named, ...line }) => {
    const shared = named && sharedByName.get(normalizeName(named.name));
    const addedIngredient = shared && { ...shared, id: named.id ?? shared.id };
    const { packs, pack_quantity, pack_unit, code = null, gtin = null, billed_unit = null } = line;
    const { total: lineTotal, description = null, cfop = null } = line;
    return {
      ingredient:
        addedIngredient ?? (ingredient_id === null || ingredient_id === undefined ? null : { id: ingredient_id }),
      packs,
      packQuantity: pack_quantity,
      packUnit: pack_unit,
      total: lineTotal,
      code,
      gtin,
      billedUnit: billed_unit,
      description,
      cfop,
    };
  });
}

const lineToWire = ({ ingredient, ...line }: EnterPurchase['lines'][number]) => ({
  ...(ingredient && 'name' in ingredient ? { new: { ...ingredient } } : { ingredient_id: ingredient?.id ?? null }),
  packs: fromTenThousandths(line.packs),
  pack_quantity: fromTenThousandths(line.packQuantity),
  pack_unit: line.packUnit,
  total: fromTenThousandths(line.total),
  code: line.code,
  gtin: line.gtin,
  billed_unit: line.billedUnit,
  description: line.description,
  cfop: line.cfop,
});

export const purchaseCommands: CommandMappings<'EnterPurchase' | 'TakeBackPurchase'> = {
  EnterPurchase: {
    endpoint: 'enterPurchase',
    kind: 'adds',
    toRequest: ({ date, number, source, freight, discount, confirmed, supplier, lines }) => ({
      body: {
        supplier: supplier && { ...supplier },
        date,
        number,
        source,
        freight: fromTenThousandths(freight),
        discount: fromTenThousandths(discount),
        confirmed,
        lines: lines.map(lineToWire),
      },
    }),
    command: (input) => {
      const { id, date, number = null, source, freight, discount, confirmed } = input.body;
      const { newId, today } = input;
      const [supplier, lines] = [supplierOf(input), linesOf(input)];
      const fields = { date, number, source, freight, discount, confirmed, supplier, lines };
      return { type: 'EnterPurchase', id: id ?? newId, ...fields, today };
    },
    reply(after, { id }) {
      const purchase = requireRow(after.purchases, id);
      const moves = purchaseEffects(withoutPurchase(after, purchase), after, purchase);
      return { ...purchaseBody(purchase, after), moved: movesBody(moves, after) };
    },
    readWriteSet: ({ id, supplier, lines }) => ({
      writes: [id, 'purchases', 'suppliers', 'ingredients', ...lines.flatMap(({ ingredient }) => ingredient?.id ?? [])],
      reads: supplier ? [supplier.id] : [],
    }),
  },
  TakeBackPurchase: {
    endpoint: 'takeBackPurchase',
    kind: 'removes',
    toRequest: ({ id }) => ({ params: { id } }),
    command: ({ params, version }) => ({ type: 'TakeBackPurchase', id: params.id, version }),
    reply(after, { id }) {
      const purchase = after.lastTakenBackPurchase;
      if (purchase?.id !== id) return { moved: [], stays: [] };
      const moves = purchaseEffects(withPurchase(after, purchase), after, purchase);
      const moved = new Set(moves.map(({ ingredientId }) => ingredientId));
      const stays = [...linesByIngredient(after, purchase).keys()].flatMap((ingredientId) => {
        const row = moved.has(ingredientId) ? undefined : after.ingredients.get(ingredientId);
        return row ? [{ ingredient_id: ingredientId, price_source: priceSourceBody(row) }] : [];
      });
      return { moved: movesBody(moves, after), stays };
    },
    readWriteSet: ({ id }, state) => ({
      writes: [
        id,
        'purchases',
        'ingredients',
        ...linesByIngredient(state, state.purchases.get(id) ?? { lines: [] }).keys(),
      ],
      reads: [],
    }),
  },
};
