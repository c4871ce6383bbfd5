import type { PurchasePriceChange, PurchaseEvent } from '#domain/business/purchase/purchase.ts';
import type { StockValueEvent } from '#domain/business/stock-value/stock-value.ts';
import { supplierFields } from '#domain/business/supplier/fields.ts';
import type { SupplierEvent } from '#domain/business/supplier/supplier.ts';
import { formatMoney, formatUnitPrice } from '#domain/format.ts';
import { yearMonthName } from '../instants.ts';
import { changePhrases, type EventPhrases, type SentenceNames } from './sentence.ts';
import { countText, fromTo, purchaseText, quoted } from './words.ts';

/** The number of price changes that a sentence names; the others are counted. */
const MAX_PRICES = 3;

/** The change of one price: '“Muçarela” de R$ 38,90 para R$ 42,10 por kg'. */
function priceText(move: PurchasePriceChange): string {
  const { from, to, unit } = move;
  if (from === 0) return `${quoted(move)} a ${formatUnitPrice(to)} por ${unit}`;
  // The price has changed by less than its last digit.
  if (from === to) return `${quoted(move)}, ainda a ${formatUnitPrice(to)} por ${unit}`;
  return `${quoted(move)} ${fromTo(move, formatUnitPrice)} por ${unit}`;
}

/** The price changes of a purchase; in the history of an ingredient, that of this ingredient comes first. */
function pricesText(
  prices: readonly PurchasePriceChange[],
  { ingredientId }: Pick<SentenceNames, 'ingredientId'>,
): string {
  if (prices.length === 0) return ', que não mudou preços';
  const sorted = [...prices].toSorted((a, b) => Number(b.id === ingredientId) - Number(a.id === ingredientId));
  const priceTexts = sorted.slice(0, MAX_PRICES).map(priceText);
  const more = prices.length - priceTexts.length;
  return `: ${priceTexts.join('; ')}${more > 0 ? `; e mais ${countText(more, 'preço', 'preços')}` : ''}`;
}

export const purchasePhrases: EventPhrases<PurchaseEvent | SupplierEvent | StockValueEvent> = {
  ...changePhrases('o fornecedor', supplierFields),
  PurchaseEntered: (entered, names) => `lançou ${purchaseText(entered)}${pricesText(entered.prices, names)}`,
  PurchaseTakenBack: (purchase, names) => `desfez ${purchaseText(purchase)}${pricesText(purchase.prices, names)}`,
  PurchaseRestored: (restored, names) =>
    `trouxe de volta ${purchaseText(restored)}${pricesText(restored.prices, names)}`,
  StockValueRecorded: ({ month, from, to }) =>
    to === null
      ? `apagou o valor do estoque do fim de ${yearMonthName(month)}, ${formatMoney(from ?? 0)}`
      : `informou ${formatMoney(to)} de estoque no fim de ${yearMonthName(month)}`,
};
