import { recipesUsing } from '#domain/business/recipe/components.ts';
import type { Pack } from '#domain/business/ingredient/price.ts';
import type { Ingredient } from '#domain/business/state.ts';
import { fromTenThousandths, requireTenThousandths } from '#domain/decimal.ts';
import { type CommandMappings, requireRow } from './command-mapping.ts';
import { ingredientFields } from '#domain/business/ingredient/fields.ts';
import { amount, type WireField, fieldsOfTable, toDomainNames, fromWire, text, toWire, conversions } from './field.ts';
import type { IngredientBody } from './ingredient.schema.ts';
import { type FieldsOf, listMappings } from './list-mappings.ts';
import { exactPriceText, priceSourceBody } from './purchase.ts';

/** On the wire and in events the pack is called `purchase`; it has nothing to do with the entity Purchase. */
const pack: WireField<Pack | null, 'purchase', IngredientBody['purchase']> = {
  apiName: 'purchase',
  toWire: (value) =>
    value && {
      price: fromTenThousandths(value.price),
      quantity: fromTenThousandths(value.quantity),
      unit: value.unit,
      label: value.label,
    },
  fromWire: (wireValue) =>
    wireValue && {
      price: requireTenThousandths(wireValue.price),
      quantity: requireTenThousandths(wireValue.quantity),
      unit: wireValue.unit,
      label: wireValue.label,
    },
};

const free: WireField<true | null, 'free', boolean> = {
  apiName: 'free',
  toWire: (isFree) => isFree === true,
  fromWire: (wireValue) => (wireValue ? true : null),
};

const { name, ...others } = fieldsOfTable(ingredientFields);

const fields = {
  name,
  unit: text('unit'),
  unitPrice: amount('unit_price'),
  pack,
  ...others,
  conversions,
  free,
} as const satisfies FieldsOf<'Ingredient'>;

export const ingredientBody = (ingredient: Ingredient): IngredientBody => ({
  id: ingredient.id,
  ...toWire(fields, ingredient),
  price_source: priceSourceBody(ingredient),
  exact_price: exactPriceText(ingredient),
  version: ingredient.version,
});

export const ingredientRow = (body: IngredientBody, sequence: number): Ingredient => ({
  id: body.id,
  ...fromWire(fields, body),
  priceSource: sourceFrom(body),
  version: body.version,
  sequence,
});

function sourceFrom({ price_source, exact_price: price, unit }: IngredientBody): Ingredient['priceSource'] {
  const { purchase_id: purchaseId, date } = price_source;
  return price === null || purchaseId === null || date === null ? null : { purchaseId, date, price, unit };
}

const { add, change, remove } = listMappings({
  list: 'ingredients',
  fields,
  body: ingredientBody,
});

export const ingredientCommands: CommandMappings<
  'AddIngredient' | 'ChangeIngredient' | 'ReplaceIngredient' | 'RepriceIngredients' | 'RemoveIngredient'
> = {
  AddIngredient: {
    endpoint: 'addIngredient',
    command: ({ newId, body }) => ({ type: 'AddIngredient', id: body.id ?? newId, ...toDomainNames(fields, body) }),
    ...add,
  },
  ChangeIngredient: {
    endpoint: 'changeIngredient',
    command: ({ params, body, version, today }) => ({
      type: 'ChangeIngredient',
      id: params.id,
      ...toDomainNames(fields, body),
      version,
      today,
    }),
    ...change,
  },
  RemoveIngredient: {
    endpoint: 'removeIngredient',
    command: ({ params, version }) => ({ type: 'RemoveIngredient', id: params.id, version }),
    ...remove,
  },
  ReplaceIngredient: {
    endpoint: 'replaceIngredient',
    kind: 'other',
    toRequest: ({ id, byId, merge }) => ({ params: { id }, body: { by: byId, merge } }),
    command: ({ params, body: { by, merge } }) => ({ type: 'ReplaceIngredient', id: params.id, byId: by, merge }),
    reply: ({ ingredients }, { byId }) => ingredientBody(requireRow(ingredients, byId)),
    readWriteSet: ({ id, byId }, state) => ({
      writes: [
        id,
        byId,
        'ingredients',
        ...recipesUsing(state, id).flatMap((recipe) => [recipe.id, `lines of ${recipe.id}`]),
      ],
      reads: [],
    }),
  },
  RepriceIngredients: {
    endpoint: 'repriceIngredients',
    kind: 'other',
    toRequest: ({ ids, percentage }) => ({ body: { ids: [...ids], percentage: fromTenThousandths(percentage) } }),
    command: ({ body, today }) => ({ type: 'RepriceIngredients', ...body, today }),
    reply: ({ ingredients }, { ids }) => ids.map((id) => ingredientBody(requireRow(ingredients, id))),
    readWriteSet: ({ ids }) => ({ writes: ids, reads: [] }),
  },
};
