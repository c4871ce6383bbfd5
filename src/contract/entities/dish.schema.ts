import * as v from 'valibot';
import { QUOTAS } from '#domain/limits.ts';
import { optionalFields, bodySchema } from '../body.ts';
import { defineEndpoints } from '../endpoint.ts';
import { Factor, Id, Name, NewId, SalePrice, AsOf } from '../fields.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { replySchemas, inputSchemas, ById, Percent, Reais, Version } from './field.schema.ts';
import { DishLineReply } from './dish-line.schema.ts';
import { additionCallSchema, changeCallSchema, copyCallSchema, removalCallSchema } from './set-calls.schema.ts';
import { viewRoutes } from '../routes/views.ts';
import { changeRoutes } from '../routes/owner.ts';

/** The result of one sale. */
const result = {
  cmv: Reais,
  cmv_percentage: Percent,
  contribution_margin: Reais,
  contribution_margin_percentage: Percent,
  net_profit: Reais,
  variable_cost_value: Reais,
  variable_cost_percentage: Percent,
  fixed_cost_value: Reais,
  fixed_cost_percentage: Percent,
};

export const DishReply = v.object({
  id: v.string(),
  ...replySchemas(dishFields),
  prices: v.pipe(v.record(v.string(), v.number()), v.description('Preço em canais onde não é o de venda.')),
  ...result,
  ingredients: v.array(DishLineReply),
  channels: v.pipe(
    v.array(v.object({ channel_id: v.string(), price: Reais, ...result })),
    v.description('Em cada canal, o principal primeiro; preço 0: não é vendido ali.'),
  ),
  version: Version,
});
export type DishBody = v.InferOutput<typeof DishReply>;

const inputFields = {
  ...inputSchemas(dishFields),
  prices: v.nullable(v.record(Id, v.nullable(SalePrice), 'Envie os preços por canal.')),
};

/** Body of a copy: its name, the factor for its quantities, and the copied lines. */
export const copyFields = {
  name: v.optional(Name),
  factor: v.optional(Factor),
  keep: v.optional(
    v.pipe(
      v.array(Id, 'Envie uma lista de identificadores.'),
      v.maxLength(QUOTAS.linesPerDish, `O limite é de ${QUOTAS.linesPerDish} insumos.`),
      v.description('Insumos e preparos da ficha que ficam na mesma quantidade.'),
    ),
  ),
};

const owner = { access: 'owner', tag: 'Pratos' } as const;

export const dishEndpoints = defineEndpoints({
  listDishes: {
    ...viewRoutes.listDishes,
    ...owner,
    summary: 'Pratos com ficha técnica, custo e resultado.',
    query: AsOf,
    reply: v.array(DishReply),
  },
  addDish: {
    ...changeRoutes.addDish,
    ...owner,
    summary: 'Cria um prato; preço de venda 0 quer dizer que ainda não foi definido.',
    status: 201,
    body: bodySchema({
      id: NewId,
      ...optionalFields(inputFields),
      name: inputFields.name,
      sale_price: v.optional(inputFields.sale_price, 0),
    }),
    reply: DishReply,
  },
  changeDish: {
    ...changeRoutes.changeDish,
    ...owner,
    summary: 'Muda nome, preço de venda, porções, perda, categoria ou modo de preparo de um prato.',
    versioned: true,
    params: ById,
    body: bodySchema(optionalFields(inputFields)),
    reply: DishReply,
  },
  duplicateDish: {
    ...changeRoutes.duplicateDish,
    ...owner,
    summary: 'Copia um prato com a ficha dele; as quantidades, vezes um fator se quiser, menos as de `keep`.',
    status: 201,
    params: ById,
    body: bodySchema({ id: NewId, ...copyFields }),
    reply: DishReply,
  },
  removeDish: {
    ...changeRoutes.removeDish,
    ...owner,
    summary: 'Exclui um prato.',
    status: 204,
    versioned: true,
    params: ById,
  },
});

export const dishSetCalls = [
  additionCallSchema('addDish', dishEndpoints),
  changeCallSchema('changeDish', dishEndpoints),
  copyCallSchema('duplicateDish', dishEndpoints),
  removalCallSchema('removeDish', dishEndpoints),
] as const;
