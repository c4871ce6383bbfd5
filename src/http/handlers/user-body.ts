import type { UserBody } from '#contract/account.ts';
import { LogUnavailable } from '#eventstore/port.ts';
import type { Transfers } from '#payments/use-cases/transfers.ts';
import type { Queries } from '#queries/queries.ts';
import type { SessionUser } from '#queries/visitor.ts';
import type { Administrators } from '../administrators.ts';

/** Builds the JSON body about the visitor. */
export type UserBodyOf = (visitor: SessionUser) => Promise<UserBody>;

export const createUserBody =
  ({
    queries,
    administrators,
    transfers,
    hasAccess,
  }: {
    readonly queries: Pick<Queries, 'hasData'>;
    readonly administrators: Pick<Administrators, 'hasAdminEmail'>;
    readonly transfers: Pick<Transfers, 'findOpenRequest'>;
    readonly hasAccess: (visitor: SessionUser) => Promise<boolean>;
  }): UserBodyOf =>
  async (visitor) => {
    const { userId, kind, email, name, picture, accessGranted, paymentId, pendingGuestId } = visitor;
    const dataToJoin = pendingGuestId && (await Promise.all([pendingGuestId, userId].map((id) => queries.hasData(id))));
    const request = kind === 'guest' && paymentId !== null ? await transfers.findOpenRequest(userId, paymentId) : null;
    return {
      id: userId,
      email,
      name,
      // During a rebuild the read model may lack this person.
      access_granted: accessGranted || (await hasAccess(visitor).catch(falseWhenLogUnavailable)),
      is_admin: administrators.hasAdminEmail(visitor),
      guest: kind === 'guest',
      payment_id: paymentId,
      guest_to_join: dataToJoin ? { has_data: dataToJoin[0] === true, own_data: dataToJoin[1] === true } : null,
      transfer_asked: request && { payment_id: request.paymentId, email: request.email, until: request.answerDeadline },
      google_user_data: name === null ? null : { name, ...(picture === null ? {} : { picture }) },
    };
  };

/** Without the log only the read model can tell, and it has said no. */
function falseWhenLogUnavailable(error: unknown): false {
  if (error instanceof LogUnavailable) return false;
  throw error;
}
