import { STREAM_KINDS, streamRef } from '#domain/streams.ts';
import * as v from 'valibot';
import { bodySchema } from './body.ts';
import { defineEndpoints } from './endpoint.ts';
import { Email, Id, freeText } from './fields.ts';
import { isDay } from './instants.ts';
import { CHECK_EMAIL } from './limits.ts';
import { isUsable } from '#domain/text.ts';
import { adminRoutes } from './routes/admin.ts';

const Instant = v.pipe(v.string(), v.description('Instante ISO 8601.'));
const Count = v.number();
const Reason = freeText(300, {
  missing: 'Escreva o motivo.',
  tooLong: 'O motivo pode ter no máximo 300 caracteres.',
});
const Text = freeText(200, { tooLong: 'Este texto é longo demais.' });
const PAGE_SENTENCE = 'Este marcador de página não existe.';
const Cursor = v.pipe(v.string(PAGE_SENTENCE), v.regex(/^\d{1,18}$/, PAGE_SENTENCE));
const DAY_SENTENCE = 'Informe um dia, como 2026-11-21.';
const Day = v.pipe(v.string(DAY_SENTENCE), v.metadata({ format: 'date', maxLength: 10 }), v.check(isDay, DAY_SENTENCE));
const STREAM_SENTENCE = 'Este fluxo não existe.';
const Stream = v.pipe(
  v.string(STREAM_SENTENCE),
  v.metadata({ maxLength: 100 }),
  v.check((text) => streamRef(text) !== undefined, STREAM_SENTENCE),
);
const ById = v.object({ id: Id });

export const AdminUserReply = v.object({
  id: v.string(),
  email: v.nullable(v.string()),
  name: v.nullable(v.string()),
  access_granted: v.boolean(),
  is_admin: v.boolean(),
  guest: v.boolean(),
  payment_id: v.nullable(v.string()),
  created_at: Instant,
});

/** Largest number of waiting grants in one reply, the newest first. */
export const MAX_WAITING_GRANTS = 200;

/** People on one page of the list; another page may follow a full one. */
export const USERS_PER_PAGE = 50;

/** A position in the list of people: the page begins after this person. */
export interface UserPageStart {
  readonly createdAt: Date;
  readonly userId: string;
}

