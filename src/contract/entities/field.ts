import { type FieldTypes, keysOf, type FieldTable, type ApiNameOf } from '#domain/business/field.ts';
import { fromTenThousandths, type TenThousandths, requireTenThousandths } from '#domain/decimal.ts';
import type { Scope } from '#domain/business/channel/fields.ts';
import type { Conversions } from '#domain/units/conversions.ts';

/** One field of an entity in both of its forms. */
export interface WireField<Value, Wire extends string = string, WireValue = unknown> {
  /** Its name in bodies. */
  readonly apiName: Wire;
  toWire(value: Value): WireValue;
  fromWire(wireValue: WireValue): Value;
}

/** `text<'note', string | null>('note')` may be null. */
export const text = <const Wire extends string, Value extends string | null = string>(
  apiName: Wire,
): WireField<NoInfer<Value>, Wire, NoInfer<Value>> => ({
  apiName,
  toWire: (value) => value,
  fromWire: (wireValue) => wireValue,
});

/** An amount in ten-thousandths; in bodies it is a JSON number in reais, units of quantity or percent. */
export const amount = <const Wire extends string>(apiName: Wire): WireField<TenThousandths, Wire, number> => ({
  apiName,
  toWire: fromTenThousandths,
  fromWire: requireTenThousandths,
});

/** A field whose null means a default value: bodies contain that value. */
export const withDefault = <Value extends number, Wire extends string>(
  { apiName, ...field }: WireField<Value, Wire, number>,
  defaultValue: Value,
): WireField<Value | null, Wire, number> => ({
  apiName,
  toWire: (value) => field.toWire(value ?? defaultValue),
  fromWire: (wireValue) => (wireValue === field.toWire(defaultValue) ? null : field.fromWire(wireValue)),
});

/** A field that is a boolean in both forms. */
export const booleanField = <const Wire extends string>(apiName: Wire): WireField<boolean, Wire, boolean> => ({
  apiName,
  toWire: (value) => value,
  fromWire: (wireValue) => wireValue,
});

/** An integer count, not a scaled amount. */
export const count = <const Wire extends string>(apiName: Wire): WireField<number, Wire, number> => ({
  apiName,
  toWire: (value) => value,
  fromWire: (wireValue) => wireValue,
});

// oxlint-disable-next-line typescript/no-explicit-any -- a field is only ever used with its own value
type AnyField = WireField<any, string, any>;
/** The fields of a table, under their names in it. */
export const fieldsOfTable = <T extends FieldTypes<T>>(table: FieldTable<T>) =>
  Object.fromEntries(
    keysOf(table).map((key): [string, AnyField] => [key, { ...table[key], apiName: table[key].apiName ?? key }]),
  ) as {
    readonly [Key in keyof T & string]: WireField<T[Key]['value'], ApiNameOf<T, Key> & string, T[Key]['sent']>;
  };

export type Fields = Readonly<Record<string, AnyField>>;

/** The values of a row, by their names in the domain. */
export type ValuesOf<F extends Fields> = {
  readonly [Key in keyof F]: F[Key] extends WireField<infer Value, string, infer _Sent> ? Value : never;
};

/** Some of the values: undefined means not given. */
export type SomeValuesOf<F extends Fields> = { readonly [Key in keyof F]?: ValuesOf<F>[Key] | undefined };

type WireValueOf<One> = One extends WireField<infer _Value, string, infer WireValue> ? WireValue : never;

/** Makes properties optional that may be undefined. */
type OptionalIfUndefined<Values> = {
  [Key in keyof Values as undefined extends Values[Key] ? never : Key]: Values[Key];
} & {
  [Key in keyof Values as undefined extends Values[Key] ? Key : never]?: Exclude<Values[Key], undefined>;
};

/** Values by their names in bodies, in their JSON form. */
type WireBodyOf<F extends Fields, Values = ValuesOf<F>> = OptionalIfUndefined<{
  [Key in keyof F & keyof Values as F[Key]['apiName']]:
    WireValueOf<F[Key]> | (undefined extends Values[Key] ? undefined : never);
}>;

/** Caches the entries of field tables, because every row of every list is converted by them. */
const entriesCache = new WeakMap<Fields, readonly (readonly [string, AnyField])[]>();
function entriesOf(fields: Fields): readonly (readonly [string, AnyField])[] {
  const cached = entriesCache.get(fields);
  if (cached) return cached;
  const entries = Object.entries(fields);
  entriesCache.set(fields, entries);
  return entries;
}

/** Puts defined values into a body and leaves out undefined ones, in the order of the fields. */
export function toWire<F extends Fields, Values extends SomeValuesOf<F>>(
  fields: F,
  values: Values,
): WireBodyOf<F, Values>;
export function toWire(fields: Fields, values: Readonly<Record<string, unknown>>): object {
  const body: Record<string, unknown> = {};
  for (const [key, field] of entriesOf(fields)) {
    const value = values[key];
    if (value !== undefined) body[field.apiName] = field.toWire(value);
  }
  return body;
}

export function fromWire<F extends Fields>(fields: F, body: WireBodyOf<F>): ValuesOf<F>;
export function fromWire(fields: Fields, body: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.fromWire(body[field.apiName])]));
}

/** Renames the parsed values of a body to the names of the domain. */
export function toDomainNames<F extends Fields, Body extends object>(
  fields: F,
  body: Body,
): OptionalIfUndefined<{ [Key in keyof F]: Body[F[Key]['apiName'] & keyof Body] }>;
export function toDomainNames(fields: Fields, body: Readonly<Record<string, unknown>>): object {
  const definedFields = Object.entries(fields).filter(([, { apiName }]) => body[apiName] !== undefined);
  return Object.fromEntries(definedFields.map(([key, { apiName }]) => [key, body[apiName]]));
}

/** The ids of the channels in which an entity counts; null means all. */
export const scope: WireField<Scope, 'channels', string[] | null> = {
  apiName: 'channels',
  toWire: (channels) => channels && [...channels],
  fromWire: (wireValue) => wireValue,
};

/** Fields that may name channels: the scope and the channel prices. */
interface ChannelFields {
  readonly channels?: Scope | undefined;
  readonly prices?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The ids of the channels that a command or a row names. */
export const channelIdsIn = (value: object): readonly string[] => {
  const { channels, prices } = value as ChannelFields;
  return [...(channels ?? []), ...Object.keys(prices ?? {})];
};

export interface ConversionBody {
  readonly unit: string;
  readonly quantity: number;
  readonly equals_unit: string;
}

/** An empty list stands for no conversions. */
export const conversions: WireField<Conversions, 'conversions', ConversionBody[]> = {
  apiName: 'conversions',
  toWire: (all) =>
    (all ?? []).map(({ unit, quantity, equalsUnit }) => ({
      unit,
      quantity: fromTenThousandths(quantity),
      equals_unit: equalsUnit,
    })),
  fromWire: (wireValue) =>
    wireValue.length === 0
      ? null
      : wireValue.map(({ unit, quantity, equals_unit }) => ({
          unit,
          quantity: requireTenThousandths(quantity),
          equalsUnit: equals_unit,
        })),
};
