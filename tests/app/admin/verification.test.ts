import { createOpenPaymentsRun } from '#payments/use-cases/open-payments-run.ts';
import type { AdminEvent } from '#domain/admin/admin.ts';
import { emptyPayment } from '#domain/payment/payment.ts';
import { beforeEach, expect, test } from 'vitest';

const call = { actor: { kind: 'admin', id: 'admin' }, requestId: 'r' } as const;
const confirmed = { ...emptyPayment, paidCents: 1_000, isConfirmed: true };

let recordedEvents: AdminEvent[];
beforeEach(() => {
  recordedEvents = [];
});

/** Three open payments: one that this run confirms, one that stays open, one whose provider does not answer. */
function verification({ pause = async () => {}, isBroken = false } = {}) {
  async function* rereadOpen() {
    yield {
      paymentId: 'paid',
      reading: { payment: confirmed, hasChargeAtProvider: true, isNewlyConfirmed: true },
      error: null,
    };
    await pause();
    if (isBroken) throw new Error('the database is away');
    yield {
      paymentId: 'waits',
      reading: { payment: emptyPayment, hasChargeAtProvider: true, isNewlyConfirmed: false },
      error: null,
    };
    yield { paymentId: 'silent', reading: undefined, error: new Error('no answer') };
  }
  return createOpenPaymentsRun({
    payments: { rereads: { rereadOpen } } as unknown as Parameters<typeof createOpenPaymentsRun>[0]['payments'],
    intents: {
      find: async (paymentId) => ({ enteredEmail: `${paymentId}@exemplo.com` }),
      countOpen: async () => 3,
    },
    adminRecord: {
      async append(event) {
        recordedEvents.push(event);
        return 'cause';
      },
    },
  });
}

test('a verification checks every open payment and records the result', async () => {
  const verifying = verification();
  const results = await verifying.run(call);
  expect(
    results?.map(({ paymentId, status, isNewlyConfirmed, hasFailed }) => [
      paymentId,
      status,
      isNewlyConfirmed,
      hasFailed,
    ]),
  ).toEqual([
    ['paid', 'confirmed', true, false],
    ['waits', 'waiting', false, false],
    ['silent', 'unknown', false, true],
  ]);
  expect(recordedEvents).toEqual([{ type: 'PaymentsVerified', data: { checked: 3, granted: 1, failed: 1 } }]);
  expect(verifying.progress()).toEqual({ running: false, checked: 3, total: 3 });
});

test('only one verification of payments runs at a time, and it reports its progress', async () => {
  let resume = (): void => undefined;
  const paused = new Promise<void>((resolve) => (resume = resolve));
  const verifying = verification({ pause: () => paused });
  const running = verifying.run(call);
  await expect.poll(() => verifying.progress().checked).toBe(1);
  expect(verifying.progress()).toEqual({ running: true, checked: 1, total: 3 });
  expect(await verifying.run(call)).toBeNull();
  resume();
  expect(await running).toHaveLength(3);
  expect(recordedEvents).toHaveLength(1);
  expect(await verifying.run(call)).toHaveLength(3);
});

test('an interrupted verification of payments does not block the next one', async () => {
  const verifying = verification({ isBroken: true });
  await expect(verifying.run(call)).rejects.toThrow('away');
  expect([verifying.progress().running, recordedEvents]).toEqual([false, []]);
  await expect(verifying.run(call)).rejects.toThrow('away');
});
