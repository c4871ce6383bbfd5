import * as v from 'valibot';
import { supplierFields } from '#domain/business/supplier/fields.ts';
import { optionalFields, bodySchema } from '../body.ts';
import { defineEndpoints } from '../endpoint.ts';
import { AsOf } from '../fields.ts';
import { ById, ExactPrice, Reais, Version, replySchemas, inputSchemas } from './field.schema.ts';
import { changeRoutes, pastRoutes } from '../routes/owner.ts';
import { changeCallSchema } from './set-calls.schema.ts';

const SupplierReply = v.object({
  id: v.string(),
  ...replySchemas(supplierFields),
  prices: v.pipe(
    v.array(v.object({ ingredient_id: v.string(), date: v.string(), price: Reais, exact_price: ExactPrice })),
    v.description('O preço por unidade de cada insumo na última compra neste fornecedor.'),
  ),
  version: Version,
});
export type SupplierBody = v.InferOutput<typeof SupplierReply>;

const owner = { access: 'owner', tag: 'Compras' } as const;

export const supplierEndpoints = defineEndpoints({
  changeSupplier: {
    ...changeRoutes.changeSupplier,
    ...owner,
    summary: 'Muda o nome ou o CNPJ de um fornecedor.',
    versioned: true,
    params: ById,
    body: bodySchema(optionalFields(inputSchemas(supplierFields))),
    reply: SupplierReply,
  },
});

export const supplierSetCalls = [changeCallSchema('changeSupplier', supplierEndpoints)] as const;

/** A read that is computed from the history. */
export const supplierReadEndpoints = defineEndpoints({
  listSuppliers: {
    ...pastRoutes.listSuppliers,
    ...owner,
    summary: 'Os fornecedores, com o preço de cada insumo lado a lado.',
    query: AsOf,
    reply: v.array(SupplierReply),
  },
});
