import { readName } from '#domain/names.ts';
import type { BusinessCommand, ChangeToUndo, SingleCommand } from '#domain/business/commands.ts';
import { type FieldSpec, type FieldTypes, keysOf, type FieldTable, type Values } from '#domain/business/field.ts';
import { channelFields, type Scope } from '#domain/business/channel/fields.ts';
import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import { PURCHASE_SOURCES } from '#domain/business/purchase/fields.ts';
import { ingredientFields } from '#domain/business/ingredient/fields.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { preparationFields } from '#domain/business/recipe/preparation-fields.ts';
import { variableCostFields } from '#domain/business/variable-cost/fields.ts';
import type { Business, Dish } from '#domain/business/state.ts';
import { LIMITS } from '#domain/limits.ts';
import fc from 'fast-check';

/**
 * Something an owner may want to do: returns the command for the current business, or undefined if there is no entity
 * for it. Steps are independent, so a list of them still makes sense with any of them left out.
 */
export type CommandStep = (state: Business, newId: string, past?: readonly PastChange[]) => BusinessCommand | undefined;

/** An earlier change with the command that made it. */
export interface PastChange extends Pick<ChangeToUndo, 'events' | 'before'> {
  readonly command: BusinessCommand;
}

const NAMES = [
  'Farinha de trigo',
  'Açúcar "cristal"',
  "Caixa d'água",
  'Queijo \\ mussarela',
  '🍕 Calabresa',
  '</script><b>',
  'null',
  '__proto__',
  '=1+1',
];

const name = fc.oneof(
  fc.constantFrom(...NAMES),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((text) => {
    const reading = readName(text);
    return reading.ok ? reading.name : 'Sem nome';
  }),
);
/** The day on which all commands are given. */
const TODAY = '2026-03-31';

const unit = fc.constantFrom('kg', 'g', 'ml', 'un', 'maço');

/** Mostly everyday amounts, with the ends of the range among them. */
const amount = ({ min, max }: { readonly min: number; readonly max: number }): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min, max: Math.min(max, 2_000_000) }) },
    { weight: 1, arbitrary: fc.integer({ min, max }) },
    { weight: 1, arbitrary: fc.constantFrom(min, max) },
  );

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });

/** The unit of a recipe line; often one that others convert to. */
const lineUnit = maybe(fc.oneof({ weight: 2, arbitrary: fc.constantFrom('kg', 'g') }, { weight: 1, arbitrary: unit }));

/** A number that stands for an index into a list of any length; see `picked`. */
const pick = fc.nat({ max: 1_000 });

function picked<Thing>(things: Iterable<Thing>, at: number): Thing | undefined {
  const all = [...things];
  return all[at % Math.max(all.length, 1)];
}

const components = (...maps: readonly ReadonlyMap<string, object>[]): ReadonlyMap<string, object> =>
  new Map(maps.flatMap((map) => [...map]));

const withLines = <Recipe extends Pick<Dish, 'lines'>>(recipes: ReadonlyMap<string, Recipe>) =>
  new Map([...recipes].filter(([, { lines }]) => lines.length > 0));

/** A kind of step; `weight` is its frequency relative to the others. */
const step = <Fields extends object>(
  weight: number,
  fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> },
  command: (wanted: Fields, state: Business, newId: string, past: readonly PastChange[]) => BusinessCommand | undefined,
) => ({
  weight,
  arbitrary: fc.record(fields).map(
    (wanted): CommandStep =>
      (state, newId, past = []) =>
        command(wanted, state, newId, past),
  ),
});

/** A command for one of the entities of a map. */
const onOne = <Thing>(
  things: ReadonlyMap<string, Thing>,
  at: number,
  command: (id: string, thing: Thing) => BusinessCommand | undefined,
): BusinessCommand | undefined => {
  const found = picked(things, at);
  return found && command(...found);
};

const {
  monthlyRevenue,
  orders,
  averageTicket,
  unitPrice,
  salePrice,
  quantity,
  yieldQuantity,
  loss,
  profitGoal,
  soldRevenue,
} = LIMITS;

/** An optional value, mostly null. */
const sometimes = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: value });

