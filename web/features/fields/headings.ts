import { channelFields } from '#domain/business/channel/fields.ts';
import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import { ingredientFields } from '#domain/business/ingredient/fields.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { preparationFields } from '#domain/business/recipe/preparation-fields.ts';
import { variableCostFields } from '#domain/business/variable-cost/fields.ts';
import type { Headings } from './import-kind.ts';
import {
  dishFieldsWithoutOwnInput,
  ingredientFieldsWithoutOwnInput,
  preparationFieldsWithoutOwnInput,
} from './fields-without-own-input.ts';
import { headingsOfTable, noHeadings } from './table-columns.ts';

/**
 * Prefixes of column headings without accents, in lower case; one of less than four letters must be the whole heading.
 * A heading that fits two columns belongs to the first.
 */
export const NOUN_HEADINGS: Headings = {
  unit: ['unidade', 'und', 'unid', 'un', 'un.', 'medida', 'embalagem'],
  amount: [
    ...fixedCostFields.value.importHeadings,
    ...variableCostFields.percentage.importHeadings,
    'preco',
    'custo unit',
    'custo por',
  ],
  pack: ['comprado em'],
  yieldPercentage: ingredientFields.yieldPercentage.importHeadings,
  conversions: ['conversoes'],
  free: ['de graca', 'gratis'],
  channels: ['canais', 'canal'],
  batch: [],
  component: [],
  quantity: [],
  portions: [],
  loss: [],
  category: [],
  method: [],
  prices: [],
  isMain: [],
  orders: [],
  ...noHeadings(preparationFieldsWithoutOwnInput),
  ...noHeadings(dishFieldsWithoutOwnInput),
  ...headingsOfTable(ingredientFieldsWithoutOwnInput),
  ...headingsOfTable(fixedCostFields),
  ...headingsOfTable(variableCostFields),
  name: [fixedCostFields, ingredientFields, variableCostFields].flatMap(({ name }) => name.importHeadings),
};

/** Headings above the lines of recipes, where the ingredient's name is the component. */
export const RECIPE_HEADINGS: Headings = {
  ...NOUN_HEADINGS,
  amount: [],
  pack: [],
  yieldPercentage: [],
  free: [],
  ...noHeadings(ingredientFieldsWithoutOwnInput),
  ...headingsOfTable(preparationFieldsWithoutOwnInput),
  unit: ['unidade', 'und', 'unid', 'un', 'un.', 'medida'],
  batch: ['rende', 'rendimento'],
  portions: dishFields.portions.importHeadings,
  method: dishFields.method.importHeadings,
  quantity: ['quantidade', 'qtd', 'qtde', 'quant', 'qtd.', 'peso'],
  component: ['insumo', 'ingrediente', 'componente', 'item', 'produto', 'material'],
  name: [...preparationFields.name.importHeadings, 'prato', 'ficha'],
};

/** Headings above dishes, including the sale price. */
export const DISH_HEADINGS: Headings = {
  ...RECIPE_HEADINGS,
  amount: dishFields.salePrice.importHeadings,
  unit: [],
  batch: [],
  quantity: [],
  component: [],
  conversions: [],
  channels: [],
  ...noHeadings(preparationFieldsWithoutOwnInput),
  loss: dishFields.loss.importHeadings,
  category: dishFields.category.importHeadings,
  ...headingsOfTable(dishFieldsWithoutOwnInput),
  name: dishFields.name.importHeadings,
};

export const CHANNEL_HEADINGS: Headings = {
  ...DISH_HEADINGS,
  amount: [],
  portions: [],
  method: [],
  loss: [],
  category: [],
  ...noHeadings(dishFieldsWithoutOwnInput),
  isMain: ['principal'],
  name: channelFields.name.importHeadings,
};

export const MONTH_HEADINGS: Headings = {
  ...CHANNEL_HEADINGS,
  isMain: [],
  amount: ['faturamento', 'valor', 'receita', 'vendas'],
  orders: ['pedidos', 'comandas', 'cupons'],
  name: ['mes', 'periodo', 'data'],
};
