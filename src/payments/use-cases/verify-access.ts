import type { RequestContext } from '#app/new-events.ts';
import type { AccountOrGuest } from '#domain/account/account.ts';
import type { TransferRequest } from '#domain/payment/payment.ts';
import type { PaymentIntent, PaymentIntents } from '../intent.ts';
import type { ProviderError } from '../provider.ts';
import { isProviderUnavailable } from './find-charge.ts';
import type { ClaimPayment } from './claim-payment.ts';
import type { RereadCharge } from './reread-charge.ts';
import type { PaymentsPorts } from './ports.ts';
import { MIN_READING_INTERVAL_SECONDS } from './intent-update.ts';
import type { SyncAndAwaitAccess } from './sync-access.ts';
import type { Transfers } from './transfers.ts';

/** The account or guest who looks for a payment of their own. */
export interface Claimant {
  readonly user: AccountOrGuest;
  /** The e-mail, if an identity provider vouches for it; else null. */
  readonly verifiedEmail: string | null;
}

export type AccessVerification =
  | 'had_access'
  | 'granted'
  /** The payment was begun, and no money has arrived. */
  | 'waiting'
  | 'underpaid'
  | 'reversed'
  | 'revoked'
  /** A guest uses the payment, and may refuse until that ISO instant. */
  | { readonly answerDeadline: string }
  /** The guest has refused. */
  | 'declined'
  | 'nothing_found';

/**
 * Looks for a payment of the account: begun in its sessions, or begun with its verified e-mail. The access of such a
 * payment goes to the account: immediately where nobody uses it, from a guest only after consent or seven days of
 * silence. Other data of a guest is not moved.
 * @throws ProviderError when no access was granted and the provider could not be asked
 */
export type VerifyAccess = (claimant: Claimant, context: RequestContext) => Promise<AccessVerification>;

const MAX_READINGS = 5;

export function createVerifyAccess(
  ports: Pick<PaymentsPorts, 'intents' | 'paymentCommands' | 'access' | 'accounts' | 'clock' | 'warn'> & {
    readonly claimPayment: ClaimPayment;
    readonly syncAndAwaitAccess: SyncAndAwaitAccess;
    readonly transfers: Pick<Transfers, 'request'>;
    readonly rereadCharge: RereadCharge;
  },
): VerifyAccess {
  const { intents, paymentCommands, access, accounts, clock, warn } = ports;
  const { claimPayment, syncAndAwaitAccess, transfers, rereadCharge } = ports;

  async function rereadOpenCharges(
    open: readonly PaymentIntent[],
    context: RequestContext,
  ): Promise<ProviderError | undefined> {
    for (const { paymentId } of open.slice(0, MAX_READINGS)) {
      if (!(await intents.reserveReading(paymentId, clock(), MIN_READING_INTERVAL_SECONDS))) continue;
      try {
        await rereadCharge(paymentId, context);
      } catch (error) {
        if (!isProviderUnavailable(error)) throw error;
        warn({ paymentId, err: error }, 'the provider could not be asked');
        return error;
      }
    }
    return undefined;
  }

  /** Claims a payment that the account holds already, or may get by its e-mail. @returns the obstacle, or 'granted' */
  async function claimIntent(
    intent: PaymentIntent,
    user: AccountOrGuest,
    context: RequestContext,
  ): Promise<AccessVerification> {
    const payment = await paymentCommands.currentState(intent.paymentId);
    if (payment.reversal !== null) return 'reversed';
    if (payment.isUnderpaid) return 'underpaid';
    if (!payment.isConfirmed) return 'waiting';
    const { holder, holders } = payment;
    if (await access.isRevoked({ id: intent.paymentId, holders })) return 'revoked';
    if (holder?.kind === 'account' && holder.userId !== user.userId) return 'nothing_found';
    const via = intent.user?.userId === user.userId ? 'session' : 'verified_email';
    const claim = { to: user, from: holder?.userId ?? null, via } as const;
    const outcome = await claimPayment(intent.paymentId, claim, context);
    if (outcome.kind === 'refused') {
      const { refusal } = outcome;
      if (refusal.refusal !== 'guest_must_be_asked') return 'nothing_found';
      return requestOutcome(refusal.request ?? (await transfers.request(intent.paymentId, user.userId, context)));
    }
    return (await syncAndAwaitAccess(intent.paymentId, user, context)) === 'none' ? 'nothing_found' : 'granted';
  }

  return async ({ user, verifiedEmail }, context) => {
    if (await accounts.hasAccess(user.userId)) return 'had_access';
    const candidates = await findCandidates(intents, { user, verifiedEmail });
    const open = candidates.filter(({ state }) => state === 'open');
    const failure = await rereadOpenCharges(open, context);
    const outcomes: AccessVerification[] = [];
    for (const intent of candidates) outcomes.push(await claimIntent(intent, user, context));
    if (outcomes.includes('granted')) return 'granted';
    if (failure) throw failure;
    const pending = outcomes.find((outcome) => typeof outcome === 'object');
    return pending ?? BY_INFORMATIVENESS.find((outcome) => outcomes.includes(outcome)) ?? 'nothing_found';
  };
}

/** Lists the payments that were begun in the account's sessions, or with its verified e-mail. */
async function findCandidates(
  intents: Pick<PaymentIntents, 'listByUser' | 'listByEnteredEmail'>,
  { user, verifiedEmail }: Claimant,
): Promise<readonly PaymentIntent[]> {
  const own = await intents.listByUser(user.userId);
  const byEmail =
    verifiedEmail === null || user.kind === 'guest' ? [] : await intents.listByEnteredEmail(verifiedEmail);
  // A payment begun in another account's session belongs to that account, whatever e-mail was typed.
  const all = [...own, ...byEmail.filter((intent) => intent.user === null || intent.user.kind === 'guest')];
  return [...new Map(all.map((intent) => [intent.paymentId, intent])).values()];
}

/** The outcomes that grant nothing, the most informative first: of several, the first in this order is returned. */
const BY_INFORMATIVENESS: readonly AccessVerification[] = ['declined', 'revoked', 'underpaid', 'waiting', 'reversed'];

const requestOutcome = (request: TransferRequest | null): AccessVerification => {
  if (request === null) return 'nothing_found';
  return request.declined ? 'declined' : { answerDeadline: request.answerDeadline };
};
