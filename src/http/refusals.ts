import type { BusinessRefusal } from '#domain/business/refusals.ts';
import { count } from '#domain/format.ts';
import { Problem, problems } from './problem.ts';

/** The one table from the domain's refusals to status and words. */
export function problemOf(refusal: BusinessRefusal, current?: unknown): Problem {
  switch (refusal.refusal) {
    // One and the same answer for what never was and what is somebody else's.
    case 'fixed_cost_unknown':
    case 'variable_cost_unknown':
    case 'ingredient_unknown':
    case 'dish_unknown':
    case 'dish_ingredient_unknown':
      return problems.unknown();
    case 'ingredient_already_in_dish':
      return conflict(refusal, `“${refusal.ingredient}” já está na ficha de “${refusal.dish}”.`, {
        ingredient_id: 'Este insumo já está no prato; mude a quantidade dele.',
      });
    case 'ingredient_in_use':
      return conflict(
        refusal,
        `“${refusal.ingredient}” está em uso em ${quoted(refusal.dishes)}. Tire-o de lá primeiro.`,
      );
    case 'too_many_fixed_costs':
      return tooMany(refusal, `O limite é de ${count(refusal.limit)} custos fixos.`);
    case 'too_many_variable_costs':
      return tooMany(refusal, `O limite é de ${count(refusal.limit)} custos variáveis.`);
    case 'too_many_ingredients':
      return tooMany(refusal, `O limite é de ${count(refusal.limit)} insumos.`);
    case 'too_many_dishes':
      return tooMany(refusal, `O limite é de ${count(refusal.limit)} pratos.`);
    case 'too_many_dish_ingredients':
      return tooMany(refusal, `O limite é de ${count(refusal.limit)} insumos por prato.`);
    case 'changed_meanwhile':
      return new Problem(
        409,
        refusal.refusal,
        'Isto mudou enquanto você editava. Veja o valor atual e salve de novo.',
        {
          current,
        },
      );
    case 'id_taken':
      return conflict(refusal, 'Isto já existe.');
    case 'business_already_open':
    case 'business_not_open':
      return conflict(refusal, 'Este negócio não pode ser alterado agora.');
    case 'not_the_owner':
      return new Problem(403, refusal.refusal, 'Este negócio agora pertence a outra conta. Atualize a página.');
    default:
      return refusal satisfies never;
  }
}

const conflict = (refusal: BusinessRefusal, sentence: string, fields?: Readonly<Record<string, string>>): Problem =>
  new Problem(409, refusal.refusal, sentence, fields ? { fields } : {});

const tooMany = (refusal: BusinessRefusal, sentence: string): Problem => new Problem(422, refusal.refusal, sentence);

/** “A”, “B” e mais 3. */
function quoted(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `“${name}”`);
  const rest = names.length - shown.length;
  const all = rest > 0 ? [...shown, `mais ${count(rest)}`] : shown;
  return all.length === 1 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} e ${all.at(-1)}`;
}
