import { afterEach, describe, expect, it } from 'vitest';
import { createStoredPayment, STORED_PAYMENT_SHAPE } from '#web/features/payment/stored-payment.ts';
import { charge } from './support/payment-answers.ts';

afterEach(() => sessionStorage.clear());

const blocked = (): never => {
  throw new Error('storage is blocked');
};

describe('the payment stored in the browser', () => {
  it('survives a reload until it is forgotten', () => {
    createStoredPayment(() => sessionStorage).saveCharge(charge);
    const later = createStoredPayment(() => sessionStorage);
    later.savePayer({ name: 'Ana', email: 'ana@cozinha.example' });
    expect([later.charge(), later.payer()?.name]).toEqual([charge, 'Ana']);
    later.clear();
    expect([later.charge(), later.payer(), later.confirmedPaymentId(), sessionStorage.length]).toEqual([
      undefined,
      undefined,
      undefined,
      0,
    ]);
  });

  it('lasts as long as the page when the storage is blocked', () => {
    const kept = createStoredPayment(blocked);
    expect(kept.charge()).toBeUndefined();
    kept.saveCharge(charge);
    kept.saveConfirmedPayment(charge.payment_id);
    expect([kept.charge(), kept.confirmedPaymentId()]).toEqual([charge, charge.payment_id]);
    kept.clear();
    expect(kept.charge()).toBeUndefined();
  });

  it.each(['{', '[]', 'null', '"text"', '{"payment_id":1,"pix_copy_paste":"x"}', '{"payment_id":"x"}'])(
    'is ignored when its stored text is %s',
    (text) => {
      for (const written of [text, `{"shape":${STORED_PAYMENT_SHAPE},"value":${text}}`]) {
        for (const key of ['charge', 'payer', 'paid']) sessionStorage.setItem(`prumo.user.${key}`, written);
        const kept = createStoredPayment(() => sessionStorage);
        expect([kept.charge(), kept.payer()]).toEqual([undefined, undefined]);
      }
    },
  );

  it.each([
    ['missing', undefined],
    ['older', STORED_PAYMENT_SHAPE - 1],
    ['newer', STORED_PAYMENT_SHAPE + 1],
  ])('is ignored when its shape number is %s', (_which, shape) => {
    sessionStorage.setItem('prumo.user.charge', JSON.stringify({ shape, value: charge }));
    expect(createStoredPayment(() => sessionStorage).charge()).toBeUndefined();
    sessionStorage.setItem('prumo.user.charge', JSON.stringify(charge));
    expect(createStoredPayment(() => sessionStorage).charge()).toBeUndefined();
  });
});
