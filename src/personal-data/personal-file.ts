import type { AccessLog } from '#src/access-log/access-log.ts';
import type { Account } from '#domain/account/account.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { fold } from '#domain/business/evolve.ts';
import { emptyBusiness } from '#domain/business/state.ts';
import type { RecordedEvent } from '#domain/event.ts';
import { accountStream, businessStream, paymentStream } from '#domain/streams.ts';
import { numberFromUnits } from '#domain/decimal.ts';
import { accountEvent, businessEvent } from '#eventstore/codec.ts';
import type { EventLog } from '#eventstore/port.ts';
import type { Sessions } from '#identity/sessions.ts';
import type { Vault } from '#identity/vault.ts';
import { ownerAnswers } from '#projections/read/owner-answers.ts';
import { accountSentence } from './account-sentences.ts';
import { type JsonPart, jsonText, later } from './json-text.ts';

export interface PersonalFileSources {
  readonly log: Pick<EventLog, 'read'>;
  readonly vault: Pick<Vault, 'find'>;
  readonly sessions: Pick<Sessions, 'of'>;
  readonly accessLog: Pick<AccessLog, 'of'>;
  /** The account as its stream has it now. */
  readonly account: (userId: string) => Promise<Account>;
  readonly ownedBusinesses: (userId: string) => Promise<readonly string[]>;
  readonly clock: () => Date;
}

const READ_ME =
  'Tudo o que o Prumo guarda sobre você. Em "negocios", o estado atual está em reais, unidades e por cento; nos eventos, valores e quantidades são inteiros em décimos de milésimo (R$ 12,34 é 123400). Os instantes estão no fuso UTC.';

/** A business of ten thousand changes is folded in pages of this many. */
const PAGE = 1_000;

/** Everything kept about one person as one JSON document, as text piece by piece: a history may be long. */
export function personalFile(sources: PersonalFileSources, userId: string): AsyncGenerator<string> {
  const { log, sessions, accessLog, ownedBusinesses, clock } = sources;
  const listOf = (load: () => Promise<readonly object[]>): JsonPart =>
    later(async () => ({ items: (await load()).map((value) => ({ value })) }));
  return jsonText({
    members: [
      ['leia_me', { value: READ_ME }],
      ['gerado_em', { value: clock() }],
      ['conta', later(() => profile(sources, userId))],
      ['eventos_da_conta', { items: accountEvents(log, userId) }],
      ['pagamentos', later(() => payments(sources, userId))],
      ['negocios', later(async () => ({ items: (await ownedBusinesses(userId)).map((id) => business(log, id)) }))],
      ['sessoes', listOf(() => sessionRows(sessions, userId))],
      ['registro_de_acesso', listOf(() => accessRows(accessLog, userId))],
    ],
  });
}

async function profile({ vault, account }: PersonalFileSources, userId: string): Promise<JsonPart> {
  const person = await vault.find(userId);
  const { guest, termsVersion } = await account(userId);
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

async function* accountEvents(log: Pick<EventLog, 'read'>, userId: string): AsyncGenerator<JsonPart> {
  for await (const recorded of log.read(accountStream(userId))) {
    const event = accountEvent(recorded);
    if (event) yield { value: { ...eventRow(recorded), o_que: accountSentence(event) } };
  }
}

async function payments({ log, account }: PersonalFileSources, userId: string): Promise<JsonPart> {
  const { paymentIds } = await account(userId);
  return {
    items: [...paymentIds].map((id) => ({
      members: [
        ['id', { value: id }],
        ['eventos', { items: eventRows(log, paymentStream(id)) }],
      ],
    })),
  };
}

/** The events first, so that what they add up to is known when they have been written. */
function business(log: Pick<EventLog, 'read'>, id: string): JsonPart {
  let state = emptyBusiness;
  let position: string | null = null;
  async function* events(): AsyncGenerator<JsonPart> {
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
  const current = async (): Promise<JsonPart> => {
    const answers = ownerAnswers(state, position);
    return {
      members: [
        ['custos_fixos', { text: answers.fixedCosts }],
        ['custos_variaveis', { text: answers.variableCosts }],
        ['faturamento', { text: answers.months }],
        ['insumos', { text: answers.ingredients }],
        ['pratos', { text: answers.dishes }],
        ['ticket_informado', { value: state.statedTicket === null ? null : numberFromUnits(state.statedTicket) }],
        ['indicadores', { text: answers.dashboard }],
      ],
    };
  };
  return {
    members: [
      ['id', { value: id }],
      ['eventos', { items: events() }],
      ['estado_atual', later(current)],
    ],
  };
}

async function* eventRows(log: Pick<EventLog, 'read'>, stream: string): AsyncGenerator<JsonPart> {
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

async function sessionRows(sessions: Pick<Sessions, 'of'>, userId: string): Promise<readonly object[]> {
  return (await sessions.of(userId)).map(({ kind, createdAt, lastSeenAt, expiresAt, revokedAt }) => ({
    tipo: kind === 'guest' ? 'sem conta' : 'conta',
    iniciada_em: createdAt,
    vista_em: lastSeenAt,
    vale_ate: expiresAt,
    encerrada_em: revokedAt,
  }));
}

async function accessRows(accessLog: Pick<AccessLog, 'of'>, userId: string): Promise<readonly object[]> {
  return (await accessLog.of(userId)).map(({ at, kind, ip, port }) => ({
    quando: at,
    o_que: kind === 'used' ? 'uso' : 'início de sessão',
    ip,
    porta: port,
  }));
}
