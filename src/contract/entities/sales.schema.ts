import * as v from 'valibot';
import { bodySchema } from '../body.ts';
import { defineEndpoints } from '../endpoint.ts';
import { Id, Month, MonthlyRevenue, OrdersCount, SoldQuantity, SoldRevenue, YearMonth, AsOf } from '../fields.ts';
import { MixReply } from '../mix.schema.ts';
import { Reais } from './field.schema.ts';
import { SALES_KILOBYTES } from '../limits.ts';
import { paramsCallSchema } from './set-calls.schema.ts';
import { changeRoutes, pastRoutes } from '../routes/owner.ts';

const DishSalesReply = v.object({
  dish_id: v.string(),
  quantity: v.number(),
  revenue: v.pipe(v.nullable(Reais), v.description('null: a quantidade vezes o preço do canal.')),
});

export const ChannelSalesReply = v.object({
  month: v.pipe(v.string(), v.description('AAAA-MM')),
  channel_id: v.string(),
  rows: v.array(DishSalesReply),
});
export type ChannelSalesBody = v.InferOutput<typeof ChannelSalesReply>;

/** Sales in a list, with the names of deleted dishes, which no other list has. */
const SalesListReply = v.object({
  ...ChannelSalesReply.entries,
  rows: v.array(
    v.object({
      ...DishSalesReply.entries,
      dish_name: v.optional(v.pipe(v.string(), v.description('De um prato que já foi removido: como se chamava.'))),
    }),
  ),
});
export type SalesListBody = v.InferOutput<typeof SalesListReply>;

/** `main`: the main channel, whichever that is. */
const ChannelOrMain = v.union([v.literal('main'), Id]);

const DishSalesInput = v.object(
  {
    dish_id: Id,
    quantity: SoldQuantity,
    revenue: v.optional(v.nullable(SoldRevenue), null),
  },
  (issue) => (issue.path ? 'Preencha este campo.' : 'Envie cada venda em um objeto.'),
);

const DUPLICATE_DISH_SENTENCE = 'Este prato já está em outra linha.';

/** Rows in the form of the command; each dish occurs once. */
const RowsInput = v.pipe(
  v.array(DishSalesInput, 'Envie as vendas em uma lista.'),
  v.maxLength(5_000, 'O limite é de 5.000 linhas de uma vez.'),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const seen = new Set<string>();
    for (const [index, row] of dataset.value.entries()) {
      if (seen.has(row.dish_id))
        addIssue({
          message: DUPLICATE_DISH_SENTENCE,
          path: [
            { type: 'array', origin: 'value', input: dataset.value, key: index, value: row },
            { type: 'object', origin: 'value', input: row, key: 'dish_id', value: row.dish_id },
          ],
        });
      seen.add(row.dish_id);
    }
  }),
  v.transform((rows) => rows.map(({ dish_id, quantity, revenue }) => ({ dishId: dish_id, quantity, revenue }))),
);

const SalesSet = v.object({ month: YearMonth, channel_id: ChannelOrMain, rows: RowsInput }, 'Preencha este campo.');

const owner = { access: 'owner', tag: 'Vendas' } as const;

export const salesEndpoints = defineEndpoints({
  recordSales: {
    ...changeRoutes.recordSales,
    ...owner,
    summary: 'Informa o que um canal vendeu num mês; as outras linhas ficam, quantidade 0 apaga uma.',
    bodyKilobytes: SALES_KILOBYTES,
    params: v.object({ month: YearMonth, channelId: ChannelOrMain }),
    body: bodySchema({ rows: RowsInput }),
    reply: ChannelSalesReply,
  },
});

export const salesSetCalls = [paramsCallSchema('recordSales', salesEndpoints)] as const;

/** Several months and channels as one change, from a report of a cash register or an app. */
export const salesImportEndpoints = defineEndpoints({
  importSales: {
    ...changeRoutes.importSales,
    ...owner,
    summary: 'Traz vendas de um relatório, e o faturamento dos mesmos meses se quiser: tudo ou nada.',
    bodyKilobytes: SALES_KILOBYTES,
    body: bodySchema({
      sets: v.pipe(
        v.array(SalesSet, 'Envie as vendas em uma lista.'),
        v.minLength(1, 'Envie ao menos um mês de vendas.'),
        v.maxLength(500, 'O limite é de 500 meses de uma vez.'),
      ),
      revenue: v.optional(
        v.pipe(
          v.array(
            v.object({ month: Month, value: MonthlyRevenue, orders_count: OrdersCount }, 'Preencha este campo.'),
            'Envie o faturamento em uma lista.',
          ),
          v.maxLength(12, 'O ano tem 12 meses.'),
        ),
        [],
      ),
    }),
    reply: v.array(ChannelSalesReply),
  },
});

const monthBound = (sentence: string) => v.optional(v.pipe(YearMonth, v.description(sentence)));

/** Reads that are answered from the history. */
export const salesReadEndpoints = defineEndpoints({
  listSales: {
    ...pastRoutes.listSales,
    ...owner,
    summary: 'O que foi vendido em cada mês e canal.',
    query: v.object({
      from: monthBound('Desde este mês; vazio: os últimos 12 meses.'),
      to: monthBound('Até este mês, incluído.'),
      ...AsOf.entries,
    }),
    reply: v.array(SalesListReply),
  },
  mix: {
    ...pastRoutes.mix,
    access: 'owner',
    tag: 'Indicadores',
    summary: 'Os indicadores pelo que foi vendido de verdade; null sem vendas.',
    query: AsOf,
    reply: v.nullable(MixReply),
  },
});