const anyPurchase = fc.record({
  price: amount(LIMITS.packPrice),
  quantity: amount(LIMITS.packQuantity),
  unit,
  label: fc.constantFrom(null, 'caixa 12 × 395 g'),
});
/** A unit price; sometimes 0, so that an ingredient can be marked as free. */
const price = fc.oneof({ weight: 5, arbitrary: amount(unitPrice) }, { weight: 1, arbitrary: fc.constant(0) });
const free = fc.constantFrom(null, null, true as const);
const conversions = sometimes(
  fc
    .tuple(fc.constantFrom('un', 'maço', 'ml'), amount(LIMITS.conversionQuantity), fc.constantFrom('g', 'kg', 'ml'))
    .map(([from, each, to]) => [{ unit: from, quantity: each, equalsUnit: to }]),
);
const factor = fc.constantFrom(10_000, 15_000, 5_000, 30_000, 3_333);

const DAYS = ['2026-03-28', '2026-03-29', '2026-03-30', TODAY] as const;
const MONTHS = ['2025-12', '2026-01', '2026-03'] as const;

/** The pack unit of a purchase line; often convertible to the ingredient's unit. */
const packUnit = fc.constantFrom(null, null, 'kg', 'g', 'un', 'maço');

const anyPurchaseLine = fc.record({
  what: fc.oneof(
    { weight: 8, arbitrary: fc.record({ pick }) },
    { weight: 1, arbitrary: fc.record({ id: fc.uuid(), name, unit }) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  packs: amount(LIMITS.packs),
  packQuantity: amount(LIMITS.packQuantity),
  packUnit,
  total: amount(LIMITS.purchaseTotal),
  code: fc.constantFrom(null, '7898'),
  gtin: fc.constantFrom(null, '7891000315507'),
  billedUnit: fc.constantFrom(null, 'CX'),
  description: fc.constantFrom(null, 'Detergente'),
  cfop: fc.constantFrom(null, null, null, '5102', '5910'),
});
type AnyPurchaseLine = typeof anyPurchaseLine extends fc.Arbitrary<infer T> ? T : never;

type EnterPurchase = Extract<SingleCommand, { readonly type: 'EnterPurchase' }>;

function purchaseLine(
  { ingredients }: Business,
  { what, packUnit: drawn, ...line }: AnyPurchaseLine,
): EnterPurchase['lines'][number] {
  const id = what && 'pick' in what ? (picked(ingredients, what.pick)?.[0] ?? null) : null;
  const ingredient = what && 'pick' in what ? id && { id } : what;
  const own = ingredient && 'unit' in ingredient ? ingredient.unit : ingredients.get(id ?? '')?.unit;
  return { ...line, ingredient: ingredient || null, packUnit: drawn ?? own ?? 'un' };
}

const cnpj = sometimes(fc.constantFrom('11222333000181', '12ABC34501DE35'));

/** Mostly no supplier; otherwise an existing or a new one. */
const anySupplier = sometimes(fc.record({ pick, isNamed: fc.boolean(), id: fc.uuid(), name, cnpj }));
type AnySupplier = typeof anySupplier extends fc.Arbitrary<infer T> ? T : never;

function supplierOf({ suppliers }: Business, drawn: AnySupplier): EnterPurchase['supplier'] {
  if (!drawn) return null;
  const { pick: at, isNamed, ...named } = drawn;
  const known = isNamed ? undefined : picked(suppliers, at)?.[0];
  return known === undefined ? named : { id: known };
}

/** The indexes of some channels, or null for all of them; mostly null. */
const some = sometimes(fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 2 }));

function scopeOf({ channels }: Business, places: readonly number[] | null): Scope {
  const ids = [...channels.keys()];
  const chosen = new Set((places ?? []).flatMap((place) => ids[place] ?? []));
  return chosen.size === 0 ? null : [...chosen];
}

const copying = { pick, name: maybe(name), factor: maybe(factor), some: maybe(some) };

/** Returns the ingredients of the lines at these indexes. */
const keptOf = ({ lines }: Pick<Dish, 'lines'>, places: readonly number[] | null): readonly string[] =>
  (places ?? []).flatMap((place) => lines[place]?.ingredientId ?? []);

/** The price of a dish in one channel: a new price, null to remove it, or the removal of all prices. */
const priced = fc.record({ pick, to: fc.option(amount(salePrice)), none: fc.nat({ max: 9 }) });

