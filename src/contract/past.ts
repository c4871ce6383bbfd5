import * as v from 'valibot';
import { defineEndpoints } from './endpoint.ts';
import { Id, Moment, freeText } from './fields.ts';
import { purchaseReadEndpoints } from './entities/purchase.schema.ts';
import { stockValueReadEndpoints } from './entities/stock-value.schema.ts';
import { supplierReadEndpoints } from './entities/supplier.schema.ts';
import { salesReadEndpoints } from './entities/sales.schema.ts';
import { historyEndpoints } from './history.ts';
import { ProfitFigure, ProfitChangeReply } from './profit-change.ts';
import { pastRoutes } from './routes/owner.ts';

/** The number of changes on one page of the list. */
export const CHANGES_PER_PAGE = 50;
/** The number of sentences about a change in the list; the number of further ones follows. */
export const MAX_SENTENCES = 10;

const REVISION_SENTENCE = 'Informe o número de uma mudança.';
const Revision = v.pipe(v.string(REVISION_SENTENCE), v.regex(/^\d{1,15}$/, REVISION_SENTENCE), v.toNumber());

const Subject = v.picklist(
  ['costs', 'revenue', 'ingredients', 'dishes', 'sales', 'purchases'],
  'Escolha entre costs, revenue, ingredients, dishes, sales e purchases.',
);
export type ChangeSubject = v.InferOutput<typeof Subject>;

const NameSearch = freeText(80, { tooLong: 'Busque por até 80 letras.' });

const ChangedEntity = v.object({
  kind: v.picklist([
    'fixed_cost',
    'variable_cost',
    'ingredient',
    'preparation',
    'dish',
    'month',
    'average_ticket',
    'settings',
    'channel',
    'sales',
    'supplier',
    'purchase',
    'stock_value',
  ]),
  id: v.pipe(v.string(), v.description('De um mês, o número dele; do ticket médio, nenhum.')),
  name: v.pipe(v.string(), v.description('Como se chamava então.')),
});

const ChangeReply = v.object({
  id: v.pipe(v.string(), v.description('Da mudança: tudo o que um pedido fez.')),
  number: v.pipe(v.number(), v.description('Cresce de mudança em mudança; para pedir as anteriores.')),
  at: v.pipe(v.string(), v.description('Instante ISO.')),
  sentences: v.pipe(
    v.array(v.string()),
    v.description(`O que ela fez, até ${MAX_SENTENCES} frases; da pedida em \`change\`, todas.`),
  ),
  more: v.pipe(v.number(), v.description('Quantas frases ficaram de fora.')),
  things: v.pipe(v.array(ChangedEntity), v.description('No que ela mexeu: até dez coisas.')),
  undoable: v.boolean(),
  reason: v.pipe(v.nullable(v.string()), v.description('Por que não pode ser desfeita; null quando pode.')),
  restores: v.pipe(v.boolean(), v.description('Desfazê-la só traz de volta o que ela excluiu.')),
  undoes: v.pipe(v.nullable(Id), v.description('A mudança que esta desfez.')),
  undone_by: v.pipe(v.nullable(v.string()), v.description('A mudança que desfez esta.')),
});

const owner = { access: 'owner', tag: 'Histórico' } as const;

/** Reads of the history of a business and of its state in the past. */
export const pastEndpoints = defineEndpoints({
  ...historyEndpoints,
  ...salesReadEndpoints,
  ...purchaseReadEndpoints,
  ...supplierReadEndpoints,
  ...stockValueReadEndpoints,
  listChanges: {
    ...pastRoutes.listChanges,
    ...owner,
    summary: 'O que mudou no negócio, do mais recente para o mais antigo.',
    query: v.object({
      before: v.optional(Revision),
      change: v.optional(
        v.pipe(Id, v.description('A página em que está esta mudança: a mais recente, ou a que começa por ela.')),
      ),
      subject: v.optional(Subject),
      name: v.optional(v.pipe(NameSearch, v.description('Parte do nome de algo em que a mudança mexeu.'))),
    }),
    reply: v.object({
      changes: v.array(ChangeReply),
      newer: v.pipe(v.boolean(), v.description('Há mudanças mais recentes que estas.')),
      next: v.pipe(v.nullable(v.number()), v.description('Para `before`; null quando não há anteriores.')),
    }),
  },
  profitChange: {
    ...pastRoutes.profitChange,
    ...owner,
    summary:
      'Por que o lucro estimado, o resultado de um prato ou o resultado do mês em reais mudou entre dois momentos: uma parte por causa.',
    query: v.object({
      from: v.pipe(Moment, v.description('Como estava neste instante, ou no fim deste dia em São Paulo.')),
      to: v.optional(v.pipe(Moment, v.description('O mesmo; vazio: agora.'))),
      dish: v.optional(v.pipe(Id, v.description('O resultado deste prato, em reais, em vez do lucro estimado.'))),
      figure: v.optional(ProfitFigure),
    }),
    reply: ProfitChangeReply,
  },
});
