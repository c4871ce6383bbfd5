import * as v from 'valibot';
import { supplierFields } from '#domain/business/supplier/fields.ts';
import { allOptional, fields } from '../body.ts';
import { endpoints } from '../endpoint.ts';
import { AsOf } from '../moments.ts';
import { ById, Reais, Version, answeredFields, writtenFields } from './field.schema.ts';
import { changeRoutes, pastRoutes } from '../routes/owner.ts';
import { changing } from './set-calls.schema.ts';

const SupplierReply = v.object({
  id: v.string(),
  ...answeredFields(supplierFields),
  prices: v.pipe(
    v.array(v.object({ ingredient_id: v.string(), date: v.string(), price: Reais })),
    v.description('O preço por unidade de cada insumo na última compra neste fornecedor.'),
  ),
  version: Version,
});
export type SupplierBody = v.InferOutput<typeof SupplierReply>;

export const supplierEndpoints = endpoints({
  changeSupplier: {
    ...changeRoutes.changeSupplier,
    access: 'owner',
    tag: 'Compras',
    summary: 'Muda o nome ou o CNPJ de um fornecedor.',
    versioned: true,
    params: ById,
    body: fields(allOptional(writtenFields(supplierFields))),
    reply: SupplierReply,
  },
});

export const supplierSetCalls = [changing('changeSupplier', supplierEndpoints)] as const;

/** A read that is computed from the history. */
export const supplierReadEndpoints = endpoints({
  listSuppliers: {
    ...pastRoutes.listSuppliers,
    access: 'owner',
    tag: 'Compras',
    summary: 'Os fornecedores, com o preço de cada insumo lado a lado.',
    query: AsOf,
    reply: v.array(SupplierReply),
  },
});
