import * as v from 'valibot';
import { optionalFields, bodySchema } from '../body.ts';
import { defineEndpoints } from '../endpoint.ts';
import { NewId, shortText, YieldQuantity, AsOf } from '../fields.ts';
import { preparationFields } from '#domain/business/recipe/preparation-fields.ts';
import {
  replySchemas,
  inputSchemas,
  ById,
  Reais,
  Version,
  ConversionsReply,
  ConversionsInput,
} from './field.schema.ts';
import { readUnit } from '#domain/names.ts';
import { DishLineReply } from './dish-line.schema.ts';
import { copyFields } from './dish.schema.ts';
import { additionCallSchema, changeCallSchema, copyCallSchema, removalCallSchema } from './set-calls.schema.ts';
import { viewRoutes } from '../routes/views.ts';
import { changeRoutes } from '../routes/owner.ts';

const { name: replyName, ...otherReplyFields } = replySchemas(preparationFields);

export const PreparationReply = v.object({
  id: v.string(),
  name: replyName,
  yield_quantity: v.pipe(v.number(), v.description('Quanto uma receita rende, em `yield_unit`.')),
  yield_unit: v.string(),
  conversions: ConversionsReply,
  ...otherReplyFields,
  lines: v.array(DishLineReply),
  batch_cost: v.pipe(Reais, v.description('Da receita inteira, sem a perda.')),
  unit_cost: v.pipe(Reais, v.description('De uma `yield_unit`, arredondado.')),
  version: Version,
});
export type PreparationBody = v.InferOutput<typeof PreparationReply>;

const { name, ...otherInputFields } = inputSchemas(preparationFields);
const required = { name, yield_quantity: YieldQuantity, yield_unit: shortText(readUnit) };
const optional = { conversions: ConversionsInput, ...otherInputFields };

const owner = { access: 'owner', tag: 'Preparos' } as const;

export const preparationEndpoints = defineEndpoints({
  listPreparations: {
    ...viewRoutes.listPreparations,
    ...owner,
    summary: 'Preparos com receita, rendimento e custo: massas, molhos e recheios que os pratos usam como insumos.',
    query: AsOf,
    reply: v.array(PreparationReply),
  },
  addPreparation: {
    ...changeRoutes.addPreparation,
    ...owner,
    summary: 'Cadastra um preparo.',
    status: 201,
    body: bodySchema({ id: NewId, ...required, ...optionalFields(optional) }),
    reply: PreparationReply,
  },
  changePreparation: {
    ...changeRoutes.changePreparation,
    ...owner,
    summary: 'Muda nome, rendimento, conversões ou modo de preparo; `yield_unit` sozinha converte o rendimento.',
    versioned: true,
    params: ById,
    body: bodySchema(optionalFields({ ...required, ...optional })),
    reply: PreparationReply,
  },
  duplicatePreparation: {
    ...changeRoutes.duplicatePreparation,
    ...owner,
    summary:
      'Copia um preparo com a receita dele; quantidades e rendimento, vezes um fator se quiser, menos as de `keep`.',
    status: 201,
    params: ById,
    body: bodySchema({ id: NewId, ...copyFields }),
    reply: PreparationReply,
  },
  removePreparation: {
    ...changeRoutes.removePreparation,
    ...owner,
    summary: 'Exclui um preparo que nenhuma receita usa.',
    status: 204,
    versioned: true,
    params: ById,
  },
});

export const preparationSetCalls = [
  additionCallSchema('addPreparation', preparationEndpoints),
  changeCallSchema('changePreparation', preparationEndpoints),
  copyCallSchema('duplicatePreparation', preparationEndpoints),
  removalCallSchema('removePreparation', preparationEndpoints),
] as const;
