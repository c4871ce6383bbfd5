import { type AmountRule, type CountReading, readAmount } from '../amounts.ts';
import { fromTenThousandths, type TenThousandths, requireTenThousandths } from '../decimal.ts';
import { formatMoney as moneyText, formatPercentage as percentageText, formatQuantity } from '../format.ts';
import { type NameReader, optionalLines, optionalText as optionalShortText, shortText } from '../names.ts';
import { capitalize } from '../text.ts';
import type { Event } from './message.ts';

/**
 * One table of fields for each entity: every fact about a field is written once, and types, events, bodies, schemas,
 * forms, sheets and sentences follow from it. This file does not depend on the business, because the state is derived
 * from its types.
 */

/** The change event of a name: it has no name beside `from` and `to`. */
type RenameEvent<Type extends string> = Event<Type, { id: string; from: string; to: string }>;
type FieldChangeEvent<Type extends string, Value> = Event<Type, { id: string; name: string; from: Value; to: Value }>;

/** The types of a field: its value, its JSON form and its name there, its allowed values, and its change event. */
export interface FieldType {
  readonly value: unknown;
  readonly sent: unknown;
  /** Its name in bodies where it differs from the name in the table; never if they are the same. */
  readonly apiName: string;
  readonly spec: FieldSpec;
  readonly event: Event<string, { readonly id: string }>;
}
/** The types of all fields, written `T extends FieldTypes<T>`, so that `T` may be an interface. */
export type FieldTypes<T> = { readonly [Key in keyof T]: FieldType };

export type FieldReading<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly sentence: string };

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Makes and reads the change event of a field, where its type and its value are known. */
interface Change<Value, SomeChangeEvent extends FieldType['event']> {
  readonly type: SomeChangeEvent['type'];
  event(this: void, entity: Named, from: Value, to: Value): SomeChangeEvent;
  from(this: void, data: SomeChangeEvent['data']): Value;
  to(this: void, data: SomeChangeEvent['data']): Value;
  /** The entity as recorded in the event. */
  entity(this: void, data: SomeChangeEvent['data']): Named;
}

interface AnySpec {
  /** Tells whether null, the value of an empty input, is allowed. */
  readonly isOptional: boolean;
}
interface TextSpec extends AnySpec {
  readonly is: 'text';
  /** The maximum length in code points. */
  readonly max: number;
  readonly hasLines: boolean;
}
interface AmountSpec extends AnySpec {
  readonly is: 'amount';
  readonly rule: AmountRule;
}
interface CountSpec extends AnySpec {
  readonly is: 'count';
  /** The sentence for a value that is neither a number nor a text. */
  readonly expected: string;
  readonly min: number;
  readonly max: number;
}
/** The allowed values of a field, from which schemas, inputs and test data are made. */
export type FieldSpec = TextSpec | AmountSpec | CountSpec;

interface FieldTexts {
  /** Name with its article, as sentences use it: 'o valor'. */
  readonly nameWithArticle: string;
  /**
   * The name of the field where it stands alone ('Porções'), when `nameWithArticle` without its article is not good
   * enough.
   */
  readonly word?: string;
  /** Label of its input and heading of its column. */
  readonly label: string;
  /** Placeholder in the input of a new entity. */
  readonly example: string;
  /** Beginnings of common headings of its column, without accents, in lower case. */
  readonly importHeadings: readonly string[];
  /** The description in the API, where the name is not enough. */
  readonly meaning?: string;
  /** Tells whether the text is shown in the entity's list row. */
  readonly inList?: true;
}

export interface EntityField<T extends FieldType> extends FieldTexts {
  readonly spec: T['spec'];
  /** Its name in bodies where it differs from the name in the table. */
  readonly apiName?: string;
  /** Tells whether a change of the field can change a figure. */
  readonly changesFigures: boolean;
  readonly change: Change<T['value'], T['event']>;
  /** Parses typed text, or a number from a body. */
  read(this: void, source: string | number): FieldReading<T['value']>;
  /** Formats a value for a sentence about an event. */
  toSentenceText(this: void, value: T['value']): string;
  toWire(this: void, value: T['value']): T['sent'];
  /** `undefined` means that the body is older than the field. */
  fromWire(this: void, sent: T['sent'] | undefined): T['value'];
}

