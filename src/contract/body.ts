import * as v from 'valibot';

/** A body: its fields by name. What is missing is said at the field it is missing from. */
export const fields = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object(entries, (issue) => (issue.path ? 'Preencha este campo.' : 'Envie os campos em um objeto JSON.'));
