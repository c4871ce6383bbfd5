import type { RequestContext } from '#app/new-events.ts';
import type { AccountOrGuest } from '#domain/account/account.ts';
import { READ_YOUR_WRITES_TIMEOUT_MS } from '#read-model/position-waiter.ts';
import type { PaymentsPorts } from './ports.ts';

/**
 * Gives the access of a payment to its holder, as `Access.syncAccounts` does, and waits until the read model shows it.
 * `visible`: the read model shows that the holder has access; `not_yet_visible`: the wait has timed out; `none`: the
 * holder has no access.
 */
export type SyncAndAwaitAccess = (
  paymentId: string,
  holder: AccountOrGuest,
  context: RequestContext,
) => Promise<'visible' | 'not_yet_visible' | 'none'>;

export function createSyncAndAwaitAccess({
  access,
  accounts,
  readModel,
}: Pick<PaymentsPorts, 'access' | 'accounts' | 'readModel'>): SyncAndAwaitAccess {
  return async (paymentId, holder, context) => {
    const position = await access.syncAccounts(paymentId, context);
    if (position === null) return 'none';
    const waitResult = await readModel.waitFor(position, READ_YOUR_WRITES_TIMEOUT_MS);
    if (!(await accounts.hasAccess(holder.userId))) return 'none';
    return waitResult === 'reached' ? 'visible' : 'not_yet_visible';
  };
}
