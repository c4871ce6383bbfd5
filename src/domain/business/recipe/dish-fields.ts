import { AMOUNTS, readPortions } from '../../amounts.ts';
import { formatCount, formatQuantity } from '../../format.ts';
import { LIMITS } from '../../limits.ts';
import type { ChannelPrices } from '../channel/fields.ts';
import {
  amount,
  countWithDefault,
  type Entity,
  entityName,
  fields,
  optionalAmount,
  optionalText,
  type TypesOf,
  type Values,
} from '../field.ts';
import type { RecipeLine } from './line.ts';

/** The plain fields of a dish, the name first. */
export const dishFields = fields({
  name: entityName({
    nameWithArticle: 'o nome',
    label: 'Nome',
    example: 'Pizza Muçarela',
    importHeadings: ['prato', 'nome', 'produto', 'item', 'descri'],
    max: LIMITS.name.max,
    changed: 'DishRenamed',
  }),
  /** The price of a portion in the main channel; 0 while there is no price. */
  salePrice: amount({
    nameWithArticle: 'o preço de venda',
    label: 'Preço de venda',
    example: '0,00',
    importHeadings: ['preco', 'valor'],
    rule: AMOUNTS.salePrice,
    apiName: 'sale_price',
    changed: 'DishPriced',
  }),
  /** The number of portions of the recipe; null for one. Every figure is per portion. */
  portions: countWithDefault({
    nameWithArticle: 'o número de porções',
    word: 'Porções',
    label: 'Porções',
    example: '1',
    importHeadings: ['porcoes', 'porcao'],
    meaning: 'Quantas porções a ficha rende; todo número é de uma.',
    max: LIMITS.portions.max,
    expected: 'Digite um número inteiro de porções, como 8.',
    read: readPortions,
    toSentenceText: (portions) => `${formatCount(portions)} ${portions === 1 ? 'porção' : 'porções'}`,
    changed: 'DishPortionsChanged',
  }),
  /** Production loss of the dish, percent; null for that of the business. */
  loss: optionalAmount({
    nameWithArticle: 'a perda',
    word: 'Perda na produção',
    label: 'Perda',
    example: '0',
    importHeadings: ['perda'],
    meaning: 'Perda na produção deste prato; null: a do negócio.',
    rule: AMOUNTS.loss,
    toSentenceText: (loss) => (loss === null ? 'a do negócio' : `${formatQuantity(loss)} %`),
    changed: 'DishLossChanged',
  }),
  /** Category on the menu: 'Pizzas'. */
  category: optionalText({
    nameWithArticle: 'a categoria',
    label: 'Categoria',
    example: 'Pizzas',
    importHeadings: ['categoria'],
    max: LIMITS.category.max,
    changed: 'DishCategoryChanged',
  }),
  /** Preparation steps. */
  method: optionalText({
    nameWithArticle: 'o modo de preparo',
    label: 'Modo de preparo',
    example: 'Um passo por linha',
    importHeadings: ['modo de preparo'],
    max: LIMITS.method.max,
    hasLines: true,
    changed: 'DishMethodChanged',
  }),
});

export interface DishTypes extends TypesOf<typeof dishFields> {}
export interface DishFields extends Values<DishTypes> {
  /** Prices in channels that differ from the sale price; never of the main channel. */
  readonly prices: ChannelPrices;
}
/** A dish: an item on the menu with its recipe. */
export interface Dish extends Entity, DishFields {
  /** The recipe, in the order in which its lines were added; an ingredient appears once. */
  readonly lines: readonly RecipeLine[];
}
