import type { PriceGrainName } from '#domain/figures/price-grain.ts';

/** How prices are rounded up, in the words of a menu. */
export const GRAIN_CHOICES: readonly { readonly value: PriceGrainName; readonly label: string }[] = [
  { value: 'endingInNinety', label: 'final ,90' },
  { value: 'fiftyCents', label: 'de 0,50' },
  { value: 'tenCents', label: 'de 0,10' },
];
