import { isReceiptUsable, type Payment } from '#domain/payment/payment.ts';
import { paymentConfirmation, type ShopDetails } from './payment-confirmation.ts';
import type { Message } from './port.ts';
import type { QueuedMail } from './queue.ts';

interface MessageSources {
  /** The intent with the typed name and e-mail; undefined or nulls once it is erased. */
  readonly intent: (paymentId: string) => Promise<
    | {
        readonly enteredEmail: string | null;
        readonly enteredName: string | null;
        readonly priceCents: number;
        readonly paidAt: Date | null;
        readonly createdAt: Date;
      }
    | undefined
  >;
  readonly payment: (paymentId: string) => Promise<Payment>;
  readonly receiptCode: (paymentId: string) => string;
  readonly shop: ShopDetails;
}

/**
 * Builds a message when it is sent, from the current state: the queue holds no personal data, and an erased or refunded
 * buyer gets no mail.
 */
export function createCompose(sources: MessageSources): (mail: QueuedMail) => Promise<Message | null> {
  const { intent: findIntent, payment: currentPayment, receiptCode, shop } = sources;
  return async ({ paymentId, queuedAt }) => {
    const intent = await findIntent(paymentId);
    const payment = await currentPayment(paymentId);
    if (!intent || intent.enteredEmail === null || !payment.isConfirmed) return null;
    return paymentConfirmation(
      {
        paymentId,
        name: intent.enteredName ?? '',
        email: intent.enteredEmail,
        cents: payment.paidCents ?? intent.priceCents,
        paidAt: intent.paidAt ?? queuedAt,
        receiptCode: isReceiptUsable(payment) ? receiptCode(paymentId) : null,
      },
      shop,
    );
  };
}