export type FieldTable<T extends FieldTypes<T>> = { readonly [Key in keyof T]: EntityField<T[Key]> };
export type TypesOf<Fields> = Fields extends FieldTable<infer T> ? T : never;

/** Returns the given table; the types of its fields are inferred here. */
export const fields = <T extends FieldTypes<T>>(table: FieldTable<T>): FieldTable<T> => table;

export type Values<T extends FieldTypes<T>> = { readonly [Key in keyof T]: T[Key]['value'] };
export type ChangeEvent<T extends FieldTypes<T>> = T[keyof T]['event'];
/** The name of a field in bodies. */
export type ApiNameOf<T extends FieldTypes<T>, Key extends keyof T> = [T[Key]['apiName']] extends [never]
  ? Key
  : T[Key]['apiName'];

/** The keys of a table in its order. */
export const keysOf = <T extends object>(table: T): readonly (keyof T & string)[] =>
  Object.keys(table) as (keyof T & string)[];

/** The noun without its article, with a capital: 'o valor' → 'Valor'. */
export const wordOf = ({ nameWithArticle, word }: Pick<FieldTexts, 'nameWithArticle' | 'word'>): string =>
  word ?? capitalize(nameWithArticle.slice(nameWithArticle.indexOf(' ') + 1));

/** A table without some of its fields, for forms and sheets that place these separately. */
export const omitFields = <T extends FieldTypes<T>, const Key extends keyof T>(
  table: FieldTable<T>,
  ...keys: readonly Key[]
): FieldTable<Omit<T, Key>> =>
  Object.fromEntries(Object.entries(table).filter(([key]) => !keys.some((each) => each === key))) as FieldTable<
    Omit<T, Key>
  >;

interface ChangedBy<Type extends string> {
  /** The type of its change event. */
  readonly changed: Type;
}
interface ApiName<Wire extends string> {
  /** Its name in bodies, where it differs. */
  readonly apiName?: Wire;
}

interface Plain<Type extends string, Value, Sent, Spec extends FieldSpec, Wire extends string = never> {
  readonly value: Value;
  readonly sent: Sent;
  readonly apiName: Wire;
  readonly spec: Spec;
  readonly event: FieldChangeEvent<Type, Value>;
}

