import { randomUUID } from 'node:crypto';
import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils/get-pix-payload-info';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Charge, ChargeFilter, NewCharge, PaymentProvider } from '#payments/provider.ts';

export interface ProviderUnderTest {
  readonly provider: PaymentProvider;
  /** The same provider as another process sees it. */
  readonly other: PaymentProvider;
  /** The token that the provider puts into its notices. */
  readonly token: string;
  /** Changes that payers and banks make to a charge. */
  readonly world: {
    pay(charge: Charge): Promise<void>;
    letExpire(charge: Charge): Promise<void>;
    chargeBack(charge: Charge): Promise<void>;
  };
  dispose(): Promise<void>;
}

/** The differences that are allowed between providers. */
export interface ProviderTraits {
  /** Tells whether reference and amount of a charge are known before it is paid; otherwise only that it is unpaid. */
  readonly knowsUnpaid: boolean;
}

const PAYER = { name: 'Ana Souza', email: 'ana@exemplo.com', taxId: '52998224725' };

export const newCharge = (paymentId: string = randomUUID(), cents = 1_000): NewCharge => ({
  paymentId,
  cents,
  description: 'Acesso ao Prumo',
  payer: PAYER,
  dueDate: new Date('2026-12-01T03:00:00Z'),
});

export async function listed(provider: PaymentProvider, filter: ChargeFilter): Promise<readonly Charge[]> {
  const charges: Charge[] = [];
  for await (const charge of provider.listCharges(filter)) charges.push(charge);
  return charges;
}

