import { AMOUNTS } from '../../amounts.ts';
import { LIMITS } from '../../limits.ts';
import type { Scope } from '../channel/fields.ts';
import { amount, type Entity, entityName, fields, type TypesOf, type Values } from '../field.ts';

/** The plain fields of a variable cost, the name first. */
export const variableCostFields = fields({
  name: entityName({
    nameWithArticle: 'o nome',
    label: 'Nome',
    example: 'Taxa do cartão',
    importHeadings: ['nome', 'despesa', 'custo', 'conta', 'taxa'],
    max: LIMITS.name.max,
    changed: 'VariableCostRenamed',
  }),
  /** Percentage of revenue: 6 % is 60000. */
  percentage: amount({
    nameWithArticle: 'o percentual',
    label: 'Percentual',
    example: '0,0',
    importHeadings: ['percent', 'porcent', '%', 'taxa (%)', 'aliquota'],
    rule: AMOUNTS.variableCost,
    changed: 'VariableCostRateChanged',
  }),
});

export interface VariableCostTypes extends TypesOf<typeof variableCostFields> {}
export interface VariableCostFields extends Values<VariableCostTypes> {
  /** Channels in which the cost is paid. */
  readonly channels: Scope;
}
export interface VariableCost extends Entity, VariableCostFields {}
