import { isHeldByEmailAlone, isReceiptUsable, type Payment } from '#domain/payment/payment.ts';
import type { Intent } from '../intent.ts';
import type { PaymentsPorts } from './ports.ts';
import { type PaymentStatus, withoutAccess } from './status.ts';
import type { View, Viewer } from './viewer.ts';

export interface Receipt {
  readonly intent: Intent;
  readonly status: PaymentStatus;
  /**
   * Null while it is not paid, and when the code is useless: used, or an account has the access and there never was a
   * guest.
   */
  readonly code: string | null;
}

/** Null for everybody but the buyer's browser and the owner. */
export type ReceiptOf = (paymentId: string, viewer: Viewer) => Promise<Receipt | null>;

export function createReceiptOf(
  ports: Pick<PaymentsPorts, 'receiptCodes' | 'clock'> & { readonly view: View },
): ReceiptOf {
  const { receiptCodes, clock, view } = ports;
  return async (paymentId, viewer) => {
    const viewed = await view(paymentId, viewer);
    if (!viewed) return null;
    const { intent, payment, isBuyer } = viewed;
    const showsCode = isReceiptUsable(payment) && (isBuyer || !hasItByEmailAlone(payment, viewer));
    const isDone = payment.confirmed && payment.holder !== null;
    return {
      intent,
      status: isDone ? 'CONFIRMED' : withoutAccess(viewed, payment, clock()),
      code: showsCode ? receiptCodes.codeOf(paymentId) : null,
    };
  };
}

/** Whether the viewer's only claim is an e-mail: then the code, a stronger claim, is not shown. */
const hasItByEmailAlone = (payment: Payment, { user }: Viewer): boolean =>
  isHeldByEmailAlone(payment) && payment.holder?.userId === user?.userId;
