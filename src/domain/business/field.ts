import { type AmountRule, readAmount } from '../amounts.ts';
import { numberFromUnits, type Units } from '../decimal.ts';
import { money as moneyText } from '../format.ts';
import { type NameReader, optionalText as optionalTextReader, shortText } from '../names.ts';
import { unitsFromWire } from '../units-from-wire.ts';
import type { Event } from './message.ts';

/**
 * One table of fields for each entity: what is known of a field is written once, and types, events, bodies, schemas,
 * forms, sheets and sentences follow from it. Knows nothing of the business, so that the state can be made of its types.
 */

/** The change of a name: its event has no name beside `from` and `to`. */
type Renamed<Type extends string> = Event<Type, { id: string; from: string; to: string }>;
type Changed<Type extends string, Value> = Event<Type, { id: string; name: string; from: Value; to: Value }>;

/** A field in types: its value, the same as JSON has it, what it may be, and the event of its change. */
export interface FieldType {
  readonly value: unknown;
  readonly sent: unknown;
  readonly spec: FieldSpec;
  readonly event: Event<string, { readonly id: string }>;
}
/** Written `T extends FieldTypes<T>`, so that `T` may be an interface, which is shown by its name. */
export type FieldTypes<T> = { readonly [Key in keyof T]: FieldType };

export type FieldReading<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly sentence: string };

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** The event of a change, made and read where its type and its value are known. */
interface Change<T extends FieldType> {
  readonly type: T['event']['type'];
  event(this: void, entity: Named, from: T['value'], to: T['value']): T['event'];
  from(this: void, data: T['event']['data']): T['value'];
  to(this: void, data: T['event']['data']): T['value'];
  /** The entity as the event knew it. */
  entity(this: void, data: T['event']['data']): Named;
}

interface TextSpec {
  readonly is: 'text';
  /** Code points. */
  readonly max: number;
  readonly isOptional: boolean;
}
interface AmountSpec {
  readonly is: 'amount';
  readonly rule: AmountRule;
}
/** What schemas, inputs and arbitraries are made from. */
export type FieldSpec = TextSpec | AmountSpec;

interface Look {
  /** With its article, as it stands in a sentence: 'o valor'. */
  readonly the: string;
  /** Above its input and its column. */
  readonly label: string;
  /** What stands in the input of a new entity. */
  readonly example: string;
  /** Beginnings of what people write above its column, without accents, in small letters. */
  readonly headings: readonly string[];
}

export interface Field<T extends FieldType> extends Look {
  readonly spec: T['spec'];
  /** Whether some figure of the business can change with it. */
  readonly figures: boolean;
  readonly change: Change<T>;
  /** As people type it; a body may have a number. */
  read(this: void, source: string | number): FieldReading<T['value']>;
  /** In a sentence about an event. */
  said(this: void, value: T['value']): string;
  toWire(this: void, value: T['value']): T['sent'];
  /** `undefined`: the body is older than the field. */
  fromWire(this: void, sent: T['sent'] | undefined): T['value'];
}

export type Table<T extends FieldTypes<T>> = { readonly [Key in keyof T]: Field<T[Key]> };
export type TypesOf<Fields> = Fields extends Table<infer T> ? T : never;

/** The table as it is given; the types of its fields are inferred here. */
export const fields = <T extends FieldTypes<T>>(table: Table<T>): Table<T> => table;

export type Values<T extends FieldTypes<T>> = { readonly [Key in keyof T]: T[Key]['value'] };
export type ChangeEvent<T extends FieldTypes<T>> = T[keyof T]['event'];

/** The keys of a table in its order. */
export const keysOf = <T extends object>(table: T): readonly (keyof T & string)[] =>
  Object.keys(table) as (keyof T & string)[];

/** 'o valor' → 'O valor' */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** 'o valor' → 'Valor' */
export const wordOf = ({ the }: Pick<Look, 'the'>): string => capital(the.slice(the.indexOf(' ') + 1));

interface ChangedBy<Type extends string> {
  /** The type of the event of its change. */
  readonly changed: Type;
}
type TextOptions<Type extends string> = Look & ChangedBy<Type> & { readonly max: number };

interface Plain<Type extends string, Value, Sent, Spec extends FieldSpec> {
  readonly value: Value;
  readonly sent: Sent;
  readonly spec: Spec;
  readonly event: Changed<Type, Value>;
}

const changeTo = <Type extends string, Value, Sent, Spec extends FieldSpec>(
  type: Type,
): Change<Plain<Type, Value, Sent, Spec>> => ({
  type,
  event: ({ id, name }, from, to) => ({ type, data: { id, name, from, to } }),
  from: ({ from }) => from,
  to: ({ to }) => to,
  entity: ({ id, name }) => ({ id, name }),
});

const readBy =
  <Text extends string | null>(read: NameReader<Text>) =>
  (source: string | number): FieldReading<Text> => {
    const reading = read(String(source));
    return reading.ok ? { ok: true, value: reading.name } : reading;
  };

/** What an entity is called. */
export function entityName<const Type extends string>({
  max,
  changed: type,
  ...look
}: TextOptions<Type>): Field<{ value: string; sent: string; spec: TextSpec; event: Renamed<Type> }> {
  return {
    ...look,
    spec: { is: 'text', max, isOptional: false },
    figures: false,
    change: {
      type,
      event: ({ id }, from, to) => ({ type, data: { id, from, to } }),
      from: ({ from }) => from,
      to: ({ to }) => to,
      entity: ({ id, to }) => ({ id, name: to }),
    },
    read: readBy(shortText(max, capital(look.the))),
    said: (text) => `“${text}”`,
    toWire: (text) => text,
    fromWire: (text) => text ?? '',
  };
}

/** A text that may be left empty, and then is null. */
export const optionalText = <const Type extends string>({
  max,
  changed,
  ...look
}: TextOptions<Type>): Field<Plain<Type, string | null, string | null, TextSpec>> => ({
  ...look,
  spec: { is: 'text', max, isOptional: true },
  figures: false,
  change: changeTo(changed),
  read: readBy(optionalTextReader(max, capital(look.the))),
  said: (text) => (text === null ? 'nada' : `“${text}”`),
  toWire: (text) => text,
  fromWire: (text) => text ?? null,
});

/** An amount in reais. */
export function money<const Type extends string>({
  min,
  max,
  changed,
  ...look
}: Look & ChangedBy<Type> & { readonly min: Units; readonly max: Units }): Field<
  Plain<Type, Units, number, AmountSpec>
> {
  const rule: AmountRule = { kind: 'money', min, max };
  return {
    ...look,
    spec: { is: 'amount', rule },
    figures: true,
    change: changeTo(changed),
    read(source) {
      const reading = readAmount(source, rule);
      return reading.ok ? { ok: true, value: reading.units } : reading;
    },
    said: moneyText,
    toWire: numberFromUnits,
    fromWire: (sent) => unitsFromWire(sent ?? NaN),
  };
}
