import type { BusinessRefusal } from '#domain/business/refusals.ts';
import { ApiProblem, NetworkFailure } from '#web/api/failures.ts';
import { toRefusedCall } from '#contract/refused-calls.ts';

/** The outcome of a change. */
export type SaveOutcome =
  | {
      readonly kind: 'saved';
      readonly id: string;
      /** Undoes the change, by another change that can be undone too; missing if nothing was changed. */
      readonly undo?: () => Promise<SaveOutcome>;
    }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The outcome of a change that only the server can compute. */
export type ServerOutcome<T> =
  | { readonly kind: 'saved'; readonly reply: T; readonly undo: (() => Promise<SaveOutcome>) | undefined }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The reason for a failed change, in sentences. */
export interface Failure {
  readonly sentence: string;
  /** A sentence for each wrong field, by its name on the wire (`unit_price`). */
  readonly fields: Readonly<Record<string, string>>;
  /** Tells whether the entity had been changed since it was read; the new values have been adopted. */
  readonly isOutdated?: true;
  /** Tells whether the id of the new entity is taken already, so that the entity was saved before. */
  readonly isIdTaken?: true;
}

export function failureOfRefusal(refusal: BusinessRefusal): Failure {
  const sentence = refusalSentence(refusal);
  const isOneOfThem = refusal.refusal === 'one_of_them';
  const { refusal: code } = isOneOfThem ? refusal.because : refusal;
  return {
    sentence,
    fields: toRefusedCall(refusal).fields ?? {},
    ...(code === 'changed_meanwhile' ? { isOutdated: true } : {}),
  };
}

export function failureOf(error: unknown): Failure {
  if (error instanceof ApiProblem) {
    const { detail: sentence, fields, code } = error;
    return {
      sentence,
      fields,
      ...(code === 'changed_meanwhile' ? { isOutdated: true } : {}),
      ...(code === 'id_taken' ? { isIdTaken: true } : {}),
    };
  }
  if (error instanceof NetworkFailure) return { sentence: 'Sem conexão: não foi salvo. Tente de novo.', fields: {} };
  console.error(error);
  return { sentence: 'Algo deu errado e não foi salvo. Tente de novo.', fields: {} };
}

/** Sentences about removed entities can be specific here, because the owner sees only their own. */
const NOT_FOUND_SENTENCES: { readonly [Code in BusinessRefusal['refusal']]?: string } = {
  fixed_cost_unknown: 'Este custo fixo não existe mais.',
  variable_cost_unknown: 'Este custo variável não existe mais.',
  ingredient_unknown: 'Este insumo não existe mais.',
  component_unknown: 'Este insumo não existe mais.',
  dish_unknown: 'Este prato não existe mais.',
  dish_ingredient_unknown: 'Este insumo não está mais na ficha do prato.',
};

/** The sentence of a refusal by the browser's own decision; the server's refusals have their own sentences. */
export const refusalSentence = (refusal: BusinessRefusal): string =>
  refusal.refusal === 'one_of_them'
    ? refusalSentence(refusal.because)
    : (NOT_FOUND_SENTENCES[refusal.refusal] ?? toRefusedCall(refusal).detail);
