import type { AccessSource, AccountEvent } from '#domain/account/account.ts';
import type { Predicates } from './sentence.ts';

export const accountPredicates: Predicates<AccountEvent> = {
  AccountRegistered: () => 'criou a conta',
  SignedIn: () => 'entrou',
  AccessSourceAdded: ({ source }) => `liberou o acesso por ${sourceOf(source)}`,
  AccessSourceRemoved: ({ source, reason }) =>
    `retirou o acesso que vinha de ${sourceOf(source)} (${WHY_REMOVED[reason] ?? reason})`,
  TermsAccepted: ({ to }) => `aceitou os termos de uso na versão de ${dayOf(to)}`,
  GuestJoined: ({ guestId }, { nameOf }) => `juntou à conta o que usava sem conta (${nameOf(guestId)})`,
  GuestBecameAccount: ({ userId }, { nameOf }) => `passou o que usava sem conta para ${nameOf(userId)}`,
  BusinessChosen: () => 'passou a usar outro negócio da conta',
  UserErased: () => 'pediu a exclusão da conta e de todos os dados',
  ErasureCompleted: () => 'concluiu a exclusão da conta e de todos os dados',
};

/** Why access ended, as `AccessSourceRemoved` has it. */
const WHY_REMOVED: Readonly<Record<string, string>> = {
  revoked: 'revogado pela administração',
  refunded: 'pagamento devolvido',
  charged_back: 'pagamento contestado',
  claimed_by_another: 'pagamento passado para outra conta',
};

/** The version of the terms is the day they came into force: '2026-11-21' → '21/11/2026'. */
const dayOf = (version: string): string => version.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1');

const sourceOf = ({ kind, id }: AccessSource): string =>
  `${kind === 'payment' ? 'pagamento' : 'concessão'} ${id.slice(0, 8)}`;
