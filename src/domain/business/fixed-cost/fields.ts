import { amount, type Entity, entityName, fields, type TypesOf, type Values } from '../field.ts';

/** The fields of a fixed cost, the name first: bodies, forms and sheets have this order. */
export const fixedCostFields = fields({
  name: entityName({
    nameWithArticle: 'o nome',
    label: 'Nome',
    example: 'Aluguel',
    importHeadings: ['nome', 'despesa', 'custo', 'conta'],
    max: 80,
    changed: 'FixedCostRenamed',
  }),
  /** Amount per month. */
  value: amount({
    nameWithArticle: 'o valor',
    label: 'Valor por mês',
    example: '0,00',
    importHeadings: ['valor', 'mensal', 'r$'],
    rule: { kind: 'money', min: 0, max: 999_999_999_999 },
    changed: 'FixedCostAmountChanged',
  }),
});

export interface FixedCostTypes extends TypesOf<typeof fixedCostFields> {}
export interface FixedCostFields extends Values<FixedCostTypes> {}

export interface FixedCost extends Entity, FixedCostFields {}
