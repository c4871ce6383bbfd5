import { HUNDRED_PERCENT } from '#domain/decimal.ts';
import type { Component } from '#domain/business/recipe/components.ts';
import type { Costing } from '#domain/figures/costing.ts';
import type { LineFigures } from '#domain/figures/dish-result.ts';
import { formatUnitPrice } from '#domain/format.ts';
import { formatForInput } from '#domain/numerals.ts';
import { priceText } from '../fields/price-text.ts';
import { unitCostText } from '../fields/cost-text.ts';

/** The price of one unit of an ingredient or a preparation: 'R$ 18,97 / kg'. */
export const componentPriceText = (component: Component, costing: Costing): string =>
  'lines' in component ? unitCostText(component, costing) : priceText(component);

/** The usable share of an ingredient, where that is not all of it: '80%'. */
export const usableShareText = (component: Component | undefined): string | undefined =>
  component &&
  'yieldPercentage' in component &&
  component.yieldPercentage !== null &&
  component.yieldPercentage !== HUNDRED_PERCENT
    ? `${formatForInput(component.yieldPercentage)}%`
    : undefined;

/** The price beside a quantity. In the same unit a typed price needs none: '0,15 kg × R$ 89,90'. */
export function linePriceText(
  { unit, componentUnit, unitPrice: price }: LineFigures,
  component: Component | undefined,
  costing: Costing,
): string {
  const isTyped = !component || !('lines' in component || component.pack);
  if (isTyped && unit === componentUnit) return formatUnitPrice(price);
  return component ? componentPriceText(component, costing) : `${formatUnitPrice(price)} / ${componentUnit}`;
}
