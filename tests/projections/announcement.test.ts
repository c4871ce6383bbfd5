import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { RecordedEvent } from '#domain/event.ts';
import { businessStream, paymentStream } from '#domain/streams.ts';
import { shardsOf, WHOLE } from '#projections/runner/shard.ts';
import { announcementText, changesIn, readAnnouncement } from '#projections/runner/announcement.ts';

const log = randomUUID();
const at = (number: number): string => `${log}:${String(number).padStart(20, '0')}`;

function event(stream: string, number: number, changeId: string): RecordedEvent {
  const meta = { at: '', actor: { kind: 'system', id: 'test' }, requestId: '', changeId, schema: 1 } as const;
  return { id: randomUUID(), type: 'X', data: {}, meta, stream, revision: 0n, position: at(number) };
}

test('a command is one change, at its last event; streams without rows are none', () => {
  const [one, other] = [businessStream(randomUUID()), businessStream(randomUUID())];
  const events = [
    event(one, 1, 'a'),
    event(one, 2, 'a'),
    event(other, 3, 'b'),
    event(paymentStream(randomUUID()), 4, 'c'),
    event(one, 5, 'd'),
  ];
  expect(changesIn(events, WHOLE)).toEqual([
    { stream: one, position: at(2) },
    { stream: other, position: at(3) },
    { stream: one, position: at(5) },
  ]);
});

test('a shard names what is up to it and nothing else', () => {
  const streams = Array.from({ length: 40 }, () => businessStream(randomUUID()));
  const events = streams.map((stream, n) => event(stream, n, `change ${n}`));
  const named = shardsOf(4).map((shard) => (changesIn(events, shard) ?? []).map(({ stream }) => stream));
  expect(named.flat().toSorted()).toEqual(streams.toSorted());
});

test('what is written is what is read', () => {
  const changes = [
    { stream: businessStream(randomUUID()), position: at(1) },
    { stream: businessStream(randomUUID()), position: at(90_071_992_547_409) },
  ];
  for (const named of [changes, [], null])
    expect(readAnnouncement(announcementText({ shard: 3, position: at(90_071_992_547_410), changes: named }))).toEqual({
      shard: 3,
      position: at(90_071_992_547_410),
      changes: named,
    });
});

test('as many as fit a notice are named, more are not', () => {
  const events = (count: number) =>
    Array.from({ length: count }, (_, n) => event(businessStream(randomUUID()), 10 ** 15 + n, `change ${n}`));
  const text = announcementText({ shard: 0, position: at(10 ** 15 + 200), changes: changesIn(events(119), WHOLE) });
  expect(text.length).toBeLessThan(8_000);
  expect(readAnnouncement(text).changes).toHaveLength(119);
  expect(changesIn(events(121), WHOLE)).toBeNull();
});
