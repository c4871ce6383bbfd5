import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { RecordedEvent } from '#domain/event.ts';
import { businessStream, paymentStream } from '#domain/streams.ts';
import { announcementText, changesToAnnounce, readAnnouncement } from '#projections/runner/announcement.ts';

const log = randomUUID();
const at = (number: number): string => `${log}:${String(number).padStart(20, '0')}`;

function event(stream: string, number: number, changeId: string): RecordedEvent {
  const meta = { at: '', actor: { kind: 'system', id: 'test' }, requestId: '', changeId, schema: 1 } as const;
  return { id: randomUUID(), type: 'X', data: {}, meta, stream, revision: 0n, position: at(number) };
}

test('each command is announced as one change at the position of its last event, and streams without rows are not announced', () => {
  const [one, other] = [businessStream(randomUUID()), businessStream(randomUUID())];
  const events = [
    event(one, 1, 'a'),
    event(one, 2, 'a'),
    event(other, 3, 'b'),
    event(paymentStream(randomUUID()), 4, 'c'),
    event(one, 5, 'd'),
  ];
  expect(changesToAnnounce(events)).toEqual([
    { stream: one, position: at(2) },
    { stream: other, position: at(3) },
    { stream: one, position: at(5) },
  ]);
});

test('an announcement is read back as it was written', () => {
  const changes = [
    { stream: businessStream(randomUUID()), position: at(1) },
    { stream: businessStream(randomUUID()), position: at(90_071_992_547_409) },
  ];
  for (const named of [changes, [], null])
    expect(readAnnouncement(announcementText({ position: at(90_071_992_547_410), changes: named }))).toEqual({
      position: at(90_071_992_547_410),
      changes: named,
    });
});

test('an announcement names its streams only if they fit into a notification', () => {
  const events = (count: number) =>
    Array.from({ length: count }, (_, n) => event(businessStream(randomUUID()), 10 ** 15 + n, `change ${n}`));
  const text = announcementText({ position: at(10 ** 15 + 200), changes: changesToAnnounce(events(119)) });
  expect(text.length).toBeLessThan(8_000);
  expect(readAnnouncement(text).changes).toHaveLength(119);
  expect(changesToAnnounce(events(121))).toBeNull();
});
