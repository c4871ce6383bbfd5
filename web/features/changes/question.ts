import type { ChangeSubject } from '#contract/past.ts';
import { CHANGES } from '../places/addresses.ts';

/** A filter of the list of changes. */
export interface ChangesQuestion {
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

/** Reads the question from the address: '?assunto=ingredients&nome=queijo', '?change=…'. */
export function questionIn(search: string): ChangesQuestion {
  const asked = new URLSearchParams(search);
  const subject = SUBJECTS.find(({ key }) => key === asked.get('assunto'))?.key ?? null;
  return { change: asked.get('change'), subject, name: asked.get('nome') ?? '' };
}

export function addressOf({ change, subject, name }: ChangesQuestion): string {
  const asked = new URLSearchParams({
    ...(change === null ? {} : { change }),
    ...(subject === null ? {} : { assunto: subject }),
    ...(name === '' ? {} : { nome: name }),
  });
  return asked.size === 0 ? CHANGES : `${CHANGES}?${asked.toString()}`;
}
