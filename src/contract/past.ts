import * as v from 'valibot';
import { endpoints } from './endpoint.ts';
import { Id } from './fields.ts';
import { historyEndpoints } from './history.ts';
import { Moment } from './instants.ts';
import { ProfitChangeReply } from './profit-change.ts';

/** How many changes one page of the list holds. */
export const CHANGES_PAGE = 50;

const Revision = v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'Informe o número de uma mudança.'), v.toNumber());

export const ChangeReply = v.object({
  id: v.pipe(v.string(), v.description('Da mudança: tudo o que um pedido fez.')),
  number: v.pipe(v.number(), v.description('Cresce de mudança em mudança; para pedir as anteriores.')),
  at: v.pipe(v.string(), v.description('Instante ISO.')),
  sentences: v.array(v.string()),
  undoes: v.nullable(Id),
});

/** What has happened in a business, and how it stood. */
export const pastEndpoints = endpoints({
  ...historyEndpoints,
  listChanges: {
    method: 'GET',
    path: '/api/changes',
    access: 'owner',
    tag: 'Histórico',
    summary: 'O que mudou no negócio, do mais recente para o mais antigo.',
    query: v.object({ before: v.optional(Revision) }),
    reply: v.object({
      changes: v.array(ChangeReply),
      next: v.pipe(v.nullable(v.number()), v.description('Para `before`; null quando não há anteriores.')),
    }),
  },
  profitChange: {
    method: 'GET',
    path: '/api/profit-change',
    access: 'owner',
    tag: 'Histórico',
    summary: 'Por que o lucro estimado, ou o resultado de um prato, mudou entre dois momentos: uma parte por causa.',
    query: v.object({
      from: v.pipe(Moment, v.description('Como estava neste instante, ou no fim deste dia em São Paulo.')),
      to: v.optional(v.pipe(Moment, v.description('O mesmo; vazio: agora.'))),
      dish: v.optional(v.pipe(Id, v.description('O resultado deste prato, em reais, em vez do lucro estimado.'))),
    }),
    reply: ProfitChangeReply,
  },
});
