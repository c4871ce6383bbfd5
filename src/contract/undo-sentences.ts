import type { Since, UndoRefusal } from '#domain/business/refusals.ts';
import type { Thing } from '#domain/business/thing.ts';
import { monthName } from './month-names.ts';

type ChangedSince = Extract<UndoRefusal, { refusal: 'changed_since' }>;

/** Why a change is not taken back, by name: 'O preço de “Muçarela” mudou de novo depois disso.' */
export function sinceSentence({ thing, since, again }: Pick<ChangedSince, 'thing' | 'since' | 'again'>): string {
  if (since === 'gone') return `${subjectOf(thing)} não está mais ${whereOf(thing)}.`;
  if (since === 'back') return backSentence(thing);
  const what = since === 'ticket' ? 'O ticket médio' : `${FIELD[since]} de ${nameOf(thing)}`;
  return `${what} mudou${again ? ' de novo' : ''} depois disso.`;
}

/** @param ingredients their names, quoted: '“Muçarela”' */
export const missingSentence = (thing: Thing, ingredients: string): string =>
  thing.kind === 'dish_ingredient'
    ? `Para pôr ${ingredients} de volta em “${thing.dishName}”, primeiro traga de volta o insumo.`
    : `Para trazer ${nameOf(thing)} de volta, primeiro traga de volta ${ingredients}.`;

const FIELD: Readonly<Record<Exclude<Since, 'gone' | 'back' | 'ticket'>, string>> = {
  name: 'O nome',
  value: 'O valor',
  orders: 'O número de pedidos',
  percentage: 'O percentual',
  unit: 'A unidade',
  unitPrice: 'O preço',
  salePrice: 'O preço de venda',
  lines: 'A ficha',
  quantity: 'A quantidade',
};

/** As it follows “de”. */
function nameOf(thing: Thing): string {
  if (thing.kind === 'month') return monthName(thing.month);
  if (thing.kind === 'average_ticket') return 'ticket médio';
  return thing.kind === 'dish_ingredient' ? `“${thing.ingredientName}” em “${thing.dishName}”` : `“${thing.name}”`;
}

/** As a sentence begins with it. */
function subjectOf(thing: Thing): string {
  if (thing.kind === 'month') return `O faturamento de ${monthName(thing.month)}`;
  if (thing.kind === 'average_ticket') return 'O ticket médio';
  return thing.kind === 'dish_ingredient' ? `“${thing.ingredientName}”` : nameOf(thing);
}

const backSentence = (thing: Thing): string =>
  thing.kind === 'month'
    ? `${subjectOf(thing)} já foi informado de novo.`
    : `${subjectOf(thing)} já está de volta ${whereOf(thing)}.`;

/** Where it belongs. */
function whereOf(thing: Thing): string {
  switch (thing.kind) {
    case 'fixed_cost':
    case 'variable_cost':
      return 'nos seus custos';
    case 'ingredient':
      return 'nos seus insumos';
    case 'dish':
      return 'no seu cardápio';
    case 'dish_ingredient':
      return `na ficha de “${thing.dishName}”`;
    case 'month':
    case 'average_ticket':
      return 'informado';
    default:
      return thing satisfies never;
  }
}
