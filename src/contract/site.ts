import * as v from 'valibot';
import { defineEndpoints } from './endpoint.ts';

const Reais = v.pipe(v.number(), v.description('Reais.'));

export const SiteReply = v.object({
  price: Reais,
  list_price: v.pipe(v.nullable(Reais), v.description('Preço de tabela, riscado ao lado; null: não aparece.')),
  supplier: v.object({ name: v.string(), cnpj: v.string(), address: v.string() }),
  support: v.object({
    email: v.string(),
    whatsapp: v.pipe(v.string(), v.description('Só algarismos, com o 55 do país.')),
  }),
  needs_tax_id: v.pipe(v.boolean(), v.description('O provedor de pagamento pede CPF ou CNPJ.')),
  payments_are_simulated: v.pipe(v.boolean(), v.description('Modo de teste: nenhum dinheiro se move.')),
  video: v.nullable(
    v.object({
      kind: v.picklist(['frame', 'file']),
      src: v.string(),
      alternative: v.optional(v.pipe(v.string(), v.description('O mesmo em outro formato.'))),
    }),
  ),
});
export type SiteBody = v.InferOutput<typeof SiteReply>;

/** Data of the shop. Every page of ours contains this answer, so it needs no request. */
export const siteEndpoints = defineEndpoints({
  site: {
    method: 'GET',
    path: '/api/site',
    access: 'anyone',
    tag: 'Loja',
    summary: 'Quem vende o Prumo, por quanto, e onde pedir ajuda.',
    cacheSeconds: 300,
    reply: SiteReply,
  },
});