function pricesOf({ channels }: Business, { pick: at, to, none }: { pick: number; to: number | null; none: number }) {
  if (none === 0) return null;
  const [id, channel] = picked(channels, at) ?? [];
  return id === undefined || channel?.isMain ? {} : { [id]: to };
}

/** Valid values for all fields of a table. */
const ofTable = <T extends FieldTypes<T>>(table: FieldTable<T>): fc.Arbitrary<Values<T>> =>
  fc.record(arbitrariesOf(table)) as fc.Arbitrary<Values<T>>;

/** Valid values for some fields of a table; the others are undefined. */
const someOfTable = <T extends FieldTypes<T>>(
  table: FieldTable<T>,
): fc.Arbitrary<{ readonly [Key in keyof T]: Values<T>[Key] | undefined }> =>
  fc.record(arbitrariesOf(table, maybe)) as fc.Arbitrary<{ readonly [Key in keyof T]: Values<T>[Key] | undefined }>;

const arbitrariesOf = <T extends FieldTypes<T>>(
  table: FieldTable<T>,
  drawn: (value: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown> = (value) => value,
): Readonly<Record<string, fc.Arbitrary<unknown>>> =>
  Object.fromEntries(
    keysOf(table).map((key) => {
      const { spec } = table[key];
      return [key, drawn(spec.isOptional ? sometimes(ofSpec(spec)) : ofSpec(spec))];
    }),
  );

function ofSpec(spec: FieldSpec): fc.Arbitrary<unknown> {
  if (spec.is === 'amount') return amount(spec.rule);
  // The minimum means an empty field, so it is excluded.
  if (spec.is === 'count') return fc.integer({ min: spec.min + 1, max: spec.max });
  if (spec.hasLines) return fc.constantFrom('Sove.', 'Misture.\nAsse.');
  // There are few texts, so that several entities have the same.
  return spec.isOptional ? fc.constantFrom('Pizzas', 'Bebidas', '=1+1') : name;
}

/** A command with all its fields except for the version: a missing field does not compile. */
const whole = <Type extends SingleCommand['type']>(
  command: Required<Omit<Extract<SingleCommand, { readonly type: Type }>, 'version'>>,
): SingleCommand => command as unknown as SingleCommand;

/** Any step. Additions are more frequent than removals, so that there are entities to change. */
export const anyStep: fc.Arbitrary<CommandStep> = fc.oneof(
  step(3, { wanted: ofTable(fixedCostFields) }, ({ wanted }, _, id) =>
    whole<'AddFixedCost'>({ type: 'AddFixedCost', id, ...wanted }),
  ),
  step(3, { pick, to: someOfTable(fixedCostFields) }, ({ pick: at, to }, { fixedCosts }) =>
    onOne(fixedCosts, at, (id) => ({ type: 'ChangeFixedCost', id, ...to })),
  ),
  step(1, { pick }, ({ pick: at }, { fixedCosts }) => onOne(fixedCosts, at, (id) => ({ type: 'RemoveFixedCost', id }))),
  step(2, { wanted: ofTable(variableCostFields), some }, ({ some: which, wanted }, state, id) =>
    whole<'AddVariableCost'>({ type: 'AddVariableCost', id, ...wanted, channels: scopeOf(state, which) }),
  ),
  step(3, { pick, to: someOfTable(variableCostFields), some: maybe(some) }, ({ pick: at, some: which, to }, state) =>
    onOne(state.variableCosts, at, (id) =>
      whole<'ChangeVariableCost'>({
        type: 'ChangeVariableCost',
        id,
        ...to,
        channels: which && scopeOf(state, which),
      }),
    ),
  ),
  step(1, { pick }, ({ pick: at }, { variableCosts }) =>
    onOne(variableCosts, at, (id) => ({ type: 'RemoveVariableCost', id })),
  ),
  step(4, { month: fc.integer({ min: 1, max: 12 }), value: amount(monthlyRevenue), orders: amount(orders) }, (wanted) =>
    whole<'RecordMonthRevenue'>({ type: 'RecordMonthRevenue', ...wanted }),
  ),
  step(1, { ticket: amount(averageTicket) }, (wanted) => ({ type: 'StateAverageTicket', ...wanted })),
  step(
    5,
    { plain: ofTable(ingredientFields), unit, unitPrice: price, purchase: sometimes(anyPurchase), conversions, free },
    ({ plain, unitPrice: typed, purchase: pack, ...wanted }, _, id) =>
      whole<'AddIngredient'>({
        type: 'AddIngredient',
        id,
        ...plain,
        ...wanted,
        pack,
        unitPrice: (pack === null ? typed : undefined) as number,
      }),
  ),
  step(
    4,
    {
      pick,
      plain: someOfTable(ingredientFields),
      unit: maybe(unit),
      unitPrice: maybe(price),
      pack: maybe(sometimes(anyPurchase)),
      conversions: maybe(conversions),
      free: maybe(free),
    },
    ({ pick: at, plain, ...to }, { ingredients }) =>
      onOne(ingredients, at, (id) =>
        whole<'ChangeIngredient'>({
          type: 'ChangeIngredient',
          id,
          ...plain,
          ...to,
          unitPrice: to.pack ? undefined : to.unitPrice,
          today: TODAY,
        }),
      ),
  ),
  // A change of the unit alone, which changes no figure if the units convert.
  step(2, { pick, unit: lineUnit }, ({ pick: at, unit: to }, { ingredients }) =>
    onOne(ingredients, at, (id) => ({ type: 'ChangeIngredient', id, unit: to })),
  ),
  step(5, { pick, other: pick, merge: fc.boolean() }, ({ pick: at, other, merge }, { ingredients }) =>
    onOne(ingredients, at, (id) =>
      onOne(ingredients, other, (byId) => whole<'ReplaceIngredient'>({ type: 'ReplaceIngredient', id, byId, merge })),
    ),
  ),
  step(1, { some, pick, percentage: amount(LIMITS.priceChange) }, ({ some: which, pick: at, percentage }, state) =>
    onOne(state.ingredients, at, (id) => {
      const others = (which ?? []).flatMap((place) => [...state.ingredients.keys()][place] ?? []);
      return whole<'RepriceIngredients'>({
        type: 'RepriceIngredients',
        ids: [id, ...others],
        percentage,
        today: TODAY,
      });
    }),
  ),
  step(1, { pick }, ({ pick: at }, { ingredients }) =>
    onOne(ingredients, at, (id) => ({ type: 'RemoveIngredient', id })),
  ),
  step(
    5,
    { plain: ofTable(preparationFields), yieldQuantity: amount(yieldQuantity), yieldUnit: unit, conversions },
    ({ plain, ...wanted }, _, id) => whole<'AddPreparation'>({ type: 'AddPreparation', id, ...plain, ...wanted }),
  ),
  step(
    3,
    {
      pick,
      plain: someOfTable(preparationFields),
      yieldQuantity: maybe(amount(yieldQuantity)),
      yieldUnit: maybe(unit),
      conversions: maybe(conversions),
    },
    ({ pick: at, plain, ...to }, { preparations }) =>
      onOne(preparations, at, (id) => whole<'ChangePreparation'>({ type: 'ChangePreparation', id, ...plain, ...to })),
  ),
  step(1, { pick }, ({ pick: at }, { preparations }) =>
    onOne(preparations, at, (id) => ({ type: 'RemovePreparation', id })),
  ),
  step(1, copying, ({ pick: at, some: kept, ...to }, { preparations }, copyId) =>
    onOne(preparations, at, (id, row) =>
      whole<'DuplicatePreparation'>({
        type: 'DuplicatePreparation',
        id,
        copyId,
        ...to,
        keep: kept === undefined ? undefined : keptOf(row, kept),
      }),
    ),
  ),
  step(10, { pick, other: pick, quantity: amount(quantity), unit: lineUnit }, (wanted, { preparations, ingredients }) =>
    onOne(preparations, wanted.pick, (preparationId) =>
      onOne(components(ingredients, preparations), wanted.other, (ingredientId) =>
        whole<'AddPreparationIngredient'>({
          type: 'AddPreparationIngredient',
          preparationId,
          ingredientId,
          quantity: wanted.quantity,
          unit: wanted.unit,
        }),
      ),
    ),
  ),
  step(6, { pick, other: pick, quantity: maybe(amount(quantity)), unit: lineUnit }, (wanted, { preparations }) =>
    onOne(withLines(preparations), wanted.pick, (preparationId, { lines }) => {
      const line = picked(lines, wanted.other);
      return (
        line &&
        whole<'ChangePreparationIngredient'>({
          type: 'ChangePreparationIngredient',
          preparationId,
          ingredientId: line.ingredientId,
          quantity: wanted.quantity,
          unit: wanted.unit,
        })
      );
    }),
  ),
  step(4, { pick, other: pick }, (wanted, { preparations }) =>
    onOne(withLines(preparations), wanted.pick, (preparationId, { lines }) => {
      const line = picked(lines, wanted.other);
      return line && { type: 'RemovePreparationIngredient', preparationId, ingredientId: line.ingredientId };
    }),
  ),
  step(
    1,
    {
      productionLoss: sometimes(amount(loss)),
      mixMonths: maybe(fc.constantFrom(null, 1, 6, 12)),
      profitGoal: maybe(sometimes(amount(profitGoal))),
      priceRule: maybe(fc.constantFrom(null, 'mean_of_three')),
    },
    (wanted) => whole<'ChangeBusinessSettings'>({ type: 'ChangeBusinessSettings', ...wanted }),
  ),
  step(3, { plain: ofTable(channelFields), isMain: maybe(fc.boolean()) }, ({ plain, isMain }, _, id) =>
    whole<'AddChannel'>({ type: 'AddChannel', id, ...plain, isMain }),
  ),
  step(
    1,
    { pick, plain: someOfTable(channelFields), isMain: maybe(fc.boolean()) },
    ({ pick: at, plain, isMain }, { channels }) =>
      onOne(channels, at, (id) => whole<'ChangeChannel'>({ type: 'ChangeChannel', id, ...plain, isMain })),
  ),
  step(1, { pick }, ({ pick: at }, { channels }) => onOne(channels, at, (id) => ({ type: 'RemoveChannel', id }))),
  step(
    4,
    {
      pick,
      month: fc.constantFrom(...MONTHS),
      sold: fc.array(fc.record({ quantity: fc.nat({ max: 500 }), revenue: sometimes(amount(soldRevenue)) }), {
        maxLength: 4,
      }),
    },
    ({ pick: at, month, sold }, { dishes, channels }, newChannelId) =>
      whole<'RecordSales'>({
        type: 'RecordSales',
        month,
        channelId: picked(channels, at)?.[0] ?? 'main',
        newChannelId,
        currentMonth: TODAY.slice(0, 7),
        rows: [...dishes.keys()].slice(0, sold.length).map((dishId, i) => ({
          dishId,
          quantity: sold[i]?.quantity ?? 0,
          revenue: sold[i]?.revenue ?? null,
        })),
      }),
  ),
  step(
    4,
    {
      date: fc.constantFrom(...DAYS),
      supplier: anySupplier,
      number: fc.constantFrom(null, '1234'),
      source: fc.constantFrom(...PURCHASE_SOURCES),
      freight: fc.oneof(fc.constant(0), amount(LIMITS.purchaseTotal)),
      discount: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 50_000 }) }),
      confirmed: fc.boolean(),
      lines: fc.array(anyPurchaseLine, { minLength: 1, maxLength: 3 }),
    },
    ({ supplier, lines, ...wanted }, state, id) =>
      whole<'EnterPurchase'>({
        type: 'EnterPurchase',
        id,
        ...wanted,
        supplier: supplierOf(state, supplier),
        lines: lines.map((line) => purchaseLine(state, line)),
        today: TODAY,
      }),
  ),
  step(2, { pick }, ({ pick: at }, { purchases }) => onOne(purchases, at, (id) => ({ type: 'TakeBackPurchase', id }))),
  step(2, { pick, name: maybe(name), cnpj: maybe(cnpj) }, ({ pick: at, ...to }, { suppliers }) =>
    onOne(suppliers, at, (id) => whole<'ChangeSupplier'>({ type: 'ChangeSupplier', id, ...to })),
  ),
  step(1, { month: fc.constantFrom(...MONTHS), value: amount(LIMITS.stockValue) }, (wanted) =>
    whole<'RecordStockValue'>({ type: 'RecordStockValue', ...wanted, currentMonth: TODAY.slice(0, 7) }),
  ),
  step(1, { pick }, ({ pick: at }, { stockValues }) =>
    onOne(stockValues, at, (month) => ({ type: 'ClearStockValue', month })),
  ),
  step(4, { wanted: ofTable(dishFields), priced }, ({ priced: at, wanted }, state, id) =>
    whole<'AddDish'>({ type: 'AddDish', id, ...wanted, prices: pricesOf(state, at) }),
  ),
  step(4, { pick, to: someOfTable(dishFields), priced: maybe(priced) }, ({ pick: at, priced: where, to }, state) =>
    onOne(state.dishes, at, (id) =>
      whole<'ChangeDish'>({ type: 'ChangeDish', id, ...to, prices: where && pricesOf(state, where) }),
    ),
  ),
  step(1, copying, ({ pick: at, some: kept, ...to }, { dishes }, copyId) =>
    onOne(dishes, at, (id, row) =>
      whole<'DuplicateDish'>({
        type: 'DuplicateDish',
        id,
        copyId,
        ...to,
        keep: kept === undefined ? undefined : keptOf(row, kept),
      }),
    ),
  ),
  step(1, { pick }, ({ pick: at }, { dishes }) => onOne(dishes, at, (id) => ({ type: 'RemoveDish', id }))),
  step(10, { pick, other: pick, quantity: amount(quantity), unit: lineUnit, some }, (wanted, state) =>
    onOne(state.dishes, wanted.pick, (dishId) =>
      onOne(components(state.ingredients, state.preparations), wanted.other, (ingredientId) =>
        whole<'AddDishIngredient'>({
          type: 'AddDishIngredient',
          dishId,
          ingredientId,
          quantity: wanted.quantity,
          unit: wanted.unit,
          channels: scopeOf(state, wanted.some),
        }),
      ),
    ),
  ),
  step(
    8,
    { pick, other: pick, quantity: maybe(amount(quantity)), unit: lineUnit, some: maybe(some) },
    (wanted, state) =>
      onOne(withLines(state.dishes), wanted.pick, (dishId, { lines }) => {
        const line = picked(lines, wanted.other);
        return (
          line &&
          whole<'ChangeDishIngredient'>({
            type: 'ChangeDishIngredient',
            dishId,
            ingredientId: line.ingredientId,
            quantity: wanted.quantity,
            unit: wanted.unit,
            channels: wanted.some && scopeOf(state, wanted.some),
          })
        );
      }),
  ),
  step(3, { pick, other: pick }, (wanted, { dishes }) =>
    onOne(withLines(dishes), wanted.pick, (dishId, { lines }) => {
      const line = picked(lines, wanted.other);
      return line && { type: 'RemoveDishIngredient', dishId, ingredientId: line.ingredientId };
    }),
  ),
);

