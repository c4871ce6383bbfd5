import type { UserBody } from '#contract/user.ts';
import { LogUnavailable } from '#eventstore/port.ts';
import type { Transfers } from '#payments/use-cases/transfers.ts';
import type { Queries } from '#queries/queries.ts';
import type { Visitor } from '#queries/visitor.ts';
import type { Administrators } from '../administrators.ts';

/** The user record in the form that the screens need. */
export type UserBodyOf = (visitor: Visitor) => Promise<UserBody>;

export const createUserBody =
  ({
    queries,
    administrators,
    transfers,
    hasAccess,
  }: {
    readonly queries: Pick<Queries, 'hasData'>;
    readonly administrators: Pick<Administrators, 'isListed'>;
    readonly transfers: Pick<Transfers, 'askedOf'>;
    readonly hasAccess: (visitor: Visitor) => Promise<boolean>;
  }): UserBodyOf =>
  async (visitor) => {
    const { userId, kind, email, name, picture, accessGranted, paymentId, joinsUserId } = visitor;
    const toJoin = joinsUserId && (await Promise.all([joinsUserId, userId].map((id) => queries.hasData(id))));
    const asked = kind === 'guest' && paymentId !== null ? await transfers.askedOf(userId, paymentId) : null;
    return {
      id: userId,
      email,
      name,
      // During a rebuild the read model may lack this person.
      access_granted: accessGranted || (await hasAccess(visitor).catch(unknownForNow)),
      is_admin: administrators.isListed(visitor),
      guest: kind === 'guest',
      payment_id: paymentId,
      guest_to_join: toJoin ? { has_data: toJoin[0] === true, own_data: toJoin[1] === true } : null,
      transfer_asked: asked && { payment_id: asked.paymentId, email: asked.email, until: asked.until },
      google_user_data: name === null ? null : { name, ...(picture === null ? {} : { picture }) },
    };
  };

/** Without the log, only the read model can tell. */
function unknownForNow(error: unknown): false {
  if (error instanceof LogUnavailable) return false;
  throw error;
}
