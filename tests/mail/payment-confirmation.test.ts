import { describe, expect, test } from 'vitest';
import { emptyPayment, type Payment } from '#domain/payment/payment.ts';
import { createCompose } from '#mail/compose.ts';
import { paymentConfirmation } from '#mail/payment-confirmation.ts';

const paymentId = '6f9619ff-8b86-d011-b42d-00cf4fc964ff';
const shop = {
  seller: { name: 'Cantina & Cia Ltda.', cnpj: '11.222.333/0001-81', address: 'Rua das Flores, 12, Recife – PE' },
  support: { email: 'ajuda@cantina.com.br', whatsapp: '5581912345678' },
  publicOrigin: 'https://prumo.example',
};
const payment = {
  paymentId,
  name: 'Ana <b>Souza</b>',
  email: 'ana@exemplo.com',
  cents: 1_000,
  paidAt: new Date('2026-11-21T17:05:00.000Z'),
  receiptCode: 'K7QM-2XVD-9A4T-HB3E',
};

describe('confirmation of a payment', () => {
  const message = paymentConfirmation(payment, shop);

  test('contains what law and buyer require, as text and as HTML', () => {
    for (const [form, expected] of [
      [message.text, (text: string) => text],
      [message.html, (text: string) => text.replaceAll('&', '&amp;')],
    ] as const)
      for (const told of [
        'R$10,00',
        '21/11/2026, 14:05',
        'Cantina & Cia Ltda.',
        '11.222.333/0001-81',
        'Rua das Flores, 12, Recife – PE',
        'ajuda@cantina.com.br',
        '+55 81 91234-5678',
        '7 dias',
        'artigo 49',
        'K7QM-2XVD-9A4T-HB3E',
        `https://prumo.example/payment/receipt/${paymentId}`,
        'https://prumo.example/login',
      ])
        expect(form).toContain(expected(told));
  });

  test('shows a name as text', () => {
    expect(message.text).toContain('Olá, Ana <b>Souza</b>!');
    expect(message.html).toContain('Olá, Ana &lt;b&gt;Souza&lt;/b&gt;!');
    expect(message.html).not.toContain('<b>');
  });

  test('loads nothing from other servers', () => {
    expect(message.html).not.toMatch(/<img|<script|<link|src=|url\(/);
  });

  test('is the same message for the same payment, and does not contain the payment’s id', () => {
    expect(paymentConfirmation({ ...payment, name: 'Outra' }, shop).id).toBe(message.id);
    expect(message.id).toMatch(/^[0-9a-f-]{36}@prumo\.example$/);
    expect(message.id).not.toContain(paymentId);
    const other = paymentConfirmation({ ...payment, paymentId: paymentId.replace('6', '7') }, shop);
    expect(other.id).not.toBe(message.id);
  });

  test('does not mention a receipt code when there is none', () => {
    expect(paymentConfirmation({ ...payment, receiptCode: null }, shop).text).not.toMatch(/código do recibo/i);
  });
});

describe('confirmation of a payment at the time of sending', () => {
  const intent = {
    enteredEmail: 'ana@exemplo.com' as string | null,
    enteredName: 'Ana',
    priceCents: 1_000,
    paidAt: payment.paidAt,
    createdAt: payment.paidAt,
  };
  const paid: Payment = { ...emptyPayment, paidCents: 1_200, isConfirmed: true };
  const composed = (state: Payment, begun: typeof intent | undefined = intent) =>
    createCompose({
      intent: async () => begun,
      payment: async () => state,
      receiptCode: () => 'CODE-CODE-CODE-CODE',
      shop,
    })({ paymentId, kind: 'payment_confirmed', queuedAt: new Date(), attempts: 1 });

  test('contains the paid amount, and the code while it is usable', async () => {
    const message = await composed(paid);
    expect(message?.to).toEqual({ name: 'Ana', address: 'ana@exemplo.com' });
    expect(message?.text).toContain('R$12,00');
    expect(message?.text).toContain('CODE-CODE-CODE-CODE');
    const guest = { ...paid, holder: { kind: 'guest', userId: paymentId } } as const;
    expect((await composed(guest))?.text).toContain('CODE-CODE');
    const account = { ...paid, holder: { kind: 'account', userId: paymentId } } as const;
    expect((await composed(account))?.text).not.toContain('CODE-CODE');
    // The account has the access by its e-mail, but the guest's data can still be fetched, as the receipt says.
    expect((await composed({ ...account, guestId: paymentId }))?.text).toContain('CODE-CODE');
    expect((await composed({ ...paid, isReceiptUsed: true }))?.text).not.toContain('CODE-CODE');
  });

  test('is not sent to an erased person or after a refund', async () => {
    expect(await composed({ ...paid, isConfirmed: false, reversal: 'refunded' })).toBeNull();
    expect(await composed(paid, { ...intent, enteredEmail: null })).toBeNull();
    expect(
      await createCompose({
        intent: async () => undefined,
        payment: async () => paid,
        receiptCode: () => '',
        shop,
      })({ paymentId, kind: 'payment_confirmed', queuedAt: new Date(), attempts: 1 }),
    ).toBeNull();
  });
});