/** One of the last few changes, as people take them back; often the very last one. */
const recent = fc.oneof(fc.constant(0), fc.nat({ max: 6 }));

/** Any step or undo of an earlier change. */
export const anyStepOrUndo: fc.Arbitrary<CommandStep> = fc.oneof(
  { weight: 50, arbitrary: anyStep },
  step(8, { recent }, (wanted, _, __, past) => takenBack(past, past.at(-1 - wanted.recent))),
  // The undo of the last removal, whatever came after it.
  step(3, {}, (_, __, ___, past) =>
    takenBack(
      past,
      past.findLast(({ command }) => command.type.startsWith('Remove')),
    ),
  ),
);

function takenBack(past: readonly PastChange[], change: PastChange | undefined): BusinessCommand | undefined {
  if (!change) return undefined;
  const { events, before } = change;
  const isUndone = past.some(({ command }) => command.type === 'UndoChange' && command.change.events === events);
  return { type: 'UndoChange', change: { events, before, undoneBy: isUndone ? 'another change' : null } };
}

/** Any step, undo, change of owner or erasure of the business. */
export const anyStepAtAll: fc.Arbitrary<CommandStep> = fc.oneof(
  { weight: 60, arbitrary: anyStepOrUndo },
  step(2, { to: fc.uuid() }, ({ to }) => ({ type: 'ChangeOwner', to })),
  step(1, {}, () => ({ type: 'EraseBusiness' })),
);
