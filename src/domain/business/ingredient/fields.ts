import { AMOUNTS } from '../../amounts.ts';
import { HUNDRED_PERCENT, type TenThousandths } from '../../decimal.ts';
import { formatQuantity } from '../../format.ts';
import { LIMITS } from '../../limits.ts';
import type { Conversions } from '../../units/conversions.ts';
import { amountWithDefault, type Entity, entityName, fields, type TypesOf, type Values } from '../field.ts';
import type { Pack, PriceSource } from './price.ts';

/** The plain fields of an ingredient, the name first. */
export const ingredientFields = fields({
  name: entityName({
    nameWithArticle: 'o nome',
    label: 'Nome',
    example: 'Farinha de trigo',
    importHeadings: ['nome', 'insumo', 'ingrediente', 'produto', 'item', 'descri', 'material'],
    max: LIMITS.name.max,
    changed: 'IngredientRenamed',
  }),
  /** Percent of the purchased quantity that is left in the dish; null for all of it. */
  yieldPercentage: amountWithDefault({
    nameWithArticle: 'o rendimento',
    label: 'Rendimento',
    example: '100',
    importHeadings: ['rendimento'],
    rule: AMOUNTS.yieldPercentage,
    meaning: 'Do que se compra, quanto fica no prato.',
    defaultValue: HUNDRED_PERCENT,
    apiName: 'yield',
    toSentenceText: (percentage) => `${formatQuantity(percentage ?? HUNDRED_PERCENT)} %`,
    changed: 'IngredientYieldChanged',
  }),
});

export interface IngredientTypes extends TypesOf<typeof ingredientFields> {}
export interface IngredientFields extends Values<IngredientTypes> {
  readonly unit: string;
  /** The price of one `unit`; with a pack or a purchase, the rounded price that follows from it. */
  readonly unitPrice: TenThousandths;
  readonly pack: Pack | null;
  /** The conversions between its units, beyond what every unit of a kind converts to; null without any. */
  readonly conversions: Conversions;
  /** Tells whether the ingredient costs nothing; null where a price of zero means that the price is missing. */
  readonly free: true | null;
}
export interface Ingredient extends Entity, IngredientFields {
  readonly priceSource: PriceSource | null;
}
