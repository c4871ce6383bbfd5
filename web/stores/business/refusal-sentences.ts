import type { BusinessRefusal } from '#domain/business/refusals.ts';
import { count } from '#domain/format.ts';

/** A refusal in words, for what the browser knows before the server does; the same words as the server's. */
export function refusalSentence(refusal: BusinessRefusal): string {
  switch (refusal.refusal) {
    case 'fixed_cost_unknown':
      return 'Este custo fixo não existe mais.';
    case 'variable_cost_unknown':
      return 'Este custo variável não existe mais.';
    case 'ingredient_unknown':
      return 'Este insumo não existe mais.';
    case 'dish_unknown':
      return 'Este prato não existe mais.';
    case 'dish_ingredient_unknown':
      return 'Este insumo não está mais na ficha do prato.';
    case 'ingredient_already_in_dish':
      return `“${refusal.ingredient}” já está na ficha de “${refusal.dish}”.`;
    case 'ingredient_in_use':
      return `“${refusal.ingredient}” está em uso em ${quoted(refusal.dishes)}. Tire-o de lá primeiro.`;
    case 'too_many_fixed_costs':
      return `O limite é de ${count(refusal.limit)} custos fixos.`;
    case 'too_many_variable_costs':
      return `O limite é de ${count(refusal.limit)} custos variáveis.`;
    case 'too_many_ingredients':
      return `O limite é de ${count(refusal.limit)} insumos.`;
    case 'too_many_dishes':
      return `O limite é de ${count(refusal.limit)} pratos.`;
    case 'too_many_dish_ingredients':
      return `O limite é de ${count(refusal.limit)} insumos por prato.`;
    case 'changed_meanwhile':
      return 'Isto mudou enquanto você editava. Veja o valor atual e salve de novo.';
    case 'not_the_owner':
      return 'Este negócio agora pertence a outra conta. Atualize a página.';
    case 'id_taken':
    case 'business_already_open':
    case 'business_not_open':
      return 'Este negócio não pode ser alterado agora. Atualize a página.';
    default:
      return refusal satisfies never;
  }
}

/** “A”, “B” e mais 3. */
function quoted(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `“${name}”`);
  const rest = names.length - shown.length;
  const all = rest > 0 ? [...shown, `mais ${count(rest)}`] : shown;
  return all.length === 1 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} e ${all.at(-1)}`;
}
