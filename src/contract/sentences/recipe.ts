import type { ComponentReference } from '#domain/business/recipe/line.ts';
import { type EventPhrases, changePhrases } from './sentence.ts';
import type { DishLineEvent } from '#domain/business/recipe/dish-line.ts';
import type { PreparationLineEvent } from '#domain/business/recipe/preparation-line.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { formatQuantity, formatMoney } from '#domain/format.ts';
import { fromTo, scopeText, countText, quoted, conversionsText } from './words.ts';
import type { DishEvent } from '#domain/business/recipe/dish.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import type { PreparationEvent } from '#domain/business/recipe/preparation.ts';
import { preparationFields } from '#domain/business/recipe/preparation-fields.ts';

/** A quantity with its unit: '0,35 kg'. The oldest events have no unit. */
const quantityWithUnit = (quantity: TenThousandths, { unit }: Pick<ComponentReference, 'unit'>): string =>
  unit === undefined ? formatQuantity(quantity) : `${formatQuantity(quantity)} ${unit}`;

/** A line of a recipe: '“Muçarela” em “Pizza”'. */
const inRecipe = (line: ComponentReference, recipe: string): string => `“${line.ingredientName}” em “${recipe}”`;

export const dishLinePhrases: EventPhrases<DishLineEvent> = {
  DishIngredientAdded: (line) => `pôs ${inRecipe(line, line.dishName)}: ${quantityWithUnit(line.quantity, line)}`,
  DishIngredientQuantityChanged: (line) =>
    `mudou a quantidade de ${inRecipe(line, line.dishName)} ${fromTo(line, (quantity) => quantityWithUnit(quantity, line))}`,
  DishIngredientUnitChanged: (line) => `mudou a unidade de ${inRecipe(line, line.dishName)} ${fromTo(line, String)}`,
  DishIngredientChannelsChanged: (line) => `mudou onde vai ${inRecipe(line, line.dishName)}: ${scopeText(line)}`,
  DishIngredientRemoved: (line) =>
    `tirou “${line.ingredientName}” de “${line.dishName}”, onde havia ${quantityWithUnit(line.quantity, line)}`,
  DishIngredientRestored: (line) =>
    `pôs de volta ${inRecipe(line, line.dishName)}: ${quantityWithUnit(line.quantity, line)}`,
};

export const preparationLinePhrases: EventPhrases<PreparationLineEvent> = {
  PreparationIngredientAdded: (line) =>
    `pôs ${inRecipe(line, line.preparationName)}: ${quantityWithUnit(line.quantity, line)}`,
  PreparationIngredientQuantityChanged: (line) =>
    `mudou a quantidade de ${inRecipe(line, line.preparationName)} ${fromTo(line, (quantity) => quantityWithUnit(quantity, line))}`,
  PreparationIngredientUnitChanged: (line) =>
    `mudou a unidade de ${inRecipe(line, line.preparationName)} ${fromTo(line, String)}`,
  PreparationIngredientRemoved: (line) =>
    `tirou “${line.ingredientName}” de “${line.preparationName}”, onde havia ${quantityWithUnit(line.quantity, line)}`,
  PreparationIngredientRestored: (line) =>
    `pôs de volta ${inRecipe(line, line.preparationName)}: ${quantityWithUnit(line.quantity, line)}`,
};

/** A recipe with the number of its lines: '“Pizza Muçarela”, com 4 insumos'. */
const withRecipe = (recipe: { readonly name: string; readonly lines: readonly unknown[] }): string =>
  `${quoted(recipe)}, com ${countText(recipe.lines.length, 'insumo', 'insumos')}`;

export const dishPhrases: EventPhrases<DishEvent> = {
  DishAdded: (dish) => `criou o prato ${quoted(dish)}${dish.salePrice > 0 ? `, a ${formatMoney(dish.salePrice)}` : ''}`,
  ...changePhrases('o prato', dishFields, {
    DishPriced: (change) =>
      change.from === 0
        ? `definiu o preço de venda de ${quoted(change)}: ${formatMoney(change.to)}`
        : `mudou o preço de venda de ${quoted(change)} ${fromTo(change, formatMoney)}`,
    DishPortionsChanged: (change) =>
      `mudou o rendimento da ficha de ${quoted(change)} ${fromTo(change, dishFields.portions.toSentenceText)}`,
    DishLossChanged: (change) =>
      `mudou a perda na produção de ${quoted(change)} ${fromTo(change, dishFields.loss.toSentenceText)}`,
    DishCategoryChanged: (change) =>
      `mudou a categoria de ${quoted(change)} ${fromTo(change, (category) => (category === null ? 'nenhuma' : `“${category}”`))}`,
    DishMethodChanged: (change) => `mudou o modo de preparo de ${quoted(change)}`,
  }),
  DishChannelPriced: (change) =>
    `mudou o preço de ${quoted(change)} em “${change.channelName}” ${channelPriceText(change)}`,
  DishRemoved: (dish) => `excluiu o prato ${withRecipe(dish)}`,
  DishRestored: (dish) => `trouxe de volta o prato ${withRecipe(dish)}`,
};

/** In a channel without a price of its own the dish has its sale price. */
function channelPriceText({
  from,
  to,
}: {
  readonly from: TenThousandths | null;
  readonly to: TenThousandths | null;
}): string {
  const priceText = (price: TenThousandths | null): string =>
    price === null ? 'o preço de venda' : formatMoney(price);
  return from === null ? `do preço de venda para ${priceText(to)}` : `de ${formatMoney(from)} para ${priceText(to)}`;
}

/** The yield of a batch: '2,5 kg'. */
const yieldText = ({
  yieldQuantity,
  yieldUnit,
}: {
  readonly yieldQuantity: TenThousandths;
  readonly yieldUnit: string;
}): string => `${formatQuantity(yieldQuantity)} ${yieldUnit}`;

export const preparationPhrases: EventPhrases<PreparationEvent> = {
  PreparationAdded: (added) => `cadastrou o preparo ${quoted(added)}, que rende ${yieldText(added)}`,
  ...changePhrases('o preparo', preparationFields, {
    PreparationMethodChanged: (change) => `mudou o modo de preparo de ${quoted(change)}`,
  }),
  PreparationYieldChanged: (change) => `mudou o rendimento de ${quoted(change)} ${fromTo(change, yieldText)}`,
  PreparationConversionsChanged: (change) =>
    `mudou as conversões de ${quoted(change)} ${fromTo(change, conversionsText)}`,
  PreparationRemoved: (removed) => `excluiu o preparo ${withRecipe(removed)}`,
  PreparationRestored: (restored) => `trouxe de volta o preparo ${withRecipe(restored)}`,
};
