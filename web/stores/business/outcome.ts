import type { BusinessRefusal } from '#domain/business/refusals.ts';
import { ApiProblem, NetworkFailure } from '#web/api/failures.ts';
import { refusedCall } from '#contract/refused-calls.ts';

/** How a change ended. */
export type Outcome =
  | {
      readonly kind: 'saved';
      readonly id: string;
      /** Takes it back, as a change that can be taken back in its turn; not there where nothing was done. */
      readonly undo?: () => Promise<Outcome>;
    }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Why a change was not made, in words. */
export interface Failure {
  readonly sentence: string;
  /** A sentence per wrong field, by its name on the wire (`unit_price`). */
  readonly fields: Readonly<Record<string, string>>;
  /** It had been changed since it was read; what it is now has been taken over. */
  readonly isOutdated?: true;
}

export function failureOfRefusal(refusal: BusinessRefusal): Failure {
  const sentence = refusalSentence(refusal);
  const isOneOfThem = refusal.refusal === 'one_of_them';
  const { refusal: code } = isOneOfThem ? refusal.because : refusal;
  return {
    sentence,
    fields: refusedCall(refusal).fields ?? {},
    ...(code === 'changed_meanwhile' ? { isOutdated: true } : {}),
  };
}

export function failureOf(error: unknown): Failure {
  if (error instanceof ApiProblem) {
    const { detail: sentence, fields, code } = error;
    return { sentence, fields, ...(code === 'changed_meanwhile' ? { isOutdated: true } : {}) };
  }
  if (error instanceof NetworkFailure) return { sentence: 'Sem conexão: não foi salvo. Tente de novo.', fields: {} };
  console.error(error);
  return { sentence: 'Algo deu errado e não foi salvo. Tente de novo.', fields: {} };
}

/** What is gone can be named here, where nobody else's things are in view. */
const GONE: { readonly [Code in BusinessRefusal['refusal']]?: string } = {
  fixed_cost_unknown: 'Este custo fixo não existe mais.',
  variable_cost_unknown: 'Este custo variável não existe mais.',
  ingredient_unknown: 'Este insumo não existe mais.',
  component_unknown: 'Este insumo não existe mais.',
  dish_unknown: 'Este prato não existe mais.',
  dish_ingredient_unknown: 'Este insumo não está mais na ficha do prato.',
};

/** A refusal in words, for what the browser knows before the server does; otherwise the server's own words. */
export const refusalSentence = (refusal: BusinessRefusal): string =>
  refusal.refusal === 'one_of_them'
    ? refusalSentence(refusal.because)
    : (GONE[refusal.refusal] ?? refusedCall(refusal).detail);
