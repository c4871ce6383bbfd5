import type { ClaimMethod, PaymentEvent } from '#domain/payment/payment.ts';
import type { EventPhrases } from './sentence.ts';
import { cents } from './words.ts';

export const paymentPhrases: EventPhrases<PaymentEvent> = {
  PaymentConfirmed: (paid) => `confirmou o pagamento de ${cents(paid.cents)} pelo provedor ${paid.provider}`,
  PaymentAmountRefused: (paid) => `recusou um pagamento de ${cents(paid.cents)}: o preço era ${cents(paid.price)}`,
  PaymentClaimed({ from, to, via }, { nameOf }) {
    const before = from ? `, que era de ${nameOf(from.userId)}` : '';
    return `passou o pagamento para ${nameOf(to.userId)}${before}, ${CLAIM_REASONS[via]}`;
  },
  PaymentTransferRequested: ({ guestId, until }, { nameOf }) =>
    `pediu o pagamento que está com ${nameOf(guestId)}, pelo e-mail verificado; resposta até ${dateText(until)}`,
  PaymentTransferDeclined: ({ userId }, { nameOf }) => `recusou passar o pagamento para ${nameOf(userId)}`,
  PaymentRefunded: (refund) => `devolveu ${cents(refund.cents)} do pagamento`,
  PaymentChargedBack: (contested) => `registrou a contestação do pagamento de ${cents(contested.cents)}`,
};

const CLAIM_REASONS: Readonly<Record<ClaimMethod, string>> = {
  session: 'que estava na conta ao pagar',
  browser: 'no navegador que pagou',
  verified_email: 'pelo e-mail verificado',
  receipt_code: 'pelo código do recibo',
  joining: 'ao entrar com a conta',
};

/** The day in São Paulo: '2026-11-30T02:00:00.000Z' → '29/11/2026'. */
const dateText = (instant: string): string =>
  new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(new Date(instant));
