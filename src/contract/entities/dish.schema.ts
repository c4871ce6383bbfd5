import * as v from 'valibot';
import { allOptional, fields } from '../body.ts';
import { endpoints } from '../endpoint.ts';
import { Name, SalePrice } from '../fields.ts';
import { AsOf } from '../moments.ts';
import { DishLineReply } from './dish-line.schema.ts';
import { ById } from './params.schema.ts';
import { Percent, Reais, Version } from './reply-values.schema.ts';
import { adding, changing, removing } from './set-calls.schema.ts';

export const DishReply = v.object({
  id: v.string(),
  name: v.string(),
  sale_price: Reais,
  cmv: Reais,
  cmv_percentage: Percent,
  contribution_margin: Reais,
  contribution_margin_percentage: Percent,
  net_profit: Reais,
  variable_cost_value: Reais,
  variable_cost_percentage: Percent,
  fixed_cost_value: Reais,
  fixed_cost_percentage: Percent,
  ingredients: v.array(DishLineReply),
  version: Version,
});
export type DishBody = v.InferOutput<typeof DishReply>;

const written = { name: Name, sale_price: SalePrice };

export const dishEndpoints = endpoints({
  listDishes: {
    method: 'GET',
    path: '/api/dishes',
    access: 'owner',
    tag: 'Pratos',
    summary: 'Pratos com ficha técnica, custo e resultado.',
    query: AsOf,
    reply: v.array(DishReply),
  },
  addDish: {
    method: 'POST',
    path: '/api/dishes',
    access: 'owner',
    tag: 'Pratos',
    summary: 'Cria um prato; preço de venda 0 quer dizer que ainda não foi definido.',
    status: 201,
    changes: 'data',
    body: fields({ ...written, sale_price: v.optional(SalePrice, 0) }),
    reply: DishReply,
  },
  changeDish: {
    method: 'PUT',
    path: '/api/dishes/:id',
    access: 'owner',
    tag: 'Pratos',
    summary: 'Muda nome ou preço de venda de um prato.',
    changes: 'data',
    versioned: true,
    params: ById,
    body: fields(allOptional(written)),
    reply: DishReply,
  },
  removeDish: {
    method: 'DELETE',
    path: '/api/dishes/:id',
    access: 'owner',
    tag: 'Pratos',
    summary: 'Exclui um prato.',
    status: 204,
    changes: 'data',
    versioned: true,
    params: ById,
  },
});

export const dishSetCalls = [
  adding('addDish', dishEndpoints),
  changing('changeDish', dishEndpoints),
  removing('removeDish', dishEndpoints),
] as const;
