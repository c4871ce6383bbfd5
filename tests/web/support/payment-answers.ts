import type * as v from 'valibot';
import type { PaymentCreatedReply, PaymentStatusReply, ReceiptReply } from '#contract/payment.ts';

export const PAYMENT_ID = '6f1f0c1e-58c7-4b6f-9a6c-3b1f6d0a1b2c';
export const STATUS = `/api/payment/status/${PAYMENT_ID}`;
export const RECEIPT = `/api/payment/receipt/${PAYMENT_ID}`;
export const CODE = '7K3M-9QXT-2WHD-C5VR';

export const charge: v.InferOutput<typeof PaymentCreatedReply> = {
  payment_id: PAYMENT_ID,
  pix_qr_code: '',
  pix_copy_paste:
    '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4',
  invoice_url: `http://localhost/payment/receipt/${PAYMENT_ID}`,
  amount: 10,
  expires_at: '2026-11-21T18:30:00Z',
};

type Status = v.InferOutput<typeof PaymentStatusReply>;
export const pending: Status = { status: 'PENDING', access_granted: false, held_by: null };
export const ownPayment: Status = { status: 'CONFIRMED', access_granted: true, held_by: 'you' };

export const receipt: v.InferOutput<typeof ReceiptReply> = {
  payment_id: PAYMENT_ID,
  status: 'CONFIRMED',
  amount: 10,
  created_at: '2026-11-21T17:30:00Z',
  paid_at: '2026-11-21T17:31:00Z',
  payer: { name: 'Ana Beatriz', email: 'ana@cozinha.example' },
  supplier: { name: 'Cantina do Código Ltda.', cnpj: '11.222.333/0001-81', address: 'Rua das Flores, 12' },
  pix: null,
  receipt_code: CODE,
};
