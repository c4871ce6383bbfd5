import type { ChangeSubject } from '#contract/past.ts';
import { CHANGES } from '../navigation/addresses.ts';

/** A filter of the list of changes. */
export interface ChangesFilter {
  /** The id of a change that is marked in the list. */
  readonly change: string | null;
  readonly subject: ChangeSubject | null;
  /** A part of a name; empty for all. */
  readonly name: string;
}

export const SUBJECTS: readonly { readonly key: ChangeSubject | null; readonly label: string }[] = [
  { key: null, label: 'Tudo' },
  { key: 'costs', label: 'Custos' },
  { key: 'revenue', label: 'Faturamento' },
  { key: 'ingredients', label: 'Insumos' },
  { key: 'dishes', label: 'Pratos' },
];

/** Reads the filter from the query of the address: '?assunto=ingredients&nome=queijo', '?change=…'. */
export function filterFrom(search: string): ChangesFilter {
  const query = new URLSearchParams(search);
  const subject = SUBJECTS.find(({ key }) => key === query.get('assunto'))?.key ?? null;
  return { change: query.get('change'), subject, name: query.get('nome') ?? '' };
}

/** The address of the list with this filter. */
export function filterAddress({ change, subject, name }: ChangesFilter): string {
  const query = new URLSearchParams({
    ...(change === null ? {} : { change }),
    ...(subject === null ? {} : { assunto: subject }),
    ...(name === '' ? {} : { nome: name }),
  });
  return query.size === 0 ? CHANGES : `${CHANGES}?${query.toString()}`;
}
