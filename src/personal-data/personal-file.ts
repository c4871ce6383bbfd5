import type { AccessLog } from '#access-log/access-log.ts';
import type { Account, AccountEvent } from '#domain/account/account.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { fold } from '#domain/business/evolve.ts';
import { emptyBusiness } from '#domain/business/state.ts';
import type { RecordedEvent } from '#domain/event.ts';
import { emptyImportMemory, evolveImportMemory } from '#domain/import-memory/import-memory.ts';
import { accountStream, businessStream, importMemoryStream, paymentStream } from '#domain/streams.ts';
import { purchaseBody } from '#contract/entities/purchase.ts';
import { stockValueBodies } from '#contract/entities/stock-value.ts';
import { supplierBody } from '#contract/entities/supplier.ts';
import { importMemoryBody } from '#contract/import-memory.ts';
import { fromTenThousandths } from '#domain/decimal.ts';
import { accountEvent, businessEvent, importMemoryEvent } from '#eventstore/codec.ts';
import type { EventLog } from '#eventstore/port.ts';
import type { Sessions } from '#identity/sessions.ts';
import type { Vault } from '#identity/vault.ts';
import { type OwnerAnswers, ownerAnswers, salesText } from '#read-model/owner-answers.ts';
import type { MailOutcome } from '../mail/queue.ts';
import { type JsonPart, jsonText, lazyPart } from './json-text.ts';
import type { PersonPurchase } from './purchases.ts';

export interface PersonalFileSources {
  readonly log: Pick<EventLog, 'read'>;
  readonly vault: Pick<Vault, 'find'>;
  readonly sessions: Pick<Sessions, 'timesOf'>;
  readonly accessLog: Pick<AccessLog, 'entriesOf'>;
  /** The current account, read from its stream. */
  readonly account: (userId: string) => Promise<Account>;
  readonly ownedBusinesses: (userId: string) => Promise<readonly string[]>;
  /** Payments that these accounts made or began, and the mail about them. */
  readonly purchases: (userIds: readonly string[], paymentIds: readonly string[]) => Promise<readonly PersonPurchase[]>;
  readonly clock: () => Date;
}

const READ_ME =
  'Tudo o que o Prumo guarda sobre você. Em "negocios", o estado atual está em reais, unidades e por cento; nos eventos, valores e quantidades são inteiros em décimos de milésimo (R$ 12,34 é 123400). Os instantes estão no fuso UTC.';

/** The number of events that are folded at once, because a business may have ten thousand changes. */
const PAGE = 1_000;

/** Writes all data about one person as one JSON document, piece by piece, because a history may be long. */
export function personalFile(sources: PersonalFileSources, userId: string): AsyncGenerator<string> {
  return jsonText(lazyPart(() => documentPart(sources, userId)));
}

async function documentPart(sources: PersonalFileSources, userId: string): Promise<JsonPart> {
  const { log, sessions, accessLog, ownedBusinesses, clock } = sources;
  const account = await sources.account(userId);
  // The guests of an account are the same person before signing in.
  const userIds = [userId, ...account.businessIdsByGuest.keys()];
  const forAllUsers = (load: (id: string) => Promise<readonly object[]>): JsonPart =>
    lazyPart(async () => ({ items: (await Promise.all(userIds.map(load))).flat().map((value) => ({ value })) }));
  return {
    members: [
      ['leia_me', { value: READ_ME }],
      ['gerado_em', { value: clock() }],
      ['conta', lazyPart(() => profilePart(sources, userId, account))],
      ['eventos_da_conta', { items: accountEventParts(log, userId) }],
      ['pagamentos', lazyPart(() => paymentsPart(sources, userIds, account))],
      [
        'negocios',
        lazyPart(async () => ({ items: (await ownedBusinesses(userId)).map((id) => businessPart(log, id)) })),
      ],
      ['sessoes', forAllUsers((id) => sessionRows(sessions, id))],
      ['registro_de_acesso', forAllUsers((id) => accessRows(accessLog, id))],
    ],
  };
}

