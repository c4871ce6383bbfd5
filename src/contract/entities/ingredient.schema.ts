import * as v from 'valibot';
import { allOptional, fields } from '../body.ts';
import { endpoints } from '../endpoint.ts';
import { Name, shortText, UnitPrice } from '../fields.ts';
import { AsOf } from '../moments.ts';
import { readUnit } from '../names.ts';
import { ById } from './params.schema.ts';
import { Reais, Version } from './reply-values.schema.ts';
import { adding, changing, removing } from './set-calls.schema.ts';

export const IngredientReply = v.object({
  id: v.string(),
  name: v.string(),
  unit: v.string(),
  unit_price: Reais,
  version: Version,
});
export type IngredientBody = v.InferOutput<typeof IngredientReply>;

const written = { name: Name, unit: shortText(readUnit), unit_price: UnitPrice };

export const ingredientEndpoints = endpoints({
  listIngredients: {
    method: 'GET',
    path: '/api/ingredients',
    access: 'owner',
    tag: 'Insumos',
    summary: 'Insumos com unidade e preço por unidade.',
    query: AsOf,
    reply: v.array(IngredientReply),
  },
  addIngredient: {
    method: 'POST',
    path: '/api/ingredients',
    access: 'owner',
    tag: 'Insumos',
    summary: 'Cadastra um insumo.',
    status: 201,
    changes: 'data',
    body: fields(written),
    reply: IngredientReply,
  },
  changeIngredient: {
    method: 'PUT',
    path: '/api/ingredients/:id',
    access: 'owner',
    tag: 'Insumos',
    summary: 'Muda nome, unidade ou preço de um insumo; os pratos que o usam acompanham.',
    changes: 'data',
    versioned: true,
    params: ById,
    body: fields(allOptional(written)),
    reply: IngredientReply,
  },
  removeIngredient: {
    method: 'DELETE',
    path: '/api/ingredients/:id',
    access: 'owner',
    tag: 'Insumos',
    summary: 'Exclui um insumo que nenhum prato usa.',
    status: 204,
    changes: 'data',
    versioned: true,
    params: ById,
  },
});

export const ingredientSetCalls = [
  adding('addIngredient', ingredientEndpoints),
  changing('changeIngredient', ingredientEndpoints),
  removing('removeIngredient', ingredientEndpoints),
] as const;
