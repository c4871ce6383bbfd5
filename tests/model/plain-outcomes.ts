import type { PlainBusiness, PlainSoldChange } from './plain-business.ts';
import type { Meaning } from './wire-values.ts';

/** The outcome of one call on a plain business. */
export type Outcome =
  | {
      readonly kind: 'done';
      readonly status: 200 | 201 | 204;
      readonly body?: unknown;
      /** Tells whether the request changed anything. */
      readonly hasChanged: boolean;
      /** The changed rows of sales, grouped by command. */
      readonly sold: readonly (readonly PlainSoldChange[])[];
    }
  | {
      readonly kind: 'refused';
      readonly status: 404 | 409 | 422;
      readonly code: string;
      /** The names of the wrong fields. */
      readonly fields?: readonly string[];
      /** The current entity, for a caller that had an older version. */
      readonly current?: unknown;
    };

export interface PlainCall {
  readonly business: PlainBusiness;
  readonly params: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, Meaning>>;
  readonly version: number | undefined;
  readonly newId: string;
}

export const done = (
  status: 200 | 201 | 204,
  body?: unknown,
  hasChanged = true,
  sold: readonly (readonly PlainSoldChange[])[] = [],
): Outcome => ({
  kind: 'done',
  status,
  body,
  hasChanged,
  sold,
});
export const refused = (status: 409 | 422, code: string, fields: readonly string[] = []): Outcome => ({
  kind: 'refused',
  status,
  code,
  fields,
});
export const unknown: Outcome = { kind: 'refused', status: 404, code: 'not_found' };
export const stale = (current?: unknown): Outcome => ({
  kind: 'refused',
  status: 409,
  code: 'changed_meanwhile',
  current,
});
export const isStale = (version: number | undefined, held: number): boolean =>
  version !== undefined && version !== held;
