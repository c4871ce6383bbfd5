import * as v from 'valibot';
import { formatCount } from '#domain/format.ts';
import { QUOTAS } from '#domain/limits.ts';
import { optionalFields, bodySchema } from '../body.ts';
import { defineEndpoints } from '../endpoint.ts';
import {
  Id,
  optionalShortText,
  NewId,
  PriceChange,
  PackPrice,
  PackQuantity,
  shortText,
  UnitPrice,
  AsOf,
} from '../fields.ts';
import { ingredientFields } from '#domain/business/ingredient/fields.ts';
import {
  replySchemas,
  inputSchemas,
  ById,
  ExactPrice,
  PriceSourceReply,
  Reais,
  Version,
  ConversionsReply,
  ConversionsInput,
} from './field.schema.ts';
import { readLabel, readUnit } from '#domain/names.ts';
import {
  additionCallSchema,
  changeCallSchema,
  paramsCallSchema,
  removalCallSchema,
  bodyCallSchema,
} from './set-calls.schema.ts';
import { viewRoutes } from '../routes/views.ts';
import { changeRoutes } from '../routes/owner.ts';

const { name: replyName, ...otherReplyFields } = replySchemas(ingredientFields);

export const IngredientReply = v.object({
  id: v.string(),
  name: replyName,
  unit: v.string(),
  unit_price: v.pipe(Reais, v.description('Por unidade; o que resulta da compra, arredondado, onde há uma.')),
  purchase: v.nullable(
    v.object({ price: Reais, quantity: v.number(), unit: v.string(), label: v.nullable(v.string()) }),
  ),
  ...otherReplyFields,
  conversions: ConversionsReply,
  free: v.pipe(v.boolean(), v.description('Não custa nada: um preço 0 que não falta. Qualquer preço o desfaz.')),
  price_source: PriceSourceReply,
  exact_price: v.pipe(v.nullable(ExactPrice), v.description('null: o preço é o digitado.')),
  version: Version,
});
export type IngredientBody = v.InferOutput<typeof IngredientReply>;

const PackInput = v.pipe(
  bodySchema({
    price: PackPrice,
    quantity: PackQuantity,
    unit: shortText(readUnit),
    label: optionalShortText(readLabel),
  }),
  v.transform(({ label = null, ...purchase }) => ({ ...purchase, label })),
);

const { name, ...otherInputFields } = inputSchemas(ingredientFields);

const inputFields = {
  name,
  unit: shortText(readUnit),
  unit_price: UnitPrice,
  purchase: v.nullable(PackInput),
  ...otherInputFields,
  conversions: ConversionsInput,
  free: v.pipe(
    v.nullable(v.boolean('Diga se é de graça.')),
    v.transform((isFree) => (isFree ? (true as const) : null)),
  ),
};

interface PriceInput {
  readonly unit_price?: number | undefined;
  readonly purchase?: object | null | undefined;
  readonly free?: true | null | undefined;
}

/** A price is entered for one unit or, as `purchase`, for a pack: not both. */
const hasOnePrice = ({ unit_price, purchase }: PriceInput): boolean => unit_price === undefined || !purchase;
const ONE_PRICE_SENTENCE = 'Envie o preço por unidade ou a compra, não os dois.';
const hasPrice = ({ unit_price, purchase, free }: PriceInput): boolean =>
  unit_price !== undefined || Boolean(purchase) || free === true;

const owner = { access: 'owner', tag: 'Insumos' } as const;

export const ingredientEndpoints = defineEndpoints({
  listIngredients: {
    ...viewRoutes.listIngredients,
    ...owner,
    summary: 'Insumos com unidade, preço por unidade, compra, rendimento, conversões e se são de graça.',
    query: AsOf,
    reply: v.array(IngredientReply),
  },
  addIngredient: {
    ...changeRoutes.addIngredient,
    ...owner,
    summary: 'Cadastra um insumo.',
    status: 201,
    body: v.pipe(
      bodySchema({ id: NewId, ...optionalFields(inputFields), name, unit: shortText(readUnit) }),
      v.forward(v.partialCheck([['unit_price'], ['purchase']], hasOnePrice, ONE_PRICE_SENTENCE), ['unit_price']),
      v.forward(v.partialCheck([['unit_price'], ['purchase'], ['free']], hasPrice, 'Preencha este campo.'), [
        'unit_price',
      ]),
    ),
    reply: IngredientReply,
  },
  changeIngredient: {
    ...changeRoutes.changeIngredient,
    ...owner,
    summary:
      'Muda nome, unidade, preço, compra, rendimento ou conversões de um insumo; os pratos que o usam acompanham.',
    versioned: true,
    params: ById,
    body: v.pipe(
      bodySchema(optionalFields(inputFields)),
      v.forward(v.partialCheck([['unit_price'], ['purchase']], hasOnePrice, ONE_PRICE_SENTENCE), ['unit_price']),
    ),
    reply: IngredientReply,
  },
  replaceIngredient: {
    ...changeRoutes.replaceIngredient,
    ...owner,
    summary:
      'Põe outro insumo no lugar deste em todas as receitas; onde estão os dois, as quantidades se somam. Com `merge`, este é excluído.',
    params: ById,
    body: bodySchema({
      by: v.pipe(Id, v.description('O insumo que fica.')),
      merge: v.optional(v.boolean('Diga se os dois viram um só.'), false),
    }),
    reply: IngredientReply,
  },
  repriceIngredients: {
    ...changeRoutes.repriceIngredients,
    ...owner,
    summary: 'Muda o preço de vários insumos por um percentual: o preço digitado, ou o da compra.',
    bodyKilobytes: 128,
    body: bodySchema({
      ids: v.pipe(
        v.array(Id, 'Envie os insumos em uma lista.'),
        v.minLength(1, 'Escolha ao menos um insumo.'),
        v.maxLength(QUOTAS.ingredients, `O limite é de ${formatCount(QUOTAS.ingredients)} insumos.`),
      ),
      percentage: PriceChange,
    }),
    reply: v.array(IngredientReply),
  },
  removeIngredient: {
    ...changeRoutes.removeIngredient,
    ...owner,
    summary: 'Exclui um insumo que nenhum prato usa.',
    status: 204,
    versioned: true,
    params: ById,
  },
});

export const ingredientSetCalls = [
  additionCallSchema('addIngredient', ingredientEndpoints),
  changeCallSchema('changeIngredient', ingredientEndpoints),
  paramsCallSchema('replaceIngredient', ingredientEndpoints),
  bodyCallSchema('repriceIngredients', ingredientEndpoints),
  removalCallSchema('removeIngredient', ingredientEndpoints),
] as const;
