import * as v from 'valibot';
import { allOptional, fields } from '../body.ts';
import { endpoints } from '../endpoint.ts';
import { OwnId, shortText, YieldQuantity } from '../fields.ts';
import { preparationFields } from '#domain/business/recipe/preparation-fields.ts';
import { answeredFields, writtenFields, ById, Reais, Version } from './field.schema.ts';
import { AsOf } from '../moments.ts';
import { readUnit } from '#domain/names.ts';
import { ConversionsReply, ConversionsWritten } from './conversion.schema.ts';
import { DishLineReply } from './dish-line.schema.ts';
import { copied } from './dish.schema.ts';
import { adding, changing, copying, removing } from './set-calls.schema.ts';
import { viewRoutes } from '../routes/views.ts';
import { changeRoutes } from '../routes/owner.ts';

const { name: answeredName, ...otherAnswered } = answeredFields(preparationFields);

export const PreparationReply = v.object({
  id: v.string(),
  name: answeredName,
  yield_quantity: v.pipe(v.number(), v.description('Quanto uma receita rende, em `yield_unit`.')),
  yield_unit: v.string(),
  conversions: ConversionsReply,
  ...otherAnswered,
  lines: v.array(DishLineReply),
  batch_cost: v.pipe(Reais, v.description('Da receita inteira, sem a perda.')),
  unit_cost: v.pipe(Reais, v.description('De uma `yield_unit`, arredondado.')),
  version: Version,
});
export type PreparationBody = v.InferOutput<typeof PreparationReply>;

const { name, ...others } = writtenFields(preparationFields);
const required = { name, yield_quantity: YieldQuantity, yield_unit: shortText(readUnit) };
const optional = { conversions: ConversionsWritten, ...others };

export const preparationEndpoints = endpoints({
  listPreparations: {
    ...viewRoutes.listPreparations,
    access: 'owner',
    tag: 'Preparos',
    summary: 'Preparos com receita, rendimento e custo: massas, molhos e recheios que os pratos usam como insumos.',
    query: AsOf,
    reply: v.array(PreparationReply),
  },
  addPreparation: {
    ...changeRoutes.addPreparation,
    access: 'owner',
    tag: 'Preparos',
    summary: 'Cadastra um preparo.',
    status: 201,
    body: fields({ id: OwnId, ...required, ...allOptional(optional) }),
    reply: PreparationReply,
  },
  changePreparation: {
    ...changeRoutes.changePreparation,
    access: 'owner',
    tag: 'Preparos',
    summary: 'Muda nome, rendimento, conversões ou modo de preparo; `yield_unit` sozinha converte o rendimento.',
    versioned: true,
    params: ById,
    body: fields(allOptional({ ...required, ...optional })),
    reply: PreparationReply,
  },
  duplicatePreparation: {
    ...changeRoutes.duplicatePreparation,
    access: 'owner',
    tag: 'Preparos',
    summary:
      'Copia um preparo com a receita dele; quantidades e rendimento, vezes um fator se quiser, menos as de `keep`.',
    status: 201,
    params: ById,
    body: fields({ id: OwnId, ...copied }),
    reply: PreparationReply,
  },
  removePreparation: {
    ...changeRoutes.removePreparation,
    access: 'owner',
    tag: 'Preparos',
    summary: 'Exclui um preparo que nenhuma receita usa.',
    status: 204,
    versioned: true,
    params: ById,
  },
});

export const preparationSetCalls = [
  adding('addPreparation', preparationEndpoints),
  changing('changePreparation', preparationEndpoints),
  copying('duplicatePreparation', preparationEndpoints),
  removing('removePreparation', preparationEndpoints),
] as const;