async function profilePart({ vault }: PersonalFileSources, userId: string, account: Account): Promise<JsonPart> {
  const person = await vault.find(userId);
  const { guest, termsVersion } = account;
  return {
    value: {
      id: userId,
      tipo: guest ? 'sem conta' : 'conta',
      nome: person?.name ?? null,
      email: person?.email ?? null,
      email_verificado: person?.emailVerified ?? false,
      foto: person?.picture ?? null,
      provedor: person ? { emissor: person.issuer, identificador: person.subject } : null,
      criada_em: person?.createdAt ?? null,
      atualizada_em: person?.updatedAt ?? null,
      termos_aceitos: termsVersion,
    },
  };
}

async function* accountEventParts(log: Pick<EventLog, 'read'>, userId: string): AsyncGenerator<JsonPart> {
  for await (const recorded of log.read(accountStream(userId))) {
    const event = accountEvent(recorded);
    if (event) yield { value: { ...eventRow(recorded), o_que: accountSentence(event) } };
  }
}

async function paymentsPart(
  { log, purchases }: PersonalFileSources,
  userIds: readonly string[],
  { paymentIds }: Account,
): Promise<JsonPart> {
  const purchaseList = await purchases(userIds, [...paymentIds]);
  return {
    items: purchaseList.map(({ paymentId, ...purchase }) => ({
      members: [
        ['id', { value: paymentId }],
        ['cobranca', { value: purchaseRow(purchase) }],
        ['eventos', { items: eventParts(log, paymentStream(paymentId)) }],
      ],
    })),
  };
}

const purchaseRow = ({ cents, state, name, email, createdAt, paidAt, mails }: Omit<PersonPurchase, 'paymentId'>) => ({
  valor: cents / 100,
  situacao: STATES[state],
  nome_informado: name,
  email_informado: email,
  criada_em: createdAt,
  paga_em: paidAt,
  emails_enviados: mails.map(({ kind, queuedAt, outcome, endedAt }) => ({
    tipo: kind,
    pedido_em: queuedAt,
    resultado: outcome === null ? 'na fila' : OUTCOMES[outcome],
    terminado_em: endedAt,
  })),
});

const STATES: Readonly<Record<PersonPurchase['state'], string>> = {
  open: 'aguardando pagamento',
  paid: 'paga',
  underpaid: 'paga com valor menor',
  taken_back: 'devolvida',
  closed: 'encerrada sem pagamento',
};

const OUTCOMES: Readonly<Record<MailOutcome, string>> = {
  sent: 'enviado',
  refused: 'recusado pelo destinatário',
  given_up: 'não foi possível enviar',
  pointless: 'não era mais preciso',
};

/** Writes a business: first its events, so that the state that they result in is known when it is written. */
function businessPart(log: Pick<EventLog, 'read'>, id: string): JsonPart {
  let state = emptyBusiness;
  let position: string | null = null;
  async function* businessEventParts(): AsyncGenerator<JsonPart> {
    let page: BusinessEvent[] = [];
    for await (const recorded of log.read(businessStream(id))) {
      const event = businessEvent(recorded);
      if (event) page.push(event);
      if (page.length >= PAGE) [state, page] = [fold(page, state), []];
      position = recorded.position;
      yield { value: eventRow(recorded) };
    }
    state = fold(page, state);
  }
  const currentStatePart = async (): Promise<JsonPart> => {
    const answers = ownerAnswers(state, position);
    return {
      members: [
        ...Object.entries(ANSWERS).map(([answer, name]): readonly [string, JsonPart] => [
          name,
          { text: answers[answer as keyof typeof ANSWERS] },
        ]),
        ['vendas', { text: salesText(state) }],
        ['compras', { items: [...state.purchases.values()].map((row) => ({ value: purchaseBody(row, state) })) }],
        ['fornecedores', { items: [...state.suppliers.values()].map((row) => ({ value: supplierBody(row, state) })) }],
        ['estoque', { items: stockValueBodies(state).map((value) => ({ value })) }],
        ['ticket_informado', { value: state.statedTicket === null ? null : fromTenThousandths(state.statedTicket) }],
      ],
    };
  };
  return {
    members: [
      ['id', { value: id }],
      ['eventos', { items: businessEventParts() }],
      ['estado_atual', lazyPart(currentStatePart)],
      ['memoria_das_importacoes', lazyPart(() => importMemoryPart(log, id))],
    ],
  };
}

