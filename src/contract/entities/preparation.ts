import type { Business, Preparation } from '#domain/business/state.ts';
import { fromTenThousandths } from '#domain/decimal.ts';
import { displayedCost } from '#domain/figures/cost.ts';
import { type CostedPreparation, type Costing, createCosting } from '#domain/figures/costing.ts';
import { lineFigures } from '#domain/figures/dish-figures.ts';
import type { CommandMappings } from './command-mapping.ts';
import { duplicateMapping } from './duplicate.ts';
import { preparationFields } from '#domain/business/recipe/preparation-fields.ts';
import { amount, fieldsOfTable, toDomainNames, fromWire, text, toWire, conversions } from './field.ts';
import { type FieldsOf, listMappings } from './list-mappings.ts';
import type { PreparationBody } from './preparation.schema.ts';
import { lineBody, lineRow } from './recipe-line.ts';

const { name, ...others } = fieldsOfTable(preparationFields);

const fields = {
  name,
  yieldQuantity: amount('yield_quantity'),
  yieldUnit: text('yield_unit'),
  conversions,
  ...others,
} as const satisfies FieldsOf<'Preparation'>;

export function preparationBody(
  { preparation, wholeRecipeCost, unitCost }: CostedPreparation,
  costing: Costing,
): PreparationBody {
  const { id, lines, version } = preparation;
  return {
    id,
    ...toWire(fields, preparation),
    lines: lineFigures(lines, costing).map((line, i) => lineBody(line, lines[i])),
    batch_cost: fromTenThousandths(displayedCost(wholeRecipeCost)),
    unit_cost: fromTenThousandths(displayedCost(unitCost)),
    version,
  };
}

export const preparationRow = (body: PreparationBody, sequence: number): Preparation => ({
  id: body.id,
  ...fromWire(fields, body),
  lines: body.lines.map(lineRow),
  version: body.version,
  sequence,
});

function replyBody({ id }: Preparation, business: Business): PreparationBody {
  const costing = createCosting(business);
  const costed = costing.preparation(id);
  if (!costed) throw new Error(`not in the state right after its command: ${id}`);
  return preparationBody(costed, costing);
}

const { add, change, remove } = listMappings({
  list: 'preparations',
  fields,
  body: replyBody,
  removalReads: ({ lines }) => lines.map((line) => line.ingredientId),
});

export const preparationCommands: CommandMappings<
  'AddPreparation' | 'ChangePreparation' | 'DuplicatePreparation' | 'RemovePreparation'
> = {
  AddPreparation: {
    endpoint: 'addPreparation',
    command: ({ newId, body }) => ({ type: 'AddPreparation', id: body.id ?? newId, ...toDomainNames(fields, body) }),
    ...add,
  },
  ChangePreparation: {
    endpoint: 'changePreparation',
    command: ({ params, body, version }) => ({
      type: 'ChangePreparation',
      id: params.id,
      ...toDomainNames(fields, body),
      version,
    }),
    ...change,
  },
  RemovePreparation: {
    endpoint: 'removePreparation',
    command: ({ params, version }) => ({ type: 'RemovePreparation', id: params.id, version }),
    ...remove,
  },
  DuplicatePreparation: {
    endpoint: 'duplicatePreparation',
    command: ({ params, body: { id: copyId, ...body }, newId }) => ({
      type: 'DuplicatePreparation',
      id: params.id,
      copyId: copyId ?? newId,
      ...body,
    }),
    ...duplicateMapping({ table: 'preparations', body: replyBody }),
  },
};
