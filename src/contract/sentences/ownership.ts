import type { OwnershipEvent } from '#domain/business/ownership.ts';
import type { Predicates } from './sentence.ts';

export const ownershipPredicates: Predicates<OwnershipEvent> = {
  BusinessOpened: () => 'abriu o negócio',
  BusinessOwnerChanged: ({ from, to }, { nameOf }) => `passou o negócio de ${nameOf(from)} para ${nameOf(to)}`,
  BusinessErased: () => 'excluiu o negócio e tudo o que havia nele',
};
