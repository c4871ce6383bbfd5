import { createDenials } from '#app/admin/denials.ts';
import type { AdminEvent } from '#domain/admin/admin.ts';
import { beforeEach, expect, test } from 'vitest';

let recordedEvents: { readonly event: AdminEvent; readonly by: string }[];
let now: Date;
let failing: boolean;
beforeEach(() => {
  failing = false;
  recordedEvents = [];
  now = new Date('2026-03-01T12:00:10Z');
});

const denials = () =>
  createDenials(
    {
      async append(event, { actor }) {
        if (failing) throw new Error('the database is away');
        recordedEvents.push({ event, by: actor.id });
        return 'cause';
      },
    },
    () => now,
  );
const by = (id: string) => ({ actor: { kind: 'account', id }, requestId: 'r' }) as const;
const recordedDenials = (): readonly string[] =>
  recordedEvents.map(({ event, by: id }) =>
    event.type === 'AdminAccessDenied'
      ? `${id} ${event.data.call} ${event.data.minute} ${event.data.count}`
      : event.type,
  );

test('the first denied call of a minute is recorded immediately, and further ones as a count at the end of the minute', async () => {
  const counting = denials();
  for (let n = 0; n < 50; n += 1) await counting.denied('listUsers', by('ana'));
  expect(recordedDenials()).toEqual(['ana listUsers 2026-03-01T12:00 1']);
  now = new Date('2026-03-01T12:01:00Z');
  await counting.denied('listUsers', by('ana'));
  expect(recordedDenials().slice(1)).toEqual(['ana listUsers 2026-03-01T12:00 49', 'ana listUsers 2026-03-01T12:01 1']);
});

test('recording the first denial of a minute does not wait for the counts of the minute before', async () => {
  const slow: (() => void)[] = [];
  const counting = createDenials(
    {
      append: (event) =>
        event.type === 'AdminAccessDenied' && event.data.count > 1
          ? new Promise((resolve) => slow.push(() => resolve('cause')))
          : Promise.resolve('cause'),
    },
    () => now,
  );
  for (let n = 0; n < 3; n += 1) for (const id of ['ana', 'bia']) await counting.denied('listUsers', by(id));
  now = new Date('2026-03-01T12:01:00Z');
  await counting.denied('listUsers', by('carla'));
  expect(slow).toHaveLength(1);
  slow[0]?.();
  const flushed = counting.flush();
  await expect.poll(() => slow.length).toBe(2);
  slow[1]?.();
  await flushed;
});

test('denials are counted separately for each person and each call', async () => {
  const counting = denials();
  for (const [call, id] of [
    ['listUsers', 'ana'],
    ['auditTrail', 'ana'],
    ['listUsers', 'bia'],
    ['listUsers', 'bia'],
  ] as const)
    await counting.denied(call, by(id));
  expect(recordedDenials().length).toBe(3);
  await counting.flush();
  expect(recordedDenials().slice(3)).toEqual(['bia listUsers 2026-03-01T12:00 1']);
  await counting.flush();
  expect(recordedDenials().length).toBe(4);
});

test('denials of one person under thousands of call names add at most a thousand entries to the log', async () => {
  const counting = denials();
  for (let n = 0; n < 3_000; n += 1) await counting.denied(`call${n}`, by('ana'));
  await counting.flush();
  expect(recordedDenials().length).toBe(1_000);
});

test('a denial that could not be recorded is recorded at the next attempt', async () => {
  const counting = denials();
  failing = true;
  await expect(counting.denied('listUsers', by('ana'))).rejects.toThrow('away');
  failing = false;
  await counting.denied('listUsers', by('ana'));
  failing = true;
  await expect(counting.flush()).rejects.toThrow('away');
  failing = false;
  await counting.flush();
  await counting.flush();
  expect(recordedDenials()).toEqual(['ana listUsers 2026-03-01T12:00 2']);
});
