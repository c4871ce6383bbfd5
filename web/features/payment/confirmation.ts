import type { AccountClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { FAILED, known, mapView, type View } from '#web/stores/view.ts';
import { isGranted } from './pix-watch.ts';

/** How a purchase ended, as far as this browser may know. */
export interface Confirmation {
  readonly isConfirmed: boolean;
  /** Whose the access is. */
  readonly heldBy: 'you' | 'another' | null;
  /** null where there is none for this browser to see. */
  readonly receiptCode: View<string | null>;
}

const NOTHING: Confirmation = { isConfirmed: false, heldBy: null, receiptCode: known(null) };

/**
 * Asks what became of a payment. The first answer may open the session of the browser that paid, so the user is loaded
 * after it. Never rejects: what could not be learnt has failed, which is not the same as a payment that is not there.
 */
export async function confirmationOf(
  paymentId: string | undefined,
  { api, loadUser }: { readonly api: AccountClient; readonly loadUser: () => Promise<void> },
): Promise<View<Confirmation>> {
  if (paymentId === undefined) return known(NOTHING);
  const params = { paymentId };
  const status = await unlessAbsent(api.call('paymentStatus', { params }));
  const [receipt] = await Promise.all([unlessAbsent(api.call('receipt', { params })), loadUser()]);
  return mapView(status, (found) => ({
    isConfirmed: found !== null && isGranted(found),
    heldBy: found?.held_by ?? null,
    receiptCode: mapView(receipt, (paper) => paper?.receipt_code ?? null),
  }));
}

/** null where the server says that there is none for this browser. */
async function unlessAbsent<T>(reading: Promise<T>): Promise<View<T | null>> {
  try {
    return known(await reading);
  } catch (error) {
    return error instanceof ApiProblem && error.status === 404 ? known(null) : FAILED;
  }
}
