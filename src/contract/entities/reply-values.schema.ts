import * as v from 'valibot';

/** What bodies of answers are made of: amounts are JSON numbers in reais, units or percent. */

export const Version = v.pipe(v.number(), v.description('Versão para If-Match; cresce a cada mudança.'));
export const Reais = v.pipe(v.number(), v.description('Reais, até 4 casas decimais.'));
export const Percent = v.pipe(v.number(), v.description('Por cento, até 4 casas decimais.'));
/** Where the price of an ingredient comes from. */
export const PriceSourceReply = v.object({
  kind: v.picklist(['typed', 'purchase']),
  purchase_id: v.nullable(v.string()),
  date: v.pipe(v.nullable(v.string()), v.description('Da compra.')),
});
/** Channels in which something counts. */
export const ScopeReply = v.pipe(
  v.nullable(v.array(v.string())),
  v.description('Os canais em que conta; null: em todos.'),
);
