import * as v from 'valibot';
import { fields } from '../body.ts';
import { endpoints } from '../endpoint.ts';
import { Id, Month, MonthlyRevenue, OrdersCount, SoldQuantity, SoldRevenue, YearMonth } from '../fields.ts';
import { AsOf } from '../moments.ts';
import { MixReply } from '../mix.schema.ts';
import { Reais } from './field.schema.ts';
import { SALES_KILOBYTES } from '../limits.ts';
import { putting } from './set-calls.schema.ts';
import { changeRoutes, pastRoutes } from '../routes/owner.ts';

const SoldReply = v.object({
  dish_id: v.string(),
  quantity: v.number(),
  revenue: v.pipe(v.nullable(Reais), v.description('null: a quantidade vezes o preço do canal.')),
});

export const ChannelSalesReply = v.object({
  month: v.pipe(v.string(), v.description('AAAA-MM')),
  channel_id: v.string(),
  rows: v.array(SoldReply),
});
export type ChannelSalesBody = v.InferOutput<typeof ChannelSalesReply>;

/** Sales in a list, with the names of deleted dishes, which no other list has. */
const ListedSalesReply = v.object({
  ...ChannelSalesReply.entries,
  rows: v.array(
    v.object({
      ...SoldReply.entries,
      dish_name: v.optional(v.pipe(v.string(), v.description('De um prato que já foi removido: como se chamava.'))),
    }),
  ),
});
export type ListedSalesBody = v.InferOutput<typeof ListedSalesReply>;

/** `main`: the main channel, whichever that is. */
const ChannelOrMain = v.union([v.literal('main'), Id]);

const Sold = v.object(
  {
    dish_id: Id,
    quantity: SoldQuantity,
    revenue: v.optional(v.nullable(SoldRevenue), null),
  },
  (issue) => (issue.path ? 'Preencha este campo.' : 'Envie cada venda em um objeto.'),
);

const TWICE = 'Este prato já está em outra linha.';

/** Rows in the form of the command; each dish occurs once. */
const Rows = v.pipe(
  v.array(Sold, 'Envie as vendas em uma lista.'),
  v.maxLength(5_000, 'O limite é de 5.000 linhas de uma vez.'),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const seen = new Set<string>();
    for (const [index, row] of dataset.value.entries()) {
      if (seen.has(row.dish_id))
        addIssue({
          message: TWICE,
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

const SalesSet = v.object({ month: YearMonth, channel_id: ChannelOrMain, rows: Rows }, 'Preencha este campo.');

export const salesEndpoints = endpoints({
  recordSales: {
    ...changeRoutes.recordSales,
    access: 'owner',
    tag: 'Vendas',
    summary: 'Informa o que um canal vendeu num mês; as outras linhas ficam, quantidade 0 apaga uma.',
    bodyKilobytes: SALES_KILOBYTES,
    params: v.object({ month: YearMonth, channelId: ChannelOrMain }),
    body: fields({ rows: Rows }),
    reply: ChannelSalesReply,
  },
});

export const salesSetCalls = [putting('recordSales', salesEndpoints)] as const;

/** Several months and channels as one change, from a report of a cash register or an app. */
export const salesImportEndpoints = endpoints({
  importSales: {
    ...changeRoutes.importSales,
    access: 'owner',
    tag: 'Vendas',
    summary: 'Traz vendas de um relatório, e o faturamento dos mesmos meses se quiser: tudo ou nada.',
    bodyKilobytes: SALES_KILOBYTES,
    body: fields({
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

const Bound = (sentence: string) => v.optional(v.pipe(YearMonth, v.description(sentence)));

/** Reads that are answered from the history. */
export const salesReadEndpoints = endpoints({
  listSales: {
    ...pastRoutes.listSales,
    access: 'owner',
    tag: 'Vendas',
    summary: 'O que foi vendido em cada mês e canal.',
    query: v.object({
      from: Bound('Desde este mês; vazio: os últimos 12 meses.'),
      to: Bound('Até este mês, incluído.'),
      ...AsOf.entries,
    }),
    reply: v.array(ListedSalesReply),
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
