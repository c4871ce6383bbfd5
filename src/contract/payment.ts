import * as v from 'valibot';
import { bodySchema } from './body.ts';
import { defineEndpoints } from './endpoint.ts';
import { Email, Id, Name, TaxId, freeText } from './fields.ts';
import { CREATE_PAYMENT, RECEIPT_CODE, VERIFY_ACCESS } from './limits.ts';
import { accountRoutes } from './routes/account.ts';

const ByPayment = v.object({ paymentId: Id });
const Instant = v.pipe(v.string(), v.description('Instante ISO 8601.'));

export const PaymentCreatedReply = v.object({
  payment_id: v.string(),
  pix_qr_code: v.pipe(
    v.string(),
    v.description('Imagem PNG do QR Code em base64, sem prefixo; vazio: desenhe do código.'),
  ),
  pix_copy_paste: v.string(),
  invoice_url: v.string(),
  amount: v.pipe(v.number(), v.description('Reais.')),
  expires_at: v.nullable(Instant),
});

/** `access_granted`: an account or a guest has the access now; `status` is CONFIRMED only then. */
export const PaymentStatusReply = v.object({
  status: v.picklist(['PENDING', 'CONFIRMED', 'OVERDUE', 'REFUNDED', 'REFUSED_AMOUNT']),
  access_granted: v.boolean(),
  /** The holder of the access: this browser's session, another account, or null. */
  held_by: v.nullable(v.picklist(['you', 'another'])),
});

export const ReceiptReply = v.object({
  payment_id: v.string(),
  status: PaymentStatusReply.entries.status,
  amount: v.number(),
  created_at: Instant,
  paid_at: v.nullable(Instant),
  payer: v.object({ name: v.nullable(v.string()), email: v.nullable(v.string()) }),
  supplier: v.object({ name: v.string(), cnpj: v.string(), address: v.string() }),
  pix: v.pipe(
    v.nullable(v.object({ copy_paste: v.string(), expires_at: Instant })),
    v.description('O código para pagar; null quando não há mais o que pagar por ele.'),
  ),
  receipt_code: v.pipe(
    v.nullable(v.string()),
    v.description(
      'Código de uso único que leva acesso e dados para uma conta; null enquanto não pago ou depois de usado.',
    ),
  ),
});

const VerifyAccessReply = v.object({ message: v.string(), access_granted: v.boolean() });

const SIMULATED_OUTCOMES = ['paid', 'overdue', 'refunded', 'chargeback', 'duplicate', 'out_of_order'] as const;

/** Calls for buying access by PIX. */
export const paymentEndpoints = defineEndpoints({
  createPayment: {
    ...accountRoutes.createPayment,
    access: 'anyone',
    tag: 'Pagamento',
    summary: 'Cria a cobrança PIX do acesso. Uma cobrança aberta do mesmo navegador é usada de novo.',
    status: 201,
    limit: CREATE_PAYMENT,
    body: bodySchema({ name: Name, email: Email, tax_id: v.optional(TaxId) }),
    reply: PaymentCreatedReply,
  },
  paymentStatus: {
    ...accountRoutes.paymentStatus,
    access: 'anyone',
    tag: 'Pagamento',
    summary: 'Situação de um pagamento, só para o navegador que o criou ou para a conta que o tem.',
    params: ByPayment,
    query: v.object({ check: v.optional(v.literal('now', 'Este parâmetro só aceita now.')) }),
    reply: PaymentStatusReply,
  },
  receipt: {
    ...accountRoutes.receipt,
    access: 'anyone',
    tag: 'Pagamento',
    summary: 'Recibo de um pagamento, só para o navegador que o criou ou para a conta que o tem.',
    params: ByPayment,
    reply: ReceiptReply,
  },
  verifyAccess: {
    ...accountRoutes.verifyAccess,
    access: 'signedIn',
    tag: 'Pagamento',
    summary: 'Procura um pagamento da conta de quem pergunta e libera o acesso.',
    limit: VERIFY_ACCESS,
    reply: VerifyAccessReply,
  },
  redeemReceipt: {
    ...accountRoutes.redeemReceipt,
    access: 'signedIn',
    tag: 'Pagamento',
    summary: 'Leva para a conta o acesso e os dados de um pagamento, pelo código do recibo.',
    limit: RECEIPT_CODE,
    body: bodySchema({
      code: freeText(64, { missing: 'Digite o código do recibo.', tooLong: 'Este código é longo demais.' }),
    }),
    reply: VerifyAccessReply,
  },
  answerTransfer: {
    ...accountRoutes.answerTransfer,
    access: 'signedIn',
    tag: 'Pagamento',
    summary: 'No navegador que pagou: se o acesso pode ir para a conta com o e-mail que foi digitado ao pagar.',
    params: ByPayment,
    body: bodySchema({
      answer: v.pipe(
        v.picklist(['agree', 'decline'], 'Responda se o acesso pode ir.'),
        v.description('agree: tudo vai para a conta, e a sessão deste navegador termina. decline: fica aqui.'),
      ),
    }),
    reply: v.object({ moved: v.boolean() }),
  },
  paymentWebhook: {
    method: 'POST',
    path: '/api/payment/webhook',
    access: 'paymentProvider',
    tag: 'Pagamento',
    summary: 'Avisos do provedor de pagamento.',
    reply: v.object({ received: v.literal(true) }),
  },
  simulatePayment: {
    ...accountRoutes.simulatePayment,
    access: 'anyone',
    tag: 'Pagamento',
    summary: 'Só no modo de teste: faz o provedor de mentira avisar que algo aconteceu com o pagamento.',
    params: ByPayment,
    body: bodySchema({ outcome: v.picklist(SIMULATED_OUTCOMES, `Escolha entre ${SIMULATED_OUTCOMES.join(', ')}.`) }),
    reply: v.object({ simulated: v.picklist(SIMULATED_OUTCOMES) }),
  },
});
