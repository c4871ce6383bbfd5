import type { TenThousandths } from '../../decimal.ts';
import { LIMITS } from '../../limits.ts';
import type { Conversions } from '../../units/conversions.ts';
import { type Entity, entityName, fields, optionalText, type TypesOf, type Values } from '../field.ts';
import type { RecipeLine } from './line.ts';

/** The plain fields of a preparation, the name first. */
export const preparationFields = fields({
  name: entityName({
    nameWithArticle: 'o nome',
    label: 'Nome',
    example: 'Massa de pizza',
    importHeadings: ['preparo', 'nome', 'receita'],
    max: LIMITS.name.max,
    changed: 'PreparationRenamed',
  }),
  /** Preparation steps. */
  method: optionalText({
    nameWithArticle: 'o modo de preparo',
    label: 'Modo de preparo',
    example: 'Um passo por linha',
    importHeadings: ['modo de preparo'],
    max: LIMITS.method.max,
    hasLines: true,
    changed: 'PreparationMethodChanged',
  }),
});

export interface PreparationTypes extends TypesOf<typeof preparationFields> {}
export interface PreparationFields extends Values<PreparationTypes> {
  /** Yield of one batch, in `yieldUnit`. */
  readonly yieldQuantity: TenThousandths;
  readonly yieldUnit: string;
  /** Conversions between its units, beyond those that every unit of a kind has; null for none. */
  readonly conversions: Conversions;
}
/** A preparation such as dough or a sauce: made first, then used like an ingredient. */
export interface Preparation extends Entity, PreparationFields {
  /** The recipe, in the order in which its lines were added; an ingredient appears once. */
  readonly lines: readonly RecipeLine[];
}
