import type { GrantEvent } from '#domain/grant/grant.ts';
import type { Predicates } from './sentence.ts';
import { because } from './words.ts';

export const grantPredicates: Predicates<GrantEvent> = {
  GrantGiven: ({ reason }) => `concedeu acesso a um e-mail${because(reason)}`,
  GrantTakenUp: ({ userId }, { nameOf }) => `entregou o acesso concedido a ${nameOf(userId)}`,
  GrantRevoked: ({ userId, reason }, { nameOf }) =>
    `revogou o acesso concedido${userId === null ? '' : ` a ${nameOf(userId)}`}${because(reason)}`,
};
