import type { PaymentIntent } from '../intent.ts';
import { type Charge, type PaymentProvider, ProviderError } from '../provider.ts';

/**
 * Tells whether the provider failed to answer properly, so that a retry may succeed; false when it understood and
 * refused.
 */
export const isProviderUnavailable = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && error.kind !== 'rejected' && error.kind !== 'not_found';

/** Reads a charge; undefined where the provider does not know it. @throws ProviderError */
export async function findChargeById(provider: PaymentProvider, id: string): Promise<Charge | undefined> {
  try {
    return await provider.getCharge(id);
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

/**
 * Finds the provider's charge for one of our payments: the paid one if there are several. It is read again by its id,
 * because a list may leave the code out.
 * @throws ProviderError
 */
export async function findChargeByPayment(provider: PaymentProvider, paymentId: string): Promise<Charge | undefined> {
  let candidate: Charge | undefined;
  for await (const charge of provider.listCharges({ paymentId })) {
    if (charge.paymentId !== paymentId) continue;
    if (charge.status === 'paid') return findChargeById(provider, charge.chargeId);
    candidate ??= charge;
  }
  return candidate && findChargeById(provider, candidate.chargeId);
}

/**
 * Tells whether a static PIX code is unpaid, as read by `getCharge`: the provider reports no amount for it, and it
 * expires without being cancelled. A newly created one has its price.
 */
export const isUnpaidStaticCode = ({ cents }: Charge): boolean => cents === 0;

/**
 * Tells whether a charge belongs to a payment according to the provider; one that lost our payment id is recognised by
 * its own id.
 */
export const isChargeOf = ({ paymentId, chargeId }: PaymentIntent, charge: Charge): boolean =>
  charge.paymentId === null ? charge.chargeId === chargeId : charge.paymentId === paymentId;
