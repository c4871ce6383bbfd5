import type { AdminEvent, PersonalDataKind } from '#domain/admin/admin.ts';
import { count } from '#domain/format.ts';
import type { Predicates } from './sentence.ts';
import { because, counted } from './words.ts';

export const adminPredicates: Predicates<AdminEvent> = {
  AdminPasswordGiven: () => 'entrou na administração com a senha',
  AdminPasswordRefused: () => 'errou a senha da administração',
  AdminAccessDenied: ({ call, count: times }) =>
    `tentou usar ${call} sem permissão${times === 1 ? '' : `, ${count(times)} vezes em um minuto`}`,
  PaymentsVerified({ checked, granted, failed }) {
    const failures = failed === 0 ? '' : `, com ${count(failed)} sem resposta`;
    return `verificou ${counted(checked, 'pagamento', 'pagamentos')} e liberou ${count(granted)}${failures}`;
  },
  AccessRevoked: ({ userId, reason }, { nameOf }) => `revogou todo o acesso de ${nameOf(userId)}${because(reason)}`,
  RefundRequested: ({ reason }) => `pediu a devolução do pagamento${because(reason)}`,
  SessionsEnded: ({ userId, sessions }, { nameOf }) =>
    `encerrou ${counted(sessions, 'sessão', 'sessões')} de ${nameOf(userId)}`,
  PersonalDataRead: ({ what, userId }, { nameOf }) =>
    `consultou ${READ[what]}${userId === null ? '' : ` de ${nameOf(userId)}`}`,
};

const READ: Readonly<Record<PersonalDataKind, string>> = {
  users: 'a lista de pessoas',
  person: 'os dados',
  waiting_grants: 'as concessões à espera',
  audit: 'a trilha de auditoria',
  audit_export: 'a trilha de auditoria em arquivo',
};
