import * as v from 'valibot';

/** A body: its fields by name. What is missing is said at the field it is missing from. */
export const fields = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object(entries, (issue) => (issue.path ? 'Preencha este campo.' : 'Envie os campos em um objeto JSON.'));

/** The first sentence about every wrong field, by its name. */
export function wrongFields(issues: readonly v.BaseIssue<unknown>[]): Readonly<Record<string, string>> {
  const wrong: Record<string, string> = {};
  for (const issue of issues) wrong[v.getDotPath(issue) ?? 'body'] ??= issue.message;
  return wrong;
}
