import type { Field, FieldType } from './field.ts';
import { fixedCostFields } from './fixed-cost/fields.ts';

/** The table of fields of each kind of entity that has one. */
const TABLES = { fixed_cost: fixedCostFields } as const;

export type TableKind = keyof typeof TABLES;
type AnyTable = Readonly<Record<string, Field<FieldType>>>;

const BY_KIND: Readonly<Partial<Record<string, AnyTable>>> = TABLES;

/** The table of a kind of entity; undefined where it has none. */
export const tableOf = (kind: string): AnyTable | undefined => BY_KIND[kind];
