import type { AccessSource, AccountEvent } from '#domain/account/account.ts';
import type { EventPhrases } from './sentence.ts';
import type { GrantEvent } from '#domain/grant/grant.ts';
import { reasonSuffix, countText } from './words.ts';
import type { AdminEvent, PersonalDataKind } from '#domain/admin/admin.ts';
import { formatCount } from '#domain/format.ts';

export const accountPhrases: EventPhrases<AccountEvent> = {
  AccountRegistered: () => 'criou a conta',
  SignedIn: () => 'entrou',
  AccessSourceAdded: ({ source }) => `liberou o acesso por ${sourceOf(source)}`,
  AccessSourceRemoved: ({ source, reason }) =>
    `retirou o acesso que vinha de ${sourceOf(source)} (${REMOVAL_REASONS[reason] ?? reason})`,
  TermsAccepted: ({ to }) => `aceitou os termos de uso na versão de ${versionDate(to)}`,
  GuestJoined: ({ guestId }, { nameOf }) => `juntou à conta o que usava sem conta (${nameOf(guestId)})`,
  GuestBecameAccount: ({ userId }, { nameOf }) => `passou o que usava sem conta para ${nameOf(userId)}`,
  BusinessChosen: () => 'passou a usar outro negócio da conta',
  UserErased: () => 'pediu a exclusão da conta e de todos os dados',
  ErasureCompleted: () => 'concluiu a exclusão da conta e de todos os dados',
};

/** Reasons why access ended, by the code in `AccessSourceRemoved`. */
const REMOVAL_REASONS: Readonly<Record<string, string>> = {
  revoked: 'revogado pela administração',
  refunded: 'pagamento devolvido',
  charged_back: 'pagamento contestado',
  claimed_by_another: 'pagamento passado para outra conta',
};

/** The version of the terms is the day they came into force: '2026-11-21' → '21/11/2026'. */
const versionDate = (version: string): string => version.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1');

const sourceOf = ({ kind, id }: AccessSource): string =>
  `${kind === 'payment' ? 'pagamento' : 'concessão'} ${id.slice(0, 8)}`;

export const grantPhrases: EventPhrases<GrantEvent> = {
  GrantGiven: ({ reason }) => `concedeu acesso a um e-mail${reasonSuffix(reason)}`,
  GrantTakenUp: ({ userId }, { nameOf }) => `entregou o acesso concedido a ${nameOf(userId)}`,
  GrantRevoked: ({ userId, reason }, { nameOf }) =>
    `revogou o acesso concedido${userId === null ? '' : ` a ${nameOf(userId)}`}${reasonSuffix(reason)}`,
};

export const adminPhrases: EventPhrases<AdminEvent> = {
  AdminPasswordGiven: () => 'entrou na administração com a senha',
  AdminPasswordRefused: () => 'errou a senha da administração',
  AdminAccessDenied: ({ call, count: times }) =>
    `tentou usar ${call} sem permissão${times === 1 ? '' : `, ${formatCount(times)} vezes em um minuto`}`,
  PaymentsVerified({ checked, granted: confirmed, failed }) {
    const failures = failed === 0 ? '' : `, com ${formatCount(failed)} sem resposta`;
    return `verificou ${countText(checked, 'pagamento', 'pagamentos')} e liberou ${formatCount(confirmed)}${failures}`;
  },
  AccessRevoked: ({ userId, reason }, { nameOf }) =>
    `revogou todo o acesso de ${nameOf(userId)}${reasonSuffix(reason)}`,
  RefundRequested: ({ reason }) => `pediu a devolução do pagamento${reasonSuffix(reason)}`,
  SessionsEnded: ({ userId, sessions }, { nameOf }) =>
    `encerrou ${countText(sessions, 'sessão', 'sessões')} de ${nameOf(userId)}`,
  PersonalDataRead: ({ what, userId }, { nameOf }) =>
    `consultou ${PERSONAL_DATA_NAMES[what]}${userId === null ? '' : ` de ${nameOf(userId)}`}`,
};

const PERSONAL_DATA_NAMES: Readonly<Record<PersonalDataKind, string>> = {
  users: 'a lista de pessoas',
  person: 'os dados',
  waiting_grants: 'as concessões à espera',
  audit: 'a trilha de auditoria',
  audit_export: 'a trilha de auditoria em arquivo',
};
