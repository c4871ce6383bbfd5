import { ingredientFields } from '#domain/business/ingredient/fields.ts';
import type { IngredientEvent, RecordedIngredient } from '#domain/business/ingredient/ingredient.ts';
import type { ReplacementEvent } from '#domain/business/ingredient/replacement.ts';
import type { Pack } from '#domain/business/ingredient/price.ts';
import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { formatQuantity, formatUnitPrice as price } from '#domain/format.ts';
import { changePhrases, type EventPhrases } from './sentence.ts';
import { conversionsText, countText, fromTo, quoted } from './words.ts';

/** The price in a sentence about an ingredient: 'R$ 38,90 por kg' */
const priceDescription = ({ unit, unitPrice, purchase, free }: RecordedIngredient): string =>
  purchase ? packPriceText(purchase) : `${price(unitPrice)} por ${unit}${free ? ', de graça' : ''}`;

/**
 * The price of a pack: 'R$ 89,90 por caixa 12 × 395 g', without a label 'R$ 89,90 por 4.740 g', for one unit 'por kg'.
 */
const packPriceText = ({ price: packPrice, quantity: amount, unit, label }: Pack): string =>
  `${price(packPrice)} por ${label ?? (amount === SCALE ? unit : `${formatQuantity(amount)} ${unit}`)}`;

const packOrUnitPriceText = (
  { purchase, unitPrice }: { readonly purchase: Pack | null; readonly unitPrice: TenThousandths },
  unit: string,
) => (purchase ? packPriceText(purchase) : `${price(unitPrice)} por ${unit}`);

/**
 * A replacement: 'trocou “Nata” por “Creme de leite” em 3 receitas', or 'juntou “Nata” a “Creme de leite”, em “Bolo”'.
 */
function replacedText({ name, byName, recipes, removed, restored }: ReplacementEvent['data']): string {
  const [first] = recipes;
  const where =
    first && `em ${recipes.length === 1 ? quoted(first) : countText(recipes.length, 'receita', 'receitas')}`;
  if (!removed && !restored) return `trocou “${name}” por “${byName}” ${where ?? ''}`.trim();
  const change = removed ? `juntou “${name}” a “${byName}”` : `separou “${byName}” de “${name}”`;
  return where ? `${change}, ${where}` : change;
}

export const ingredientPhrases: EventPhrases<IngredientEvent | ReplacementEvent> = {
  IngredientAdded: (added) => `cadastrou o insumo ${quoted(added)}, a ${priceDescription(added)}`,
  ...changePhrases('o insumo', ingredientFields),
  IngredientUnitChanged: (change) => `mudou a unidade de ${quoted(change)} ${fromTo(change, String)}`,
  IngredientUnitConverted: (change) =>
    `mudou a unidade de ${quoted(change)} ${fromTo(change, String)}, pelo mesmo preço`,
  IngredientRepriced: (change) => `mudou o preço de ${quoted(change)} ${fromTo(change, price)} por ${change.unit}`,
  IngredientPurchaseChanged: (change) =>
    `mudou o preço de ${quoted(change)} ${fromTo(change, (step) => packOrUnitPriceText(step, change.unit))}`,
  IngredientConversionsChanged: (change) =>
    `mudou as conversões de ${quoted(change)} ${fromTo(change, conversionsText)}`,
  IngredientFreeChanged: (change) =>
    change.to ? `disse que ${quoted(change)} é de graça` : `disse que ${quoted(change)} não é de graça`,
  IngredientReplaced: (replaced) => replacedText(replaced),
  IngredientRemoved: (removed) => `excluiu o insumo ${quoted(removed)}, de ${priceDescription(removed)}`,
  IngredientRestored: (restored) => `trouxe de volta o insumo ${quoted(restored)}, a ${priceDescription(restored)}`,
};
