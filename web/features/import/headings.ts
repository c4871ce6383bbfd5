import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import type { Headings } from './import-kind.ts';
import { headingsOfTable } from './table-columns.ts';

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
  ...headingsOfTable(fixedCostFields),
  name: [...fixedCostFields.name.headings, 'insumo', 'ingrediente', 'produto', 'item', 'descri', 'taxa', 'material'],
};

/** Above the lines of recipes, where what is bought is what goes into something else. */
export const RECIPE_HEADINGS: Headings = {
  ...NOUN_HEADINGS,
  amount: [],
  pack: [],
  yieldPercentage: [],
  conversions: [],
  free: [],
  unit: ['unidade', 'und', 'unid', 'un', 'un.', 'medida'],
  batch: ['rende', 'rendimento', 'porcoes'],
  quantity: ['quantidade', 'qtd', 'qtde', 'quant', 'qtd.', 'peso'],
  component: ['insumo', 'ingrediente', 'componente', 'item', 'produto', 'material'],
  name: ['prato', 'preparo', 'receita', 'ficha', 'nome'],
};
