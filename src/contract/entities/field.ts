import { type FieldTypes, keysOf, type Table, type WireOf } from '#domain/business/field.ts';
import { fromTenThousandths, type TenThousandths, requireTenThousandths } from '#domain/decimal.ts';

/** One field of an entity in both of its forms. */
export interface WireField<Value, Wire extends string = string, Sent = unknown> {
  /** Its name in bodies. */
  readonly wire: Wire;
  toWire(value: Value): Sent;
  fromWire(sent: Sent): Value;
}

/** `text<'note', string | null>('note')` may be null. */
export const text = <const Wire extends string, Value extends string | null = string>(
  wire: Wire,
): WireField<NoInfer<Value>, Wire, NoInfer<Value>> => ({
  wire,
  toWire: (value) => value,
  fromWire: (sent) => sent,
});

/** Units, which are JSON numbers in bodies. */
export const amount = <const Wire extends string>(wire: Wire): WireField<TenThousandths, Wire, number> => ({
  wire,
  toWire: fromTenThousandths,
  fromWire: requireTenThousandths,
});

/** A field whose null means a default value: bodies contain that value. */
export const withDefault = <Value extends number, Wire extends string>(
  { wire, ...field }: WireField<Value, Wire, number>,
  unsaid: Value,
): WireField<Value | null, Wire, number> => ({
  wire,
  toWire: (value) => field.toWire(value ?? unsaid),
  fromWire: (sent) => (sent === field.toWire(unsaid) ? null : field.fromWire(sent)),
});

/** A boolean. */
export const flag = <const Wire extends string>(wire: Wire): WireField<boolean, Wire, boolean> => ({
  wire,
  toWire: (value) => value,
  fromWire: (sent) => sent,
});

/** An integer count, not a scaled amount. */
export const count = <const Wire extends string>(wire: Wire): WireField<number, Wire, number> => ({
  wire,
  toWire: (value) => value,
  fromWire: (sent) => sent,
});

// oxlint-disable-next-line typescript/no-explicit-any -- a field is only ever used with its own value
type AnyField = WireField<any, string, any>;
/** The fields of a table, under their names in it. */
export const fieldsOfTable = <T extends FieldTypes<T>>(table: Table<T>) =>
  Object.fromEntries(
    keysOf(table).map((key): [string, AnyField] => [key, { ...table[key], wire: table[key].wire ?? key }]),
  ) as {
    readonly [Key in keyof T & string]: WireField<T[Key]['value'], WireOf<T, Key> & string, T[Key]['sent']>;
  };

export type Fields = Readonly<Record<string, AnyField>>;

/** The values of a row, by their names in the domain. */
export type ValuesOf<F extends Fields> = {
  readonly [Key in keyof F]: F[Key] extends WireField<infer Value, string, infer _Sent> ? Value : never;
};

/** Some of the values: undefined means not given. */
export type SomeValuesOf<F extends Fields> = { readonly [Key in keyof F]?: ValuesOf<F>[Key] | undefined };

type SentBy<One> = One extends WireField<infer _Value, string, infer Sent> ? Sent : never;

/** Makes properties optional that may be undefined. */
type OptionalIfUndefined<Values> = {
  [Key in keyof Values as undefined extends Values[Key] ? never : Key]: Values[Key];
} & {
  [Key in keyof Values as undefined extends Values[Key] ? Key : never]?: Exclude<Values[Key], undefined>;
};

/** Values by their names in bodies, in their JSON form. */
type SentOf<F extends Fields, Values = ValuesOf<F>> = OptionalIfUndefined<{
  [Key in keyof F & keyof Values as F[Key]['wire']]:
    SentBy<F[Key]> | (undefined extends Values[Key] ? undefined : never);
}>;

/** Caches the entries of field tables, because every row of every list is converted by them. */
const known = new WeakMap<Fields, readonly (readonly [string, AnyField])[]>();
function entriesOf(fields: Fields): readonly (readonly [string, AnyField])[] {
  const held = known.get(fields);
  if (held) return held;
  const entries = Object.entries(fields);
  known.set(fields, entries);
  return entries;
}

/** Puts defined values into a body and leaves out undefined ones, in the order of the fields. */
export function toWire<F extends Fields, Values extends SomeValuesOf<F>>(fields: F, values: Values): SentOf<F, Values>;
export function toWire(fields: Fields, values: Readonly<Record<string, unknown>>): object {
  const sent: Record<string, unknown> = {};
  for (const [key, field] of entriesOf(fields)) {
    const value = values[key];
    if (value !== undefined) sent[field.wire] = field.toWire(value);
  }
  return sent;
}

export function fromWire<F extends Fields>(fields: F, body: SentOf<F>): ValuesOf<F>;
export function fromWire(fields: Fields, body: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.fromWire(body[field.wire])]));
}

/** Renames the parsed values of a body to the names of the domain. */
export function fromRead<F extends Fields, Body extends object>(
  fields: F,
  body: Body,
): OptionalIfUndefined<{ [Key in keyof F]: Body[F[Key]['wire'] & keyof Body] }>;
export function fromRead(fields: Fields, body: Readonly<Record<string, unknown>>): object {
  const said = Object.entries(fields).filter(([, { wire }]) => body[wire] !== undefined);
  return Object.fromEntries(said.map(([key, { wire }]) => [key, body[wire]]));
}
