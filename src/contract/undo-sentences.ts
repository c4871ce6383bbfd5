import { type UnlistedField, type EntityReference, tableOf } from '#domain/business/entity-fields.ts';
import type { RevenueFigures } from '#domain/business/month/fields.ts';
import type { EntityDifference, UndoRefusal } from '#domain/business/refusals.ts';
import { capitalize } from '#domain/text.ts';
import { dayText, monthName, yearMonthName } from './instants.ts';

type ChangedSinceRefusal = Extract<UndoRefusal, { refusal: 'changed_since' }>;

/** The reason why a change cannot be undone: 'O preço de “Muçarela” mudou de novo depois disso.' */
export function changedSinceSentence({
  entity,
  since,
  again,
}: Pick<ChangedSinceRefusal, 'entity' | 'since' | 'again'>): string {
  if (since === 'gone') return `${subjectOf(entity)} não está mais ${locationOf(entity)}.`;
  if (since === 'back') return alreadyRestoredSentence(entity);
  const subject =
    since === 'ticket'
      ? 'O ticket médio'
      : entity.kind === 'settings'
        ? fieldName(entity, since)
        : `${fieldName(entity, since)} de ${nameOf(entity)}`;
  return `${subject} mudou${again ? ' de novo' : ''} depois disso.`;
}

/** @param ingredients their quoted names: '“Muçarela”' */
export const missingIngredientsSentence = (entity: EntityReference, ingredients: string): string =>
  recipeNameOf(entity) !== undefined
    ? `Para pôr ${ingredients} de volta em “${recipeNameOf(entity)}”, primeiro traga de volta o insumo.`
    : `Para trazer ${nameOf(entity)} de volta, primeiro traga de volta ${ingredients}.`;

/** The entity to restore counts in a deleted channel. */
export const channelGoneSentence = (entity: EntityReference): string =>
  `Para trazer ${nameOf(entity)} de volta, primeiro traga de volta o canal em que isso vale.`;

/** The name of a field at the beginning of a sentence: 'O preço'. */
function fieldName({ kind }: EntityReference, since: EntityDifference): string {
  const field = tableOf(kind)?.[since];
  return field ? capitalize(field.nameWithArticle) : FIELDS[since as keyof typeof FIELDS];
}

/** The names of the fields that are in no table. */
const FIELDS: Readonly<
  Record<keyof RevenueFigures | 'lines' | Exclude<UnlistedField, 'owner' | 'revenue' | 'ticket'>, string>
> = {
  value: 'O valor',
  orders: 'O número de pedidos',
  unit: 'A unidade',
  unitPrice: 'O preço',
  lines: 'A ficha',
  quantity: 'A quantidade',
  ownUnit: 'A unidade',
  pack: 'O preço',
  conversions: 'As conversões',
  free: 'O “de graça”',
  yield: 'O rendimento',
  yieldQuantity: 'O rendimento',
  yieldUnit: 'A unidade do rendimento',
  productionLoss: 'A perda na produção',
  mixMonths: 'O número de meses de vendas',
  profitGoal: 'O quanto quer tirar por mês',
  priceRule: 'A regra do preço dos insumos',
  prices: 'O preço por canal',
  channels: 'Onde vale',
  isMain: 'O canal principal',
  rows: 'O que foi informado',
};

/** The name of the recipe, if the entity is one of its lines. */
function recipeNameOf(entity: EntityReference): string | undefined {
  if (entity.kind === 'dish_ingredient') return entity.dishName;
  return entity.kind === 'preparation_ingredient' ? entity.preparationName : undefined;
}

/** The name of an entity as it follows “de”. */
function nameOf(entity: EntityReference): string {
  if (entity.kind === 'month') return monthName(entity.month);
  if (entity.kind === 'average_ticket') return 'ticket médio';
  if (entity.kind === 'settings') return 'ajustes';
  if (entity.kind === 'purchase') return `compra de ${dayText(entity.date)}`;
  if (entity.kind === 'stock_value') return `estoque de ${yearMonthName(entity.month)}`;
  if (entity.kind === 'sales') return `vendas de ${yearMonthName(entity.month)} em “${entity.channelName}”`;
  return 'ingredientName' in entity ? `“${entity.ingredientName}” em “${recipeNameOf(entity)}”` : `“${entity.name}”`;
}

/** The name of an entity as a sentence begins with it. */
function subjectOf(entity: EntityReference): string {
  if (entity.kind === 'month') return `O faturamento de ${monthName(entity.month)}`;
  if (entity.kind === 'average_ticket') return 'O ticket médio';
  if (entity.kind === 'settings') return 'O ajuste';
  if (entity.kind === 'purchase') return `A ${nameOf(entity)}`;
  if (entity.kind === 'sales') return `O que foi informado de ${nameOf(entity)}`;
  return 'ingredientName' in entity ? `“${entity.ingredientName}”` : nameOf(entity);
}

const alreadyRestoredSentence = (entity: EntityReference): string =>
  entity.kind === 'month'
    ? `${subjectOf(entity)} já foi informado de novo.`
    : `${subjectOf(entity)} já está de volta ${locationOf(entity)}.`;

/** The place of an entity that belongs to another one. */
function locationOf(entity: EntityReference): string {
  switch (entity.kind) {
    case 'fixed_cost':
    case 'variable_cost':
      return 'nos seus custos';
    case 'ingredient':
      return 'nos seus insumos';
    case 'dish':
      return 'no seu cardápio';
    case 'preparation':
      return 'nos seus preparos';
    case 'dish_ingredient':
      return `na ficha de “${entity.dishName}”`;
    case 'preparation_ingredient':
      return `na receita de “${entity.preparationName}”`;
    case 'channel':
      return 'nos seus canais';
    case 'supplier':
      return 'nos seus fornecedores';
    case 'purchase':
      return 'nas suas compras';
    case 'stock_value':
    case 'sales':
    case 'month':
    case 'average_ticket':
    case 'settings':
      return 'informado';
    default:
      return entity satisfies never;
  }
}
