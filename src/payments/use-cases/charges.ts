import type { Intent } from '../intent.ts';
import { type Charge, type PaymentProvider, ProviderError } from '../port.ts';

/** The provider does not answer as it should: another time it may. Not so when it understood and said no. */
export const isProviderAway = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && error.kind !== 'rejected' && error.kind !== 'not_found';

/** Undefined where the provider does not know it. @throws ProviderError */
export async function chargeById(provider: PaymentProvider, id: string): Promise<Charge | undefined> {
  try {
    return await provider.getCharge(id);
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

/**
 * The charge that the provider has for one of our payments; of several the one with money in it. Complete as read by its
 * id: a list may leave the code out.
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

/** A code that nobody has paid, of which the provider knows nothing more: it ends by itself. */
export const isUnpaidCode = ({ cents }: Charge): boolean => cents === 0;

/** A charge counts for a payment only where the provider says so; one that lost its reference is known by our own note of it. */
export const isChargeOf = ({ paymentId, providerId }: Intent, charge: Charge): boolean =>
  charge.reference === null ? charge.providerId === providerId : charge.reference === paymentId;
