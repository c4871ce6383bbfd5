import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import type { Headings } from './import-kind.ts';
import { furtherOfDish, furtherOfIngredient, furtherOfPreparation } from './further-fields.ts';
import { headingsOfTable, noHeadings } from './table-columns.ts';

/**
 * Beginnings of what people write above a column, without accents, in small letters; one of less than four letters is
 * the whole heading. A heading that fits two columns is that of the first.
 */
export const NOUN_HEADINGS: Headings = {
  unit: ['unidade', 'und', 'unid', 'un', 'un.', 'medida', 'embalagem'],
  amount: [
    ...fixedCostFields.value.headings,
    'preco',
    'percent',
    'porcent',
    '%',
    'taxa (%)',
    'aliquota',
    'custo unit',
    'custo por',
  ],
  pack: ['comprado em'],
  yieldPercentage: ['rendimento'],
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
  ...noHeadings(furtherOfPreparation),
  ...noHeadings(furtherOfDish),
  ...headingsOfTable(furtherOfIngredient),
  ...headingsOfTable(fixedCostFields),
  name: [...fixedCostFields.name.headings, 'insumo', 'ingrediente', 'produto', 'item', 'descri', 'taxa', 'material'],
};

/** Above the lines of recipes, where what is bought is what goes into something else. */
export const RECIPE_HEADINGS: Headings = {
  ...NOUN_HEADINGS,
  amount: [],
  pack: [],
  yieldPercentage: [],
  free: [],
  ...noHeadings(furtherOfIngredient),
  ...headingsOfTable(furtherOfPreparation),
  unit: ['unidade', 'und', 'unid', 'un', 'un.', 'medida'],
  batch: ['rende', 'rendimento'],
  portions: ['porcoes', 'porcao'],
  method: ['modo de preparo'],
  quantity: ['quantidade', 'qtd', 'qtde', 'quant', 'qtd.', 'peso'],
  component: ['insumo', 'ingrediente', 'componente', 'item', 'produto', 'material'],
  name: ['prato', 'preparo', 'receita', 'ficha', 'nome'],
};

/** Above dishes, with what a dish is sold for. */
export const DISH_HEADINGS: Headings = {
  ...RECIPE_HEADINGS,
  amount: ['preco', 'valor'],
  unit: [],
  batch: [],
  quantity: [],
  component: [],
  conversions: [],
  channels: [],
  ...noHeadings(furtherOfPreparation),
  loss: ['perda'],
  category: ['categoria'],
  ...headingsOfTable(furtherOfDish),
  name: ['prato', 'produto', 'item', 'nome', 'descri'],
};

export const CHANNEL_HEADINGS: Headings = {
  ...DISH_HEADINGS,
  amount: [],
  portions: [],
  method: [],
  loss: [],
  category: [],
  ...noHeadings(furtherOfDish),
  isMain: ['principal'],
  name: ['canal', 'nome'],
};

export const MONTH_HEADINGS: Headings = {
  ...CHANNEL_HEADINGS,
  isMain: [],
  amount: ['faturamento', 'valor', 'receita', 'vendas'],
  orders: ['pedidos', 'comandas', 'cupons'],
  name: ['mes', 'periodo', 'data'],
};
