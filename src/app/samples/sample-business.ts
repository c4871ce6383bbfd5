import type { SingleCommand } from '#domain/business/commands.ts';
import type { Pack } from '#domain/business/ingredient/price.ts';
import { parseTenThousandths, type TenThousandths } from '#domain/decimal.ts';
import { readConversions, readPack } from '#domain/units/quantity-text.ts';

/** A business as data, with amounts as plain decimal text: the form of samples and templates. */
export interface SampleBusiness {
  /** The channels, main channel first; left out for a business without channels. */
  readonly channels?: readonly string[];
  readonly fixedCosts: readonly (readonly [name: string, perMonth: string])[];
  readonly variableCosts: readonly SampleRate[];
  /** Revenue and orders from January on. */
  readonly months?: readonly (readonly [revenue: string, orders: number])[];
  readonly ingredients: readonly SampleIngredient[];
  /** A preparation that uses another one comes after it. */
  readonly preparations?: readonly SamplePreparation[];
  readonly dishes: readonly SampleDish[];
}

/** `only`: the one channel in which the cost is paid. */
export type SampleRate = readonly [name: string, percentage: string, only?: string];

/** `price`: of one `unit`, or of the pack where there is one. */
export type SampleIngredient = readonly [name: string, unit: string, price: string, more?: SamplePack | undefined];

interface SamplePack {
  /** The pack as owners write it: 'caixa 12 × 395 g'. */
  readonly pack?: string;
  /** Percent that is left after cleaning. */
  readonly yields?: string;
}

/** Quantities by the component's name: '320 g', or without a unit in the component's own. */
export type SampleUses = Readonly<Record<string, string>>;

export interface SamplePreparation {
  readonly name: string;
  /** The yield of a batch: '20 un'. */
  readonly yields: string;
  /** Conversions as owners write them: '1 un = 410 g'. */
  readonly measures?: string;
  readonly method?: string;
  readonly uses: SampleUses;
}

export interface SampleDish {
  readonly name: string;
  readonly price: string;
  readonly portions?: number;
  /** Percent, instead of the business's loss. */
  readonly loss?: string;
  readonly category?: string;
  readonly method?: string;
  readonly uses: SampleUses;
  /** The channel of lines that count in one channel only, by the component's name. */
  readonly only?: Readonly<Record<string, string>>;
  /** Prices by channel where they differ from `price`. */
  readonly prices?: Readonly<Record<string, string>>;
}

/** Makes the ids of a sample: the same id for the same text. */
export type IdOf = (text: string) => string;

/** Commands that create the business. */
export function sampleCommands(business: SampleBusiness, idOf: IdOf): readonly SingleCommand[] {
  const { channels = [], fixedCosts, variableCosts, months = [], ingredients, preparations = [], dishes } = business;
  return [
    ...channels.map((name) => ({ type: 'AddChannel', id: idOf(name), name }) as const),
    ...fixedCosts.map(
      ([name, value]) => ({ type: 'AddFixedCost', id: idOf(name), name, value: tenThousandths(value) }) as const,
    ),
    ...variableCosts.map((rate) => addRate(rate, idOf)),
    ...months.map(
      ([value, orders], index) =>
        ({ type: 'RecordMonthRevenue', month: index + 1, value: tenThousandths(value), orders }) as const,
    ),
    ...ingredients.map((ingredient) => addIngredient(ingredient, idOf)),
    ...preparations.flatMap((preparation) => addPreparation(preparation, idOf)),
    ...dishes.flatMap((dish) => addDish(dish, idOf)),
  ];
}

export const addRate = ([name, percentage, only]: SampleRate, idOf: IdOf): SingleCommand => ({
  type: 'AddVariableCost',
  id: idOf(name),
  name,
  percentage: tenThousandths(percentage),
  ...inChannel(only, idOf),
});

const inChannel = (only: string | undefined, idOf: IdOf): { readonly channels?: readonly string[] } =>
  only === undefined ? {} : { channels: [idOf(only)] };

export const addIngredient = (ingredient: SampleIngredient, idOf: IdOf): SingleCommand => {
  const [name, unit, , { yields } = {}] = ingredient;
  return {
    type: 'AddIngredient',
    id: idOf(name),
    name,
    unit,
    ...pricing(ingredient),
    ...(yields === undefined ? {} : { yieldPercentage: tenThousandths(yields) }),
  };
};

/** The pricing of an ingredient: of one unit, or of a pack. */
export function pricing([name, , price, { pack } = {}]: SampleIngredient):
  { readonly unitPrice: TenThousandths } | { readonly pack: Pack } {
  if (pack === undefined) return { unitPrice: tenThousandths(price) };
  const read = readPack(pack);
  if (read.kind !== 'value') throw new RangeError(`not a pack of ${name}: ${pack}`);
  return { pack: { price: tenThousandths(price), ...read.value } };
}

export function addPreparation(preparation: SamplePreparation, idOf: IdOf): readonly SingleCommand[] {
  const { name, yields, measures, method, uses } = preparation;
  const { quantity: yieldQuantity, unit: yieldUnit } = amount(yields);
  if (yieldUnit === undefined) throw new RangeError(`${name} yields nothing that can be measured: ${yields}`);
  return [
    {
      type: 'AddPreparation',
      id: idOf(name),
      name,
      yieldQuantity,
      yieldUnit,
      ...(measures === undefined ? {} : { conversions: conversions(measures) }),
      ...(method === undefined ? {} : { method }),
    },
    ...Object.entries(uses).map(
      ([component, text]) =>
        ({
          type: 'AddPreparationIngredient',
          preparationId: idOf(name),
          ingredientId: idOf(component),
          ...amount(text),
        }) as const,
    ),
  ];
}

export function addDish(
  { name, price, loss, uses, only = {}, prices, ...fields }: SampleDish,
  idOf: IdOf,
): readonly SingleCommand[] {
  return [
    {
      type: 'AddDish',
      id: idOf(name),
      name,
      salePrice: tenThousandths(price),
      ...(loss === undefined ? {} : { loss: tenThousandths(loss) }),
      ...(prices === undefined ? {} : { prices: pricesIn(prices, idOf) }),
      ...fields,
    },
    ...Object.entries(uses).map(
      ([component, text]) =>
        ({
          type: 'AddDishIngredient',
          dishId: idOf(name),
          ingredientId: idOf(component),
          ...amount(text),
          ...inChannel(only[component], idOf),
        }) as const,
    ),
  ];
}

/** Prices by channel id, as commands take them. */
export const pricesIn = (
  prices: Readonly<Record<string, string>>,
  idOf: IdOf,
): Readonly<Record<string, TenThousandths>> =>
  Object.fromEntries(Object.entries(prices).map(([channel, price]) => [idOf(channel), tenThousandths(price)]));

/** Parses '320 g'. */
export function amount(text: string): { readonly quantity: TenThousandths; readonly unit?: string } {
  const [, number = '', unit] = /^(\S+)(?: (.+))?$/.exec(text) ?? [];
  return { quantity: tenThousandths(number), ...(unit === undefined ? {} : { unit }) };
}

function conversions(text: string) {
  const read = readConversions(text);
  if (read.kind !== 'value') throw new RangeError(`not measures: ${text}`);
  return read.value;
}

/** Parses an amount of a sample. */
export function tenThousandths(text: string): TenThousandths {
  const value = parseTenThousandths(text);
  if (value === undefined) throw new RangeError(`not an amount: ${text}`);
  return value;
}
