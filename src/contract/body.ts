import * as v from 'valibot';

/** A body: its fields by name. What is missing is said at the field it is missing from. */
export const fields = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object(entries, (issue) => (issue.path ? 'Preencha este campo.' : 'Envie os campos em um objeto JSON.'));

/** The same fields, each of which may be left out: what is left out stays as it is. */
export const allOptional = <const Entries extends Readonly<Record<string, v.GenericSchema>>>(entries: Entries) =>
  Object.fromEntries(Object.entries(entries).map(([name, schema]) => [name, v.optional(schema)])) as {
    readonly [Name in keyof Entries]: v.OptionalSchema<Entries[Name], undefined>;
  };

/** The first sentence about every wrong field, by its name. */
export function wrongFields(issues: readonly v.BaseIssue<unknown>[]): Readonly<Record<string, string>> {
  const wrong: Record<string, string> = {};
  for (const issue of issues) wrong[v.getDotPath(issue) ?? 'body'] ??= issue.message;
  return wrong;
}