const changeTo = <Type extends string, Value>(type: Type): Change<Value, FieldChangeEvent<Type, Value>> => ({
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

/** The name of an entity. */
export function entityName<const Type extends string>({
  max,
  sentence,
  changed: type,
  ...look
}: FieldTexts &
  ChangedBy<Type> & {
    readonly max: number;
    /** The subject of the sentence about an invalid name, if not 'O nome'. */
    readonly sentence?: string;
  }): EntityField<{
  value: string;
  sent: string;
  apiName: never;
  spec: TextSpec;
  event: RenameEvent<Type>;
}> {
  return {
    ...look,
    spec: { is: 'text', max, hasLines: false, isOptional: false },
    changesFigures: false,
    change: {
      type,
      event: ({ id }, from, to) => ({ type, data: { id, from, to } }),
      from: ({ from }) => from,
      to: ({ to }) => to,
      entity: ({ id, to }) => ({ id, name: to }),
    },
    read: readBy(shortText(max, sentence ?? capitalize(look.nameWithArticle))),
    toSentenceText: (text) => `“${text}”`,
    toWire: (text) => text,
    fromWire: (text) => text ?? '',
  };
}

/** An optional text; empty is null. */
export function optionalText<const Type extends string>({
  max,
  hasLines = false,
  changed,
  ...look
}: FieldTexts & ChangedBy<Type> & { readonly max: number; readonly hasLines?: boolean }): EntityField<
  Plain<Type, string | null, string | null, TextSpec>
> {
  return {
    ...look,
    spec: { is: 'text', max, hasLines, isOptional: true },
    changesFigures: false,
    change: changeTo(changed),
    read: readBy((hasLines ? optionalLines : optionalShortText)(max, capitalize(look.nameWithArticle))),
    toSentenceText: (text) => (text === null ? 'nada' : `“${text}”`),
    toWire: (text) => text,
    fromWire: (text) => text ?? null,
  };
}

type AmountOptions<Type extends string, Wire extends string> = FieldTexts &
  ChangedBy<Type> &
  ApiName<Wire> & { readonly rule: AmountRule };

const SENTENCE_TEXTS: Readonly<Record<AmountRule['kind'], (value: TenThousandths) => string>> = {
  money: moneyText,
  percentage: percentageText,
  quantity: formatQuantity,
};

/** An amount, in reais or percent as its rule says. */
export function amount<const Type extends string, const Wire extends string = never>({
  rule,
  changed,
  ...look
}: AmountOptions<Type, Wire>): EntityField<Plain<Type, TenThousandths, number, AmountSpec, Wire>> {
  return {
    ...look,
    spec: { is: 'amount', rule, isOptional: false },
    changesFigures: true,
    change: changeTo(changed),
    read(source) {
      const reading = readAmount(source, rule);
      return reading.ok ? { ok: true, value: reading.tenThousandths } : reading;
    },
    toSentenceText: SENTENCE_TEXTS[rule.kind],
    toWire: fromTenThousandths,
    fromWire: (sent) => requireTenThousandths(sent ?? NaN),
  };
}

/** An optional amount; null when it is not set. */
export function optionalAmount<const Type extends string, const Wire extends string = never>({
  toSentenceText,
  ...options
}: AmountOptions<Type, Wire> & {
  /** Formats a value for a sentence about an event. */
  readonly toSentenceText: (value: TenThousandths | null) => string;
}): EntityField<Plain<Type, TenThousandths | null, number | null, AmountSpec, Wire>> {
  const { read, toWire, ...field } = amount(options);
  return {
    ...field,
    spec: { is: 'amount', rule: options.rule, isOptional: true },
    change: changeTo(options.changed),
    read: (source) => (String(source).trim() === '' ? { ok: true, value: null } : read(source)),
    toSentenceText,
    toWire: (value) => (value === null ? null : toWire(value)),
    fromWire: (sent) => (sent === null || sent === undefined ? null : requireTenThousandths(sent)),
  };
}

/** An amount with a default value, which is stored as null and sent as the number. */
export function amountWithDefault<const Type extends string, const Wire extends string = never>({
  defaultValue,
  ...options
}: AmountOptions<Type, Wire> & {
  readonly defaultValue: TenThousandths;
  /** Formats a value for a sentence about an event. */
  readonly toSentenceText: (value: TenThousandths | null) => string;
}): EntityField<Plain<Type, TenThousandths | null, number, AmountSpec, Wire>> {
  const { read, ...field } = optionalAmount(options);
  return {
    ...field,
    change: changeTo(options.changed),
    read(source) {
      const reading = read(source);
      return reading.ok && reading.value === defaultValue ? { ok: true, value: null } : reading;
    },
    toWire: (value) => fromTenThousandths(value ?? defaultValue),
    fromWire: (sent) =>
      sent === undefined || sent === fromTenThousandths(defaultValue) ? null : requireTenThousandths(sent),
  };
}

/** A count with the default one, which is stored as null. */
export function countWithDefault<const Type extends string>({
  max,
  expected,
  read,
  toSentenceText,
  changed,
  ...look
}: FieldTexts &
  ChangedBy<Type> & {
    readonly max: number;
    /** The sentence for a value that is neither a number nor a text. */
    readonly expected: string;
    /** Parses the value; an empty text is one. */
    readonly read: (source: string | number) => CountReading;
    /** Formats a value for a sentence about an event. */
    readonly toSentenceText: (count: number) => string;
  }): EntityField<Plain<Type, number | null, number, CountSpec>> {
  return {
    ...look,
    spec: { is: 'count', expected, min: 1, max, isOptional: true },
    changesFigures: true,
    change: changeTo(changed),
    read(source) {
      const reading = read(source);
      if (!reading.ok) return reading;
      return { ok: true, value: reading.count === 1 ? null : reading.count };
    },
    toSentenceText: (count) => toSentenceText(count ?? 1),
    toWire: (count) => count ?? 1,
    fromWire: (sent) => (sent === undefined || sent === 1 ? null : sent),
  };
}

/**
 * Common fields of all named entities of a business. `version` counts the events about one entity (1 when it was
 * added); `sequence` is the number of its first event in the stream, so that lists keep the order in which entities
 * were added. In the browser only the order matters, so list indexes stand in for event numbers.
 */
export interface Entity {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly sequence: number;
}
