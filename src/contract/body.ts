import * as v from 'valibot';

/** Schema of a body by field. A missing field is reported at the field itself. */
export const bodySchema = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object(entries, ({ path, input }) =>
    path && (input === undefined || input === null) ? 'Preencha este campo.' : 'Envie os campos em um objeto JSON.',
  );

/** Makes every field optional: a missing field stays as it is. */
export const optionalFields = <const Entries extends Readonly<Record<string, v.GenericSchema>>>(entries: Entries) =>
  Object.fromEntries(Object.entries(entries).map(([name, schema]) => [name, v.optional(schema)])) as {
    readonly [Name in keyof Entries]: v.OptionalSchema<Entries[Name], undefined>;
  };

export type ParsedInput =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      /** A sentence for each wrong field, by its name. */
      readonly fields: Readonly<Record<string, string>>;
    };

/** Message for schemas without one of their own: valibot's are English and repeat the sent value. */
const DEFAULT_SENTENCE = 'Este valor não pode ser usado.';

/** Parses a sent value into domain values. */
export function parseInput(schema: v.GenericSchema, input: unknown): ParsedInput {
  const result = v.safeParse(schema, input, { message: DEFAULT_SENTENCE });
  return result.success ? { ok: true, value: result.output } : { ok: false, fields: wrongFields(result.issues) };
}

/** The first sentence about every wrong field, by its name. */
function wrongFields(issues: readonly v.BaseIssue<unknown>[]): Readonly<Record<string, string>> {
  const wrong: Record<string, string> = {};
  for (const issue of issues) wrong[v.getDotPath(issue) ?? 'body'] ??= issue.message;
  return wrong;
}