/** The contract that every payment provider fulfils. `make` returns a provider without charges. */
export function describePaymentProvider(
  kind: string,
  make: () => Promise<ProviderUnderTest>,
  { knowsUnpaid }: ProviderTraits,
): void {
  describe(`payment provider ${kind}`, () => {
    let under: ProviderUnderTest;
    let provider: PaymentProvider;
    beforeAll(async () => {
      under = await make();
      provider = under.provider;
    });
    afterAll(() => under.dispose());

    const createPaidCharge = async (cents?: number): Promise<Charge> => {
      const charge = await provider.createPixCharge(newCharge(undefined, cents));
      await under.world.pay(charge);
      return charge;
    };

    it('has no charges at first and reports itself as healthy', async () => {
      expect(await listed(provider, {})).toEqual([]);
      await provider.health();
    });

    it('creates a charge with a valid PIX code', async () => {
      const wanted = newCharge();
      const charge = await provider.createPixCharge(wanted);
      expect(charge).toMatchObject({ paymentId: wanted.paymentId, cents: 1_000, status: 'pending', refundedCents: 0 });
      expect(charge.chargeId).toMatch(/\S/);
      expect(charge.expiresAt?.getTime()).toBeGreaterThanOrEqual(wanted.dueDate.getTime());
      const code = getPixPayloadInfo(charge.copyPaste ?? '');
      expect(code).not.toBeNull();
      expect([undefined, 10]).toContain(code?.amount);
    });

    it('creates one charge for a reference, however often and from whichever process it is requested', async () => {
      const wanted = newCharge();
      const first = await provider.createPixCharge(wanted);
      const again = await Promise.all(Array.from({ length: 5 }, () => provider.createPixCharge(wanted)));
      for (const charge of again) expect(charge).toEqual(first);
      const wantedAtOnce = newCharge();
      const atOnce = await Promise.all(Array.from({ length: 10 }, () => provider.createPixCharge(wantedAtOnce)));
      expect(new Set(atOnce.map(({ chargeId }) => chargeId)).size).toBe(1);
      expect(new Set(atOnce.map(({ copyPaste }) => copyPaste)).size).toBe(1);
    });

    it.runIf(knowsUnpaid)('finds the charge of a reference that another process created', async () => {
      const wanted = newCharge();
      const first = await provider.createPixCharge(wanted);
      expect((await under.other.createPixCharge(wanted)).chargeId).toBe(first.chargeId);
      expect(await listed(provider, { paymentId: wanted.paymentId })).toHaveLength(1);
    });

    it('reports a charge that has not been paid as pending', async () => {
      const wanted = newCharge();
      const { chargeId } = await provider.createPixCharge(wanted);
      const charge = await provider.getCharge(chargeId);
      const more = knowsUnpaid ? { paymentId: wanted.paymentId, cents: 1_000 } : {};
      expect(charge).toMatchObject({ chargeId: chargeId, status: 'pending', refundedCents: 0, ...more });
    });

    it.runIf(knowsUnpaid)('reports a charge that was never created as unknown', async () => {
      await expect(provider.getCharge('pay_0000000000000000')).rejects.toMatchObject({ kind: 'not_found' });
    });

    it.each(['', ' ', '../x?y=1\0', 'é', 'x'.repeat(300)])(
      'reports %j, which is not a handle, as unknown',
      async (handle) => {
        await expect(provider.getCharge(handle)).rejects.toMatchObject({ kind: 'not_found' });
        await expect(provider.refund(handle, 'x')).rejects.toMatchObject({ kind: 'not_found' });
        await expect(provider.cancel(handle)).rejects.toMatchObject({ kind: 'not_found' });
      },
    );

    it('reports the payment of a charge under the same handle', async () => {
      const { chargeId, paymentId } = await createPaidCharge(4_990);
      const charge = await provider.getCharge(chargeId);
      expect(charge).toMatchObject({
        chargeId: chargeId,
        paymentId: paymentId,
        cents: 4_990,
        status: 'paid',
        refundedCents: 0,
      });
      expect(await under.other.getCharge(chargeId)).toEqual(charge);
    });

    it('creates no second charge after the first has been paid', async () => {
      const wanted = newCharge();
      const charge = await provider.createPixCharge(wanted);
      await under.world.pay(charge);
      for (const each of [provider, under.other])
        expect(await each.createPixCharge(wanted)).toMatchObject({ chargeId: charge.chargeId, status: 'paid' });
      expect(await listed(provider, { paymentId: wanted.paymentId })).toMatchObject([{ status: 'paid' }]);
    });

    it('accepts the payment of an overdue charge', async () => {
      const charge = await provider.createPixCharge(newCharge());
      await under.world.letExpire(charge);
      expect((await provider.getCharge(charge.chargeId)).status).toBe(knowsUnpaid ? 'overdue' : 'pending');
      await under.world.pay(charge);
      expect((await provider.getCharge(charge.chargeId)).status).toBe('paid');
    });

    it('lists all charges once, newest first, over many pages', async () => {
      const before = (await listed(provider, {})).length;
      const made: string[] = [];
      for (let count = 0; count < 105; count++) made.unshift((await createPaidCharge()).chargeId);
      const all = await listed(provider, {});
      expect(all.map(({ chargeId }) => chargeId).slice(0, 105)).toEqual(made);
      expect(all).toHaveLength(before + 105);
    });

    it('finds a charge by its own reference only', async () => {
      const { paymentId, chargeId } = await createPaidCharge();
      expect(await listed(provider, { paymentId: paymentId ?? '' })).toMatchObject([
        { chargeId: chargeId, paymentId: paymentId },
      ]);
      for (const other of [randomUUID(), 'x\0', '']) expect(await listed(provider, { paymentId: other })).toEqual([]);
    });

    it('refunds the full amount once', async () => {
      const { chargeId } = await createPaidCharge();
      const refunded = await provider.refund(chargeId, 'Arrependimento');
      expect(refunded).toMatchObject({ chargeId: chargeId, status: 'refunded', cents: 1_000, refundedCents: 1_000 });
      expect(await provider.refund(chargeId, 'Arrependimento')).toMatchObject({ refundedCents: 1_000 });
      expect(await provider.getCharge(chargeId)).toMatchObject({ status: 'refunded', refundedCents: 1_000 });
    });

    it('refuses to refund a charge that was not paid', async () => {
      const { chargeId } = await provider.createPixCharge(newCharge());
      await expect(provider.refund(chargeId, 'x')).rejects.toMatchObject({ kind: 'rejected' });
    });

    it('reports money that was charged back', async () => {
      const charge = await createPaidCharge();
      await under.world.chargeBack(charge);
      expect((await provider.getCharge(charge.chargeId)).status).toBe('charged_back');
      await expect(provider.refund(charge.chargeId, 'x')).rejects.toMatchObject({ kind: 'rejected' });
    });

    it('accepts no payment of a cancelled charge, however often it is cancelled', async () => {
      const charge = await provider.createPixCharge(newCharge());
      const overdue = await provider.createPixCharge(newCharge());
      await under.world.letExpire(overdue);
      for (const each of [charge, overdue, charge]) {
        const { status } = await provider.cancel(each.chargeId);
        expect(status).toBe(knowsUnpaid ? 'cancelled' : 'pending');
      }
      if (!knowsUnpaid) return;
      expect((await under.other.getCharge(charge.chargeId)).status).toBe('cancelled');
      await expect(under.world.pay(charge)).rejects.toBeInstanceOf(Error);
      expect((await provider.getCharge(charge.chargeId)).status).toBe('cancelled');
    });

    it('refuses to cancel a paid charge', async () => {
      const { chargeId } = await createPaidCharge();
      await expect(provider.cancel(chargeId)).rejects.toMatchObject({ kind: 'rejected' });
      await provider.refund(chargeId, 'x');
      await expect(provider.cancel(chargeId)).rejects.toMatchObject({ kind: 'rejected' });
      expect((await provider.getCharge(chargeId)).status).toBe('refunded');
    });

    it('refuses an amount that is not a positive number of cents', async () => {
      for (const cents of [0, -1, 10.5, Number.NaN])
        await expect(provider.createPixCharge(newCharge(undefined, cents))).rejects.toMatchObject({ kind: 'rejected' });
    });

    describe('notices', () => {
      const notice = { id: 'evt_05b708f9&1', event: 'PAYMENT_RECEIVED', payment: { id: 'pay_1' } };
      const read = (
        body: unknown,
        headers: Record<string, string | string[]> = { 'asaas-access-token': under.token },
      ) => provider.parseNotification(headers, typeof body === 'string' ? body : JSON.stringify(body));

      it('count with the correct token only', () => {
        const { token } = under;
        expect(read(notice, { 'asaas-access-token': token })).toMatchObject({ eventId: 'evt_05b708f9&1' });
        for (const wrong of ['', ' ', token.slice(1), `${token}x`, token.toUpperCase(), 'é', 'x'.repeat(100_000)])
          expect(read(notice, { 'asaas-access-token': wrong })).toBe('unauthorized');
        expect(read(notice, { 'asaas-access-token': [token, token] })).toBe('unauthorized');
        expect(read(notice, {})).toBe('unauthorized');
        expect(read('{', {})).toBe('unauthorized');
      });

      it('are reduced to their handles: no name, no document, no amount', () => {
        const payment = { id: 'pay_1', externalReference: 'our-id', value: 10, customer: 'cus_1', status: 'RECEIVED' };
        const more = { ...payment, payer: { name: 'Ana Souza', cpfCnpj: '52998224725' }, new: [{}] };
        expect(read({ ...notice, payment: more, account: { id: 'x' } })).toEqual({
          eventId: 'evt_05b708f9&1',
          kind: 'PAYMENT_RECEIVED',
          ids: { chargeId: 'pay_1', paymentId: 'our-id' },
        });
      });

      it('name the QR code through which the money came', () => {
        const payment = { id: 'pay_1', pixQrCodeId: 'QR1', externalReference: null };
        expect(read({ ...notice, event: 'PAYMENT_SOMETHING_NEW', payment })).toEqual({
          eventId: 'evt_05b708f9&1',
          kind: 'PAYMENT_SOMETHING_NEW',
          ids: { chargeId: 'QR1', paymentId: null },
        });
      });

      it.each([
        ['nothing', ''],
        ['half of it', '{"id":"evt_1","event":"PAYM'],
        ['another form', '[]'],
        ['null', 'null'],
        ['no id', { event: 'PAYMENT_RECEIVED', payment: { id: 'pay_1' } }],
        ['no charge', { id: 'evt_1', event: 'ACCOUNT_STATUS_UPDATED' }],
        ['a charge without handles', { id: 'evt_1', event: 'PAYMENT_RECEIVED', payment: { id: 7 } }],
        ['an id that no database takes', { id: 'evt_\0', event: 'PAYMENT_RECEIVED', payment: { id: 'pay_1' } }],
        ['an endless id', { id: 'e'.repeat(201), event: 'PAYMENT_RECEIVED', payment: { id: 'pay_1' } }],
        ['very deep', `{"id":${'['.repeat(20_000)}`],
      ])('are ignored when their body is: %s', (_what, body) => {
        expect(read(body)).toBe('ignored');
      });
    });
  });
}
