import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import { buy, sendNotice } from '#tests/support/buying.ts';
import { type MemoryProvider, memoryProvider } from '#tests/support/memory-provider.ts';
import { randomFrom } from '#tests/support/random.ts';
import { wholeLog } from '#tests/support/event-log.ts';

/** `WEBHOOK_STORM=10000` is the full size, which must take no more than a minute. */
const NOTICES = Number(process.env['WEBHOOK_STORM'] ?? 400);
const PAYMENTS = NOTICES / 10;
const AT_ONCE = 32;
const LIMIT_MS = 60_000;

let api: RunningApi;
let provider: MemoryProvider;
beforeAll(async () => {
  provider = memoryProvider();
  api = await startApi({ paymentProvider: provider });
});
afterAll(() => api.stop());

/** Executes all tasks, a limited number of them at a time. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const one = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await work(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

const confirmations = async (): Promise<readonly number[]> => {
  const log = await api.openLog();
  const times = new Map<string, number>();
  for (const { type, stream } of await wholeLog(log))
    if (type === 'PaymentConfirmed') times.set(stream, (times.get(stream) ?? 0) + 1);
  return [...times.values()];
};

test(
  `${NOTICES} notices in any order, nine of ten of them repeats, are all accepted, and each payment is confirmed once`,
  { timeout: LIMIT_MS * 4 },
  async () => {
    const ids: string[] = [];
    await inParallel(
      Array.from({ length: PAYMENTS }, (_, i) => i),
      async () => void ids.push((await buy(api.visitor())).payment_id),
    );
    for (const id of ids) provider.set(id, { status: 'paid' });
    const random = randomFrom(1);
    const notices = ids
      .flatMap((id, i) => Array.from({ length: 10 }, () => ({ id, eventId: `evt_${i}` })))
      .map((notice) => ({ notice, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ notice }) => notice);
    const answers = new Map<number, number>();
    const started = performance.now();
    /** Repeats a notice that was answered 503, as the provider would. */
    const notifyUntilAccepted = async (reference: string, eventId: string): Promise<number> => {
      const { status } = await sendNotice(api, { reference }, eventId);
      return status === 503 ? notifyUntilAccepted(reference, eventId) : status;
    };
    await inParallel(notices, async ({ id, eventId }) => {
      const status = await notifyUntilAccepted(id, eventId);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    });
    await expect.poll(async () => (await confirmations()).length, { timeout: LIMIT_MS, interval: 200 }).toBe(PAYMENTS);
    const took = performance.now() - started;
    expect([...answers]).toEqual([[200, NOTICES]]);
    expect(await confirmations()).toEqual(Array(PAYMENTS).fill(1));
    // A charge is read again only where the result could not be stored the first time.
    expect(provider.callCounts.get).toBeGreaterThanOrEqual(PAYMENTS);
    expect(provider.callCounts.get).toBeLessThan(PAYMENTS * 2);
    expect(took).toBeLessThan(LIMIT_MS);
    if (process.env['WEBHOOK_STORM']) process.stdout.write(`${NOTICES} notices: ${Math.round(took)} ms\n`);
  },
);