/** The registration in milliseconds and the person's id: `1763694000000~<user id>`. */
const UserCursor = v.pipe(
  v.string(PAGE_SENTENCE),
  v.regex(/^\d{1,13}~[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, PAGE_SENTENCE),
  v.transform((text): UserPageStart => {
    const [instant, userId = ''] = text.split('~');
    return { createdAt: new Date(Number(instant)), userId };
  }),
);

/** The parameter `before` for the page after this person. */
export const userCursor = (user: { readonly id: string; readonly created_at: string }): string =>
  `${Date.parse(user.created_at)}~${user.id}`;

export const UserCountsReply = v.object({ total: Count, granted: Count, pending: Count, waiting_grants: Count });

const PaymentSummaryReply = v.object({
  id: v.string(),
  status: v.string(),
  amount: v.number(),
  created_at: Instant,
  paid_at: v.nullable(Instant),
  can_refund: v.boolean(),
});

const GrantActionReply = v.object({
  at: Instant,
  by: v.pipe(v.string(), v.description('Nome de quem fez.')),
  reason: v.nullable(v.string()),
});

const WaitingGrantReply = v.object({ id: v.string(), email: v.string(), given: v.nullable(GrantActionReply) });

/** Everything about one person's access, on one page. */
export const PersonReply = v.object({
  user: AdminUserReply,
  payments: v.array(PaymentSummaryReply),
  grants: v.array(
    v.object({
      id: v.string(),
      waiting: v.pipe(v.boolean(), v.description('Começa a valer na primeira entrada da pessoa.')),
      revoked: v.boolean(),
      given: v.nullable(GrantActionReply),
      ended: v.nullable(GrantActionReply),
    }),
  ),
  sessions: v.array(v.object({ created_at: Instant, last_seen_at: Instant, kind: v.picklist(['account', 'guest']) })),
});

export const VerifyAllReply = v.object({
  total_checked: Count,
  granted_count: Count,
  message: v.string(),
  results: v.array(
    v.object({
      email: v.nullable(v.string()),
      payment_id: v.string(),
      granted: v.boolean(),
      status: v.string(),
      found_payment: v.boolean(),
      error: v.nullable(v.string()),
    }),
  ),
});

export const AuditEntryReply = v.object({
  number: v.pipe(v.string(), v.description('Lugar na trilha; também o marcador para continuar.')),
  at: Instant,
  type: v.string(),
  kind: v.string(),
  stream: v.string(),
  actor: v.object({ kind: v.string(), id: v.string(), name: v.string() }),
  sentence: v.string(),
  erased: v.boolean(),
});

const AuditPageReply = v.object({
  entries: v.array(AuditEntryReply),
  next: v.pipe(v.nullable(Cursor), v.description('Para continuar daqui para trás; null no começo da trilha.')),
  searched_until: v.pipe(v.nullable(Instant), v.description('Até onde a busca por texto já olhou.')),
});

export const AuditDetailReply = v.object({
  entry: AuditEntryReply,
  before: v.unknown(),
  after: v.unknown(),
  cause: v.nullable(AuditEntryReply),
  effects: v.array(AuditEntryReply),
  raw: v.object({ meta: v.unknown(), data: v.unknown(), digest: v.string(), hash: v.string() }),
});

const TYPE_SENTENCE = 'Tipo de evento desconhecido.';
const auditFilter = {
  person: v.optional(Id),
  kind: v.optional(v.picklist(STREAM_KINDS, 'Este tipo de fluxo não existe.')),
  type: v.optional(v.pipe(v.string(TYPE_SENTENCE), v.regex(/^[A-Za-z]{1,40}$/, TYPE_SENTENCE))),
  stream: v.optional(Stream),
  from: v.optional(Day),
  to: v.optional(Day),
  text: v.optional(Text),
};

export const AUDIT_ENTRIES_PER_PAGE = 50;

const MessageReply = v.object({ message: v.string() });

const administration = { access: 'admin', tag: 'Administração' } as const;
const audit = { access: 'admin', tag: 'Auditoria' } as const;
const diagnostics = { access: 'admin', tag: 'Diagnóstico' } as const;

/** All endpoints but three require a listed e-mail and the password; decision records name the three. */
export const adminEndpoints = defineEndpoints({
  checkAdminEmail: {
    ...adminRoutes.checkAdminEmail,
    access: 'anyone',
    tag: 'Administração',
    summary: 'Primeiro passo da entrada na administração. Quem não entrou recebe a mesma resposta para todo e-mail.',
    limit: CHECK_EMAIL,
    body: bodySchema({ email: Email }),
    reply: v.object({ next: v.picklist(['sign_in', 'password']) }),
  },
  verifyAdminPassword: {
    ...adminRoutes.verifyAdminPassword,
    access: 'listedAdmin',
    tag: 'Administração',
    summary: 'Confere a senha da administração.',
    body: bodySchema({
      // The password is compared as it was typed, with its spaces. One with unusable characters cannot be right.
      password: v.pipe(
        v.string('Por favor, insira a senha'),
        v.nonEmpty('Por favor, insira a senha'),
        v.maxLength(200, 'Senha incorreta. Tente novamente.'),
        v.check(isUsable, 'Senha incorreta. Tente novamente.'),
      ),
    }),
    reply: v.object({ verified: v.literal(true) }),
  },
  checkAdmin: {
    ...adminRoutes.checkAdmin,
    access: 'listedAdmin',
    tag: 'Administração',
    summary: 'Se quem pergunta administra o Prumo, e se a senha ainda vale.',
    reply: v.object({ isAdmin: v.literal(true), password_verified: v.boolean() }),
  },
  verifyAllPayments: {
    ...adminRoutes.verifyAllPayments,
    ...administration,
    summary: 'Confere no provedor todos os pagamentos em aberto e libera os que foram pagos.',
    reply: VerifyAllReply,
  },
  verificationProgress: {
    ...adminRoutes.verificationProgress,
    ...administration,
    summary: 'Quanto da verificação em curso já foi feito.',
    reply: v.object({ running: v.boolean(), checked: Count, total: Count }),
  },
  grantAccess: {
    ...adminRoutes.grantAccess,
    ...administration,
    summary: 'Concede acesso a um e-mail; sem conta ainda, vale na primeira entrada com ele verificado.',
    params: v.object({ email: Email }),
    reply: MessageReply,
  },
  listWaitingGrants: {
    ...adminRoutes.listWaitingGrants,
    ...administration,
    summary: 'Concessões a e-mails com que ninguém entrou ainda, as mais novas primeiro. A consulta fica registrada.',
    reply: v.array(WaitingGrantReply),
  },
  withdrawGrant: {
    ...adminRoutes.withdrawGrant,
    ...administration,
    summary: 'Retira uma concessão que ainda espera, com o motivo.',
    params: ById,
    body: bodySchema({ reason: Reason }),
    reply: MessageReply,
  },
  revokeAccess: {
    ...adminRoutes.revokeAccess,
    ...administration,
    summary: 'Retira todo o acesso de uma pessoa, com o motivo. Os dados dela ficam.',
    params: ById,
    body: bodySchema({ reason: Reason }),
    reply: MessageReply,
  },
  refundPayment: {
    ...adminRoutes.refundPayment,
    ...administration,
    summary: 'Devolve um pagamento inteiro pelo provedor.',
    params: ById,
    body: bodySchema({ reason: Reason }),
    reply: MessageReply,
  },
  listUsers: {
    ...adminRoutes.listUsers,
    ...administration,
    summary: 'Pessoas, as mais novas primeiro; a resposta diz em X-Next o marcador da página seguinte.',
    query: v.object({
      search: v.optional(Text),
      access: v.optional(v.picklist(['granted', 'pending'], 'Escolha entre granted e pending.')),
      before: v.optional(UserCursor),
    }),
    reply: v.array(AdminUserReply),
  },
  countUsers: {
    ...adminRoutes.countUsers,
    ...administration,
    summary: 'Quantas pessoas há, com e sem acesso.',
    reply: UserCountsReply,
  },
  person: {
    ...adminRoutes.person,
    ...administration,
    summary: 'Pagamentos, concessões e sessões de uma pessoa. A consulta fica registrada.',
    params: ById,
    reply: PersonReply,
  },
  endSessions: {
    ...adminRoutes.endSessions,
    ...administration,
    summary: 'Encerra todas as sessões de uma pessoa.',
    status: 204,
    params: ById,
  },
  auditTrail: {
    ...adminRoutes.auditTrail,
    ...audit,
    summary: 'Tudo o que aconteceu, do mais novo para o mais antigo.',
    query: v.object({ ...auditFilter, before: v.optional(Cursor), after: v.optional(Cursor) }),
    reply: AuditPageReply,
  },
  auditEntry: {
    ...adminRoutes.auditEntry,
    ...audit,
    summary: 'Um acontecimento inteiro: quem, quando, antes e depois, causa e efeitos.',
    params: v.object({ number: Cursor }),
    reply: AuditDetailReply,
  },
  auditState: {
    ...adminRoutes.auditState,
    ...audit,
    summary: 'Estado da corrente que protege a trilha.',
    reply: v.object({
      entries: Count,
      head_hash: v.nullable(v.string()),
      anchored_at: v.nullable(Instant),
      anchored_entries: v.nullable(Count),
      verified_at: v.nullable(Instant),
      problems: v.nullable(Count),
    }),
  },
  auditCsv: {
    ...adminRoutes.auditCsv,
    ...audit,
    summary: 'A trilha filtrada como planilha (CSV com ponto e vírgula).',
    query: v.object(auditFilter),
    media: 'text/csv',
  },
  auditLive: {
    ...adminRoutes.auditLive,
    ...audit,
    summary: 'Avisa (server-sent events) a cada acontecimento novo na trilha.',
    media: 'text/event-stream',
  },
  paymentTest: {
    ...adminRoutes.paymentTest,
    ...diagnostics,
    summary: 'Se o provedor de pagamento responde.',
    reply: v.object({ ok: v.boolean(), provider: v.string(), milliseconds: Count }),
  },
  paymentCreateTest: {
    ...adminRoutes.paymentCreateTest,
    ...diagnostics,
    summary: 'Cria uma cobrança de teste; só no modo de teste.',
    reply: v.object({ ok: v.boolean(), created: v.boolean(), message: v.string() }),
  },
  workerIp: {
    ...adminRoutes.workerIp,
    ...diagnostics,
    summary: 'Endereços deste servidor na rede e versões em uso.',
    reply: v.object({ addresses: v.array(v.string()), node: v.string(), version: v.string() }),
  },
  systemState: {
    ...adminRoutes.systemState,
    ...diagnostics,
    summary: 'Registro de eventos e leitura: alcance, atraso, negócios parados, ajustes que prejudicam, versões.',
    reply: v.object({
      log: v.object({
        reachable: v.boolean(),
        kind: v.string(),
        head: v.nullable(v.string()),
        erasures_waiting: v.nullable(Count),
      }),
      read_model: v.object({
        position: v.nullable(v.string()),
        behind_events: v.nullable(Count),
        behind_seconds: v.nullable(v.number()),
        parked: v.array(v.object({ kind: v.string(), id: v.string(), error: v.string() })),
      }),
      audit: v.object({ entries: Count, behind_events: v.nullable(Count) }),
      harmful_settings: v.array(
        v.object({ name: v.picklist(['jit', 'synchronous_commit', 'fsync']), value: v.string() }),
      ),
      versions: v.object({ prumo: v.string(), node: v.string(), postgres: v.string() }),
    }),
  },
});
