import type { AccountClient } from '#web/api/client.ts';
import { isGranted } from './pix-watch.ts';

/** How a purchase ended, as far as this browser may know. */
export interface Confirmation {
  readonly isConfirmed: boolean;
  /** Whose the access is. */
  readonly heldBy: 'you' | 'another' | null;
  readonly receiptCode: string | null;
}

const NOTHING: Confirmation = { isConfirmed: false, heldBy: null, receiptCode: null };

/**
 * Asks what became of a payment. The first answer may open the session of the browser that paid, so the user is loaded
 * after it. Never fails: what could not be learnt is left out.
 */
export async function confirmationOf(
  paymentId: string | undefined,
  { api, loadUser }: { readonly api: AccountClient; readonly loadUser: () => Promise<void> },
): Promise<Confirmation> {
  if (paymentId === undefined) return NOTHING;
  const params = { paymentId };
  const status = await api.call('paymentStatus', { params }).catch(() => undefined);
  const [receipt] = await Promise.all([api.call('receipt', { params }).catch(() => undefined), loadUser()]);
  return {
    isConfirmed: status !== undefined && isGranted(status),
    heldBy: status?.held_by ?? null,
    receiptCode: receipt?.receipt_code ?? null,
  };
}
