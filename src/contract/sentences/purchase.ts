import type { PurchasePriceChange, PurchaseEvent } from '#domain/business/purchase/purchase.ts';
import type { StockValueEvent } from '#domain/business/stock-value/stock-value.ts';
import { supplierFields } from '#domain/business/supplier/fields.ts';
import type { SupplierEvent } from '#domain/business/supplier/supplier.ts';
import { money, unitPrice } from '#domain/format.ts';
import { dayText } from '../instants.ts';
import { yearMonthName } from '../month-names.ts';
import { changePredicates, type Predicates, type SentenceNames } from './sentence.ts';
import { counted, fromTo, quoted } from './words.ts';

/** Prices that are told one by one. */
const TOLD_PRICES = 3;

/** 'a compra de 12/11/2026 em “Atacadão”' */
const purchaseText = ({ date, supplierName }: Pick<PurchaseEvent['data'], 'date' | 'supplierName'>): string =>
  `a compra de ${dayText(date)}${supplierName ? ` em “${supplierName}”` : ''}`;

/** '“Muçarela” de R$ 38,90 para R$ 42,10 por kg' */
const priceText = (move: PurchasePriceChange): string =>
  move.from === 0
    ? `${quoted(move)} a ${unitPrice(move.to)} por ${move.unit}`
    : `${quoted(move)} ${fromTo(move, unitPrice)} por ${move.unit}`;

/** The prices that a purchase moved, that of the ingredient first whose history it is. */
function pricesText(
  prices: readonly PurchasePriceChange[],
  { ingredientId }: Pick<SentenceNames, 'ingredientId'>,
): string {
  if (prices.length === 0) return ', que não mudou preços';
  const sorted = [...prices].toSorted((a, b) => Number(b.id === ingredientId) - Number(a.id === ingredientId));
  const told = sorted.slice(0, TOLD_PRICES).map(priceText);
  const more = prices.length - told.length;
  return `: ${told.join('; ')}${more > 0 ? `; e mais ${counted(more, 'preço', 'preços')}` : ''}`;
}

export const purchasePredicates: Predicates<PurchaseEvent | SupplierEvent | StockValueEvent> = {
  ...changePredicates('o fornecedor', supplierFields),
  PurchaseEntered: (entered, names) => `lançou ${purchaseText(entered)}${pricesText(entered.prices, names)}`,
  PurchaseTakenBack: (taken, names) => `desfez ${purchaseText(taken)}${pricesText(taken.prices, names)}`,
  PurchaseRestored: (restored, names) =>
    `trouxe de volta ${purchaseText(restored)}${pricesText(restored.prices, names)}`,
  StockValueRecorded: ({ month, from, to }) =>
    to === null
      ? `apagou o valor do estoque do fim de ${yearMonthName(month)}, ${money(from ?? 0)}`
      : `informou ${money(to)} de estoque no fim de ${yearMonthName(month)}`,
};
