import { refusedCall } from '#contract/refused-calls.ts';
import type { BusinessRefusal } from '#domain/business/refusals.ts';

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