/** Writes what the imports of a business remember now, which includes everything in its events. */
async function importMemoryPart(log: Pick<EventLog, 'read'>, businessId: string): Promise<JsonPart> {
  let memory = emptyImportMemory;
  for await (const recorded of log.read(importMemoryStream(businessId))) {
    const event = importMemoryEvent(recorded);
    if (event) memory = evolveImportMemory(memory, event);
  }
  return {
    members: Object.entries(importMemoryBody(memory)).map(([part, entries]): readonly [string, JsonPart] => [
      MEMORY_PARTS[part as keyof typeof MEMORY_PARTS],
      { items: entries.map((value) => ({ value })) },
    ]),
  };
}

const MEMORY_PARTS = { layouts: 'arquivos', names: 'nomes' } as const;

/** The names of the reads of a business in the file. The break-even point is left out: the dashboard contains it. */
const ANSWERS: Readonly<Record<Exclude<keyof OwnerAnswers, 'breakEvenFinancial'>, string>> = {
  listFixedCosts: 'custos_fixos',
  listVariableCosts: 'custos_variaveis',
  listMonthRevenues: 'faturamento',
  listIngredients: 'insumos',
  listPreparations: 'preparos',
  listDishes: 'pratos',
  listChannels: 'canais',
  businessSettings: 'ajustes',
  dashboard: 'indicadores',
};

async function* eventParts(log: Pick<EventLog, 'read'>, stream: string): AsyncGenerator<JsonPart> {
  for await (const recorded of log.read(stream)) yield { value: eventRow(recorded) };
}

const eventRow = ({ type, data, meta }: RecordedEvent) => ({
  quando: meta.at,
  evento: type,
  dados: data,
  feito_por: ACTORS[meta.actor.kind],
});

const ACTORS: Readonly<Record<RecordedEvent['meta']['actor']['kind'], string>> = {
  account: 'conta',
  guest: 'visitante sem conta',
  admin: 'administração',
  system: 'sistema',
};

async function sessionRows(sessions: Pick<Sessions, 'timesOf'>, userId: string): Promise<readonly object[]> {
  return (await sessions.timesOf(userId)).map(({ kind, createdAt, lastSeenAt, expiresAt, revokedAt }) => ({
    tipo: kind === 'guest' ? 'sem conta' : 'conta',
    iniciada_em: createdAt,
    vista_em: lastSeenAt,
    vale_ate: expiresAt,
    encerrada_em: revokedAt,
  }));
}

async function accessRows(accessLog: Pick<AccessLog, 'entriesOf'>, userId: string): Promise<readonly object[]> {
  return (await accessLog.entriesOf(userId)).map(({ at, kind, ip, port }) => ({
    quando: at,
    o_que: kind === 'used' ? 'uso' : 'início de sessão',
    ip,
    porta: port,
  }));
}

/** Writes an event of an account as one plain sentence. */
function accountSentence(event: AccountEvent): string {
  switch (event.type) {
    case 'AccountRegistered':
      return 'A conta foi criada.';
    case 'SignedIn':
      return 'Você entrou na conta.';
    case 'AccessSourceAdded':
      return event.data.source.kind === 'payment'
        ? 'O acesso foi liberado por um pagamento.'
        : 'O acesso foi liberado pela administração.';
    case 'AccessSourceRemoved':
      return 'Um acesso foi retirado.';
    case 'TermsAccepted':
      return `Você aceitou os termos de uso na versão ${event.data.to}.`;
    case 'GuestJoined':
      return 'O que foi usado sem conta neste navegador veio para a conta.';
    case 'GuestBecameAccount':
      return 'O que foi usado sem conta passou para uma conta.';
    case 'BusinessChosen':
      return 'Você escolheu qual negócio o painel mostra.';
    case 'UserErased':
      return 'A conta foi excluída.';
    case 'ErasureCompleted':
      return 'Os dados da conta foram apagados.';
    default:
      return event satisfies never;
  }
}
