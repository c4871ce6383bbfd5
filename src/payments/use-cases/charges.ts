import type { Intent } from '../intent.ts';
import { type Charge, type PaymentProvider, ProviderError } from '../port.ts';

/**
 * Whether the provider failed to answer properly, so that a retry may succeed; false when it understood and refused.
 */
export const isProviderAway = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && error.kind !== 'rejected' && error.kind !== 'not_found';

/** Undefined where the provider does not know the charge. @throws ProviderError */
export async function chargeById(provider: PaymentProvider, id: string): Promise<Charge | undefined> {
  try {
    return await provider.getCharge(id);
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

/**
 * The provider's charge for one of our payments; of several the one with money in it. It is read by its id to be
 * complete, because a list may leave the code out.
 * @throws ProviderError
 */
export async function chargeByReference(provider: PaymentProvider, reference: string): Promise<Charge | undefined> {
  let found: Charge | undefined;
  for await (const charge of provider.listCharges({ reference })) {
    if (charge.reference !== reference) continue;
    if (charge.status === 'paid') return chargeById(provider, charge.providerId);
    found ??= charge;
  }
  return found && chargeById(provider, found.providerId);
}

/** Whether a static PIX code is unpaid: the provider reports no amount for it, and it expires without being cancelled. */
export const isUnpaidStaticCode = ({ cents }: Charge): boolean => cents === 0;

/**
 * Whether a charge belongs to a payment according to the provider; one that lost its reference is recognised by our
 * stored id.
 */
export const isChargeOf = ({ paymentId, providerId }: Intent, charge: Charge): boolean =>
  charge.reference === null ? charge.providerId === providerId : charge.reference === paymentId;
