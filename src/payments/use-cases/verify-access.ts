import type { TransferRequest } from '#domain/payment/payment.ts';
import type { Intent, IntentUser } from '../intent.ts';
import { type ProviderError } from '../port.ts';
import { isProviderAway } from './charges.ts';
import type { Claims } from './claims.ts';
import type { Collect } from './collect.ts';
import type { PaymentCall, PaymentsPorts } from './ports.ts';
import { ASK_EVERY_SECONDS } from './charge-reading.ts';
import type { Transfers } from './transfers.ts';

/** The account that looks for a payment of its own. */
export interface Seeker {
  readonly user: IntentUser;
  /** Null unless an identity provider vouches for the e-mail. */
  readonly verifiedEmail: string | null;
}

export type AccessVerification =
  | 'had_access'
  | 'granted'
  /** The payment was begun, and is not paid as far as known. */
  | 'waiting'
  | 'too_little'
  | 'taken_back'
  | 'revoked'
  /** A guest uses the payment, and may refuse until that ISO instant. */
  | { readonly asked: string }
  /** The guest has refused. */
  | 'declined'
  | 'nothing_found';

/**
 * Looks for a payment of the account: begun in its sessions, or begun with its verified e-mail. The access of such a
 * payment goes to the account: immediately where nobody uses it, from a guest only after consent or seven days of
 * silence. Other data of a guest is not moved.
 * @throws ProviderError when nothing was found and the provider could not be asked
 */
export type VerifyAccess = (seeker: Seeker, call: PaymentCall) => Promise<AccessVerification>;

const MAX_ASKED = 5;

export function createVerifyAccess(
  ports: Pick<PaymentsPorts, 'intents' | 'payments' | 'access' | 'accounts' | 'clock' | 'warn'> & {
    readonly claims: Claims;
    readonly transfers: Pick<Transfers, 'request'>;
    readonly collect: Collect;
  },
): VerifyAccess {
  const { intents, payments, access, accounts, clock, warn, claims, transfers, collect } = ports;

  async function askedProvider(open: readonly Intent[], call: PaymentCall): Promise<ProviderError | undefined> {
    for (const { paymentId } of open.slice(0, MAX_ASKED)) {
      if (!(await intents.mayAsk(paymentId, clock(), ASK_EVERY_SECONDS))) continue;
      try {
        await collect(paymentId, call);
      } catch (error) {
        if (!isProviderAway(error)) throw error;
        warn({ paymentId, err: error }, 'the provider could not be asked');
        return error;
      }
    }
    return undefined;
  }

  /** Claims a payment that the account holds already, or may get by its e-mail. @returns the obstacle, or 'granted' */
  async function claimed(intent: Intent, user: IntentUser, call: PaymentCall): Promise<AccessVerification> {
    const payment = await payments.current(intent.paymentId);
    if (payment.takenBack !== null) return 'taken_back';
    if (payment.isUnderpaid) return 'too_little';
    if (!payment.confirmed) return 'waiting';
    const { holder, holders } = payment;
    if (await access.isRevoked({ id: intent.paymentId, holders })) return 'revoked';
    if (holder?.kind === 'account' && holder.userId !== user.userId) return 'nothing_found';
    const via = intent.user?.userId === user.userId ? 'session' : 'verified_email';
    const claim = { to: user, from: holder?.userId ?? null, via } as const;
    const outcome = await claims.claim(intent.paymentId, claim, call);
    if (outcome.kind === 'refused') {
      const { refusal } = outcome;
      if (refusal.refusal !== 'guest_has_a_say') return 'nothing_found';
      return waitsForGuest(refusal.request ?? (await transfers.request(intent.paymentId, user.userId, call)));
    }
    return (await claims.settled(intent.paymentId, user, call)) === 'none' ? 'nothing_found' : 'granted';
  }

  return async ({ user, verifiedEmail }, call) => {
    if (await accounts.hasAccess(user.userId)) return 'had_access';
    const own = await intents.ofUser(user.userId);
    const typed = verifiedEmail === null || user.kind === 'guest' ? [] : await intents.ofClaimedEmail(verifiedEmail);
    // A payment begun in another account's session belongs to that account, whatever e-mail was typed.
    const all = [...own, ...typed.filter(({ user: theirs }) => theirs === null || theirs.kind === 'guest')];
    const found = [...new Map(all.map((intent) => [intent.paymentId, intent])).values()];
    const failure = await askedProvider(
      found.filter(({ state }) => state === 'open'),
      call,
    );
    const outcomes: AccessVerification[] = [];
    for (const intent of found) outcomes.push(await claimed(intent, user, call));
    if (outcomes.includes('granted')) return 'granted';
    if (failure) throw failure;
    const asked = outcomes.find((outcome) => typeof outcome === 'object');
    return asked ?? NEAREST.find((each) => outcomes.includes(each)) ?? 'nothing_found';
  };
}

/** The most informative of several answers is returned. */
const NEAREST: readonly AccessVerification[] = ['declined', 'revoked', 'too_little', 'waiting', 'taken_back'];

const waitsForGuest = (request: TransferRequest | null): AccessVerification => {
  if (request === null) return 'nothing_found';
  return request.declined ? 'declined' : { asked: request.until };
};
