import type { DishEvent } from '#domain/business/recipe/dish.ts';
import type { Units } from '#domain/decimal.ts';
import { money } from '#domain/format.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { changePredicates, type Predicates } from './sentence.ts';
import { counted, fromTo, quoted } from './words.ts';

/** '“Pizza Muçarela”, com 4 insumos' */
const withRecipe = (dish: { readonly name: string; readonly lines: readonly unknown[] }): string =>
  `${quoted(dish)}, com ${counted(dish.lines.length, 'insumo', 'insumos')}`;

export const dishPredicates: Predicates<DishEvent> = {
  DishAdded: (dish) => `criou o prato ${quoted(dish)}${dish.salePrice > 0 ? `, a ${money(dish.salePrice)}` : ''}`,
  ...changePredicates('o prato', dishFields, {
    DishPriced: (change) =>
      change.from === 0
        ? `definiu o preço de venda de ${quoted(change)}: ${money(change.to)}`
        : `mudou o preço de venda de ${quoted(change)} ${fromTo(change, money)}`,
    DishPortionsChanged: (change) =>
      `mudou o rendimento da ficha de ${quoted(change)} ${fromTo(change, dishFields.portions.said)}`,
    DishLossChanged: (change) =>
      `mudou a perda na produção de ${quoted(change)} ${fromTo(change, dishFields.loss.said)}`,
    DishCategoryChanged: (change) =>
      `mudou a categoria de ${quoted(change)} ${fromTo(change, (category) => (category === null ? 'nenhuma' : `“${category}”`))}`,
    DishMethodChanged: (change) => `mudou o modo de preparo de ${quoted(change)}`,
  }),
  DishChannelPriced: (change) => `mudou o preço de ${quoted(change)} em “${change.channelName}” ${priceStep(change)}`,
  DishRemoved: (dish) => `excluiu o prato ${withRecipe(dish)}`,
  DishRestored: (dish) => `trouxe de volta o prato ${withRecipe(dish)}`,
};

/** In a channel that has no price of its own the dish is sold for its price. */
function priceStep({ from, to }: { readonly from: Units | null; readonly to: Units | null }): string {
  const said = (price: Units | null): string => (price === null ? 'o preço de venda' : money(price));
  return from === null ? `do preço de venda para ${said(to)}` : `de ${money(from)} para ${said(to)}`;
}
