import { recipesUsing } from '#domain/business/recipe/components.ts';
import type { Pack } from '#domain/business/ingredient/price.ts';
import type { Ingredient } from '#domain/business/state.ts';
import { fromTenThousandths, requireTenThousandths } from '#domain/decimal.ts';
import type { CommandCalls } from './command-call.ts';
import { conversions } from './conversion.ts';
import { ingredientFields } from '#domain/business/ingredient/fields.ts';
import { amount, type WireField, fieldsOfTable, fromRead, fromWire, text, toWire } from './field.ts';
import type { IngredientBody } from './ingredient.schema.ts';
import { type FieldsOf, listed } from './listed.ts';
import { exactPriceText, priceSourceBody } from './purchase.ts';
import { present } from './rows.ts';

const pack: WireField<Pack | null, 'purchase', IngredientBody['purchase']> = {
  wire: 'purchase',
  toWire: (value) =>
    value && {
      price: fromTenThousandths(value.price),
      quantity: fromTenThousandths(value.quantity),
      unit: value.unit,
      label: value.label,
    },
  fromWire: (sent) =>
    sent && {
      price: requireTenThousandths(sent.price),
      quantity: requireTenThousandths(sent.quantity),
      unit: sent.unit,
      label: sent.label,
    },
};

const free: WireField<true | null, 'free', boolean> = {
  wire: 'free',
  toWire: (isFree) => isFree === true,
  fromWire: (sent) => (sent ? true : null),
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

const { added, changed, removed } = listed({
  table: 'ingredients',
  fields,
  body: ingredientBody,
});

export const ingredientCommands: CommandCalls<
  'AddIngredient' | 'ChangeIngredient' | 'ReplaceIngredient' | 'RepriceIngredients' | 'RemoveIngredient'
> = {
  AddIngredient: {
    call: 'addIngredient',
    command: ({ newId, body }) => ({ type: 'AddIngredient', id: body.id ?? newId, ...fromRead(fields, body) }),
    ...added,
  },
  ChangeIngredient: {
    call: 'changeIngredient',
    command: ({ params, body, version, today }) => ({
      type: 'ChangeIngredient',
      id: params.id,
      ...fromRead(fields, body),
      version,
      today,
    }),
    ...changed,
  },
  RemoveIngredient: {
    call: 'removeIngredient',
    command: ({ params, version }) => ({ type: 'RemoveIngredient', id: params.id, version }),
    ...removed,
  },
  ReplaceIngredient: {
    call: 'replaceIngredient',
    kind: 'puts',
    sent: ({ id, byId, merge }) => ({ params: { id }, body: { by: byId, merge } }),
    command: ({ params, body: { by, merge } }) => ({ type: 'ReplaceIngredient', id: params.id, byId: by, merge }),
    reply: ({ ingredients }, { byId }) => ingredientBody(present(ingredients, byId)),
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
    call: 'repriceIngredients',
    kind: 'puts',
    sent: ({ ids, percentage }) => ({ body: { ids: [...ids], percentage: fromTenThousandths(percentage) } }),
    command: ({ body, today }) => ({ type: 'RepriceIngredients', ...body, today }),
    reply: ({ ingredients }, { ids }) => ids.map((id) => ingredientBody(present(ingredients, id))),
    readWriteSet: ({ ids }) => ({ writes: ids, reads: [] }),
  },
};
