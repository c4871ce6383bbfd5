import { isHeldByEmailAlone, isReceiptUsable, type Payment } from '#domain/payment/payment.ts';
import type { Browser, PaymentIntent } from '../intent.ts';
import type { PaymentsPorts } from './ports.ts';
import { type PaymentStatus, statusWithoutAccess } from './status.ts';
import type { FindVisiblePayment } from './visible-payment.ts';

export interface Receipt {
  readonly intent: PaymentIntent;
  readonly status: PaymentStatus;
  /** The code that moves the access to an account; null before payment, and once the code can move nothing more. */
  readonly code: string | null;
}

/** Returns the receipt of a payment; null for everybody but the buyer's browser and the owner. */
export type FindReceipt = (paymentId: string, browser: Browser) => Promise<Receipt | null>;

export function createFindReceipt(
  ports: Pick<PaymentsPorts, 'receiptCodes' | 'clock'> & { readonly findVisiblePayment: FindVisiblePayment },
): FindReceipt {
  const { receiptCodes, clock, findVisiblePayment } = ports;
  return async (paymentId, browser) => {
    const visible = await findVisiblePayment(paymentId, browser);
    if (!visible) return null;
    const { intent, payment, isBuyer } = visible;
    const showsCode = isReceiptUsable(payment) && (isBuyer || !holdsByEmailAlone(payment, browser));
    const hasHolder = payment.isConfirmed && payment.holder !== null;
    return {
      intent,
      status: hasHolder ? 'CONFIRMED' : statusWithoutAccess(visible, payment, clock()),
      code: showsCode ? receiptCodes.codeOf(paymentId) : null,
    };
  };
}

/** Tells whether the browser's only claim is an e-mail: then the code, a stronger claim, is not shown. */
const holdsByEmailAlone = (payment: Payment, { user }: Browser): boolean =>
  isHeldByEmailAlone(payment) && payment.holder?.userId === user?.userId;
