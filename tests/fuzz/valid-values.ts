import * as v from 'valibot';
import type { KnownIds } from './known-ids.ts';

/**
 * Values that a schema accepts, made from the schema itself; texts and numbers come from a short list of valid ones.
 */

export interface Source {
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  readonly ids: KnownIds;
  /** Returns texts that have a meaning in this run, such as a receipt code. */
  readonly texts: readonly string[];
  /** Returns an id of the kind that belongs to this value. */
  readonly beside?: string | undefined;
}

/** No value of the list is valid for this schema, so the list must be extended. */
class NoValidValue extends Error {
  override readonly name = 'NoValidValue';
}

/** The parts of a schema that are used here; each kind of schema has some of them. */
interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly wrapped?: v.GenericSchema;
  readonly item?: v.GenericSchema;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
}

const shapeOf = (schema: v.GenericSchema): Shape => schema;

export const pick = <T>(from: readonly T[], random: () => number): T => from[Math.floor(random() * from.length)] as T;

/** @param kindOf returns the kind of an id by its field name */
export function validValue(
  schema: v.GenericSchema,
  source: Source,
  name = '',
  kindOf: (name: string) => string = () => '',
): unknown {
  const { type, entries, wrapped, item, options, literal } = shapeOf(schema);
  const { random } = source;
  if (entries) {
    // A rule over several fields may refuse the first values.
    for (let attempts = 1; ; attempts += 1) {
      const object = validObject(entries, source, kindOf);
      if (v.is(schema, object) || attempts === MAX_ATTEMPTS) return object;
    }
  }
  if (wrapped) return random() < 0.5 ? undefined : validValue(wrapped, source, name, kindOf);
  if (item) return Array.from({ length: 1 + Math.floor(random() * 2) }, () => validValue(item, source, name, kindOf));
  if (type === 'variant') return validValue(pick(options as readonly v.GenericSchema[], random), source, name, kindOf);
  if (type === 'literal') return literal;
  if (type === 'record') return {};
  if (type === 'picklist') return pick(options ?? [], random);
  return leaf(schema, source, { name, kind: kindOf(name) });
}

const MAX_ATTEMPTS = 10;

function validObject(
  entries: Readonly<Record<string, v.GenericSchema>>,
  source: Source,
  kindOf: (name: string) => string,
): object {
  let beside: string | undefined;
  const values = Object.entries(entries).map(([key, entry]) => {
    const value = validValue(entry, { ...source, beside }, key, kindOf);
    if (typeof value === 'string' && value.length === SOME_ID.length) beside = value;
    return [key, value] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function leaf(schema: v.GenericSchema, source: Source, of: { name: string; kind: string }): unknown {
  const { random, ids, texts, beside } = source;
  const near = beside === undefined || random() < 0.3 ? [] : ids.idsWithin(beside, of.kind);
  const known = near.length > 0 ? near : ids.idsOf(of.kind === '' ? undefined : of.kind);
  if (known.length > 0 && random() < 0.9) {
    const id = pick(known, random);
    for (const form of [id, `dish:${id}`, `ingredient:${id}`]) if (v.is(schema, form)) return form;
  }
  // Most units are convertible, because others only lead to a question.
  if (of.name.endsWith('unit') && random() < 0.8) return pick(['kg', 'g'], random);
  const told = texts.filter((text) => v.is(schema, text));
  if (told.length > 0 && random() < 0.5) return pick(told, random);
  const fitting = someValues(random, known[0]).filter((value) => v.is(schema, value));
  if (fitting.length === 0) throw new NoValidValue(`no valid value is known for “${of.name}”`);
  return pick(fitting, random);
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const SOME_ID = '3f2b8c1e-7a44-4d5b-9c3d-1a2b3c4d5e6f';

/** Returns an id that nothing has: equal new ids within one request would be refused. */
const newId = (random: () => number): string =>
  SOME_ID.slice(0, -12) + Array.from({ length: 12 }, () => Math.floor(random() * 16).toString(16)).join('');

function someValues(random: () => number, id = newId(random)): readonly unknown[] {
  const few = Math.floor(random() * 12) + 1;
  return [
    few,
    few + 0.25,
    '12,50',
    '1.234,56',
    '90',
    '5102',
    '7891000315507',
    String(few),
    `Farinha ${few}`,
    'kg',
    `fuzz-${few}@exemplo.com`,
    '529.982.247-25',
    '11222333000181',
    new Date(Date.now() - few * DAY_MS).toISOString().slice(0, 10),
    new Date(Date.now() - few * DAY_MS).toISOString(),
    '2026-01-31T18:00:00-03:00',
    `2026-${String(few).padStart(2, '0')}`,
    'business',
    `dish:${id}`,
    `business-${id}`,
    `1763694000000~${id}`,
    'IngredientAdded',
    '/dashboard?aba=custos',
    '0123456789abcdef'.repeat(4),
    id,
    true,
  ];
}
