import { isHeldByEmailAlone, isReceiptUsable, type Payment } from '#domain/payment/payment.ts';
import type { PaymentIntent, PaymentVisitor } from '../intent.ts';
import type { PaymentsPorts } from './ports.ts';
import { type PaymentStatus, statusWithoutAccess } from './status.ts';
import type { FindVisiblePayment } from './visible-payment.ts';

export interface Receipt {
  readonly intent: PaymentIntent;
  /** `CONFIRMED`: paid and held, whether or not the access was revoked. */
  readonly status: PaymentStatus;
  /** The code that moves the access to an account; null before payment, and once the code can move nothing more. */
  readonly code: string | null;
}

/** Finds the receipt of a payment; null for a visitor who may not see the payment, see `FindVisiblePayment`. */
export type FindReceipt = (paymentId: string, visitor: PaymentVisitor) => Promise<Receipt | null>;

export function createFindReceipt(
  ports: Pick<PaymentsPorts, 'receiptCodes' | 'clock'> & { readonly findVisiblePayment: FindVisiblePayment },
): FindReceipt {
  const { receiptCodes, clock, findVisiblePayment } = ports;
  return async (paymentId, visitor) => {
    const visible = await findVisiblePayment(paymentId, visitor);
    if (!visible) return null;
    const { intent, payment, hasBuyerToken } = visible;
    const showsCode = isReceiptUsable(payment) && (hasBuyerToken || !holdsByEmailAlone(payment, visitor));
    const hasHolder = payment.isConfirmed && payment.holder !== null;
    return {
      intent,
      status: hasHolder ? 'CONFIRMED' : statusWithoutAccess(visible, payment, clock()),
      code: showsCode ? receiptCodes.codeOf(paymentId) : null,
    };
  };
}

/** Tells whether the visitor's only claim is an e-mail: then the code, a stronger claim, is not shown. */
const holdsByEmailAlone = (payment: Payment, { user }: PaymentVisitor): boolean =>
  isHeldByEmailAlone(payment) && payment.holder?.userId === user?.userId;
